/** Limits of pushing, each with its unit in its name. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Each process looks for a new key so often. */
export const PUSH_KEYS_READ_EVERY_MS = MINUTE_MS;
/** A key signs for the subscriptions that were made with it, this long after the next one took its place. */
export const PUSH_KEY_LIVES_MS = 90 * DAY_MS;

/** A signature is good for so long (at most a day, RFC 8292), and not used any more so long before its end. */
export const PUSH_SIGNATURE_LASTS_MS = 12 * HOUR_MS;
export const PUSH_SIGNATURE_SPARE_MS = HOUR_MS;
export const PUSH_SIGNATURES_MAX = 256;

/** How long a push service may take to answer. */
export const PUSH_ANSWER_MS = 10 * SECOND_MS;
export const PUSH_REQUESTS_PER_HOST = 16;
/** Jobs that one process has in hand. */
export const PUSH_JOBS_AT_ONCE = 64;
/** A job in hand for so long is that of a process that is gone. Longer than all requests of one may take. */
export const PUSH_LEASE_MS = 30 * SECOND_MS;
/** After an answer of 5xx, or none, it is tried again after these times. */
export const PUSH_TRIED_AGAIN_AFTER_MS = [2_000, 8_000, 30_000] as const;
/** How long a host is left alone at most where it says so itself, and how long where it does not. */
export const PUSH_HOST_RESTS_MAX_MS = 10 * MINUTE_MS;
export const PUSH_HOST_RESTS_MS = MINUTE_MS;
/** A token that a service refused so often in a row is worth nothing. */
export const PUSH_REFUSALS_MAX = 3;
/** A token whose service did not answer so often in a row, over this time, is worth nothing. */
export const PUSH_FAILURES_MAX = 10;
export const PUSH_FAILING_MAX_MS = 3 * DAY_MS;

/** Notifications that one push closes: with the longest ids it still fits into `PUSH_PADDED_BYTES`. */
export const PUSH_CLOSED_THREADS_MAX = 8;

/** Pushes of an account. What is more is told by one summary. */
export const PUSHES_PER_MINUTE = 6;
export const PUSHES_PER_HOUR = 60;
/** That somebody came online is pushed so often a day (UTC). */
export const ONLINE_PUSHES_PER_DAY = 3;
