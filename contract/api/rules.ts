/** Limits and times of API requests, the same for client and server; names include the unit. */

/** Timeout of one attempt of an HTTP request by the core. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Maximum number of retries of an HTTP request after a temporary failure. */
export const REQUEST_RETRIES = 3;
/** Delay before the first retry of an HTTP request. */
export const REQUEST_BACKOFF_MS = 100;
/** Factor by which the delay grows with each further retry. */
export const REQUEST_BACKOFF_FACTOR = 2;
/** Largest random part that is added to a retry delay, as a fraction of it. */
export const REQUEST_BACKOFF_JITTER = 0.2;
/** Pause after the first failed attempt of a queued change. It doubles with each further attempt, plus up to REQUEST_BACKOFF_JITTER. */
export const CHANGE_RETRY_FIRST_MS = 5_000;
/** Longest pause between two attempts of a queued change, without the random part. */
export const CHANGE_RETRY_MAX_MS = 300_000;
/** Failed attempts after which a queued change is stalled. Attempts that did not reach the server or were rate-limited do not count. */
export const CHANGE_ATTEMPTS_MAX = 10;
/** Queued changes that are sent concurrently, besides blocks, reports and logouts. */
export const CHANGES_AT_ONCE = 3;
/**
 * Longest time that a queued logout waits for earlier queued changes of its account, from when it could be sent or one of them was last
 * accepted.
 */
export const LOGOUT_WAITS_MS = 3_000;
/** Length of generated request, operation and message ids (nanoid), and minimum length of an Idempotency-Key of `replay: 'sealed'`. */
export const REQUEST_ID_LENGTH = 21;
/** Requests per minute and account (or address if anonymous), over all endpoints that have no limit of their own. */
export const REQUESTS_PER_MINUTE = 1_200;
/** Maximum size of a JSON request body, and length of the JSON text in a hub or gift stanza; larger ones are refused. */
export const JSON_MAX_BYTES = 65_536;
/** Maximum nesting depth of a JSON request body; the server refuses deeper ones. */
export const JSON_MAX_DEPTH = 20;

/** Endpoints whose queued changes are not listed as pending, cannot be discarded by the user, and never count as stalled. */
export const HIDDEN_CHANGES: readonly string[] = ['logout', 'fcmToken', 'attribution'];
