/** Constants of this domain; names include the unit. */

/** Timeout, retries and exponential backoff of client requests. */
export const REQUEST_TIMEOUT_MS = 10_000;
export const REQUEST_RETRIES = 3;
export const REQUEST_BACKOFF_MS = 100;
export const REQUEST_BACKOFF_FACTOR = 2;
export const REQUEST_BACKOFF_JITTER = 0.2;
export const REQUEST_ID_LENGTH = 21;
/** Per account, or per address without an account, over all endpoints without a limit of their own. */
export const REQUESTS_PER_MINUTE = 1_200;
/** Limits of a JSON body. */
export const JSON_MAX_BYTES = 65_536;
export const JSON_MAX_DEPTH = 20;

/** Queued calls without a user action: they are not listed as pending, and the user cannot discard them. */
export const SILENT_CALLS: readonly string[] = ['logout', 'fcmToken', 'attribution'];
