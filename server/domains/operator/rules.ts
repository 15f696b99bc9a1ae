/** Numbers of the operator's commands and page, each with its unit in its name. */

/** Of the accounts that may sign in to the page. No account of the app has it. */
export const ROLE_OPERATOR = 9;
export const PASSWORD_MAX_CHARS = 256;
export const REASON_MAX_CHARS = 500;
/** A session without a step for so long is over, and so is each after the second. */
export const IDLE_MINUTES = 15;
export const SESSION_HOURS = 12;
/** Tries to sign in, from one address and for one name. */
export const SIGN_INS_PER_MINUTE = 5;
/** Somebody has the password and guesses codes: then nobody signs in by that name before it gets another password. */
export const WRONG_CODES_MAX = 10;
/** A message of the greatest length, with each character as %xx. */
export const FORM_MAX_BYTES = 128 * 1024;
/** A message to all accounts is one statement. */
export const CHANGE_WITHIN_S = 600;
/** The connection itself is dead after that. */
export const CHANGE_ANSWER_MS = 660_000;
