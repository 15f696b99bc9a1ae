/** Business numbers of this domain, each with its unit in its name. */

export const REQUEST_TIMEOUT_MS = 10_000;
export const REQUEST_RETRIES = 3;
export const REQUEST_BACKOFF_MS = 100;
export const REQUEST_BACKOFF_FACTOR = 2;
export const REQUEST_BACKOFF_JITTER = 0.2;
export const REQUEST_ID_LENGTH = 21;
/** Of an account, or without one of an address, over all endpoints that are not counted by themselves. */
export const REQUESTS_PER_MINUTE = 1_200;
export const JSON_MAX_BYTES = 65_536;
export const JSON_MAX_DEPTH = 20;

/** Queued calls that no press made: they are not listed as waiting, and nobody can take them back. */
export const SILENT_CALLS: readonly string[] = ['logout', 'fcmToken', 'attribution'];
