/** Limits of the operator's commands and page; names include the unit. */

/** Role of accounts that sign in to the operator page; no account of the app has it. */
export const ROLE_OPERATOR = 9;
export const PASSWORD_MAX_CHARS = 256;
export const REASON_MAX_CHARS = 500;
/** A session ends after `IDLE_MINUTES` without a request, and after `SESSION_HOURS` in any case. */
export const IDLE_MINUTES = 15;
export const SESSION_HOURS = 12;
/** Sign-in attempts per minute, per address and per name. */
export const SIGN_INS_PER_MINUTE = 5;
/** Wrong codes after the right password: then the name cannot sign in until it gets a new password, as the old one has leaked. */
export const WRONG_CODES_MAX = 10;
/** A message of maximum length with every byte percent-encoded. */
export const FORM_MAX_BYTES = 128 * 1024;
/** Statement timeout of an action; a message to all accounts is one statement. */
export const CHANGE_WITHIN_S = 600;
/** Query timeout of the connection, after which it counts as broken; longer than the statement timeout. */
export const CHANGE_ANSWER_MS = 660_000;
