/** Numbers of the demo gateway, each with its unit in its name. */

export const CHALLENGE_CODE = '1234';
export const CHALLENGE_TRIES_MAX = 3;
/** Maximum number of cards that may be entered for one session. */
export const TOKENS_MAX = 20;
export const SLOW_BANK_MS = 20_000;
export const LATE_SUCCESS_MS = 60_000;
export const DISPUTE_AFTER_MS = 5_000;
export const UPI_REFUND_MS = 10_000;
export const BINDING_MINUTES = 30;
/** One in this many webhooks is sent late, and twice. */
export const ODD_WEBHOOK_ONE_IN = 4;
export const LATE_WEBHOOK_MS = 5_000;
export const SECOND_WEBHOOK_MS = 15_000;
export const WEBHOOK_TIMEOUT_MS = 8_000;
export const WEBHOOK_RETRY_MAX_S = 600;
export const WEBHOOK_GIVEN_UP_HOURS = 72;
export const LIST_PAGE = 100;
/** Newest sessions that the console shows. */
export const CONSOLE_ROWS = 50;
