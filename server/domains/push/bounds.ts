/** Limits of push notifications. The unit is part of the name where there is one. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Interval at which each process reads the key file again. */
export const PUSH_KEYS_READ_EVERY_MS = MINUTE_MS;
/** How long a key still signs for the subscriptions made with it, after the next key replaced it. */
export const PUSH_KEY_LIVES_MS = 90 * DAY_MS;

/** Lifetime of a VAPID signature (at most a day, RFC 8292). */
export const PUSH_SIGNATURE_LASTS_MS = 12 * HOUR_MS;
/** How long before its end a signature is renewed. */
export const PUSH_SIGNATURE_SPARE_MS = HOUR_MS;
/** Number of cached signatures. */
export const PUSH_SIGNATURES_MAX = 256;

/** Time limit for the answer of a push service. */
export const PUSH_ANSWER_MS = 10 * SECOND_MS;
/** Maximum number of concurrent requests of a process to one host. */
export const PUSH_REQUESTS_PER_HOST = 16;
/** Maximum number of jobs that one process sends at a time. */
export const PUSH_JOBS_AT_ONCE = 64;
/** Lease of a job: after this time another process may send it. Longer than all requests of a job take. */
export const PUSH_LEASE_MS = 30 * SECOND_MS;
/** Delays of the retries after a 5xx answer, or no answer. */
export const PUSH_TRIED_AGAIN_AFTER_MS = [2_000, 8_000, 30_000] as const;
/** The longest time without requests to a host after a 429, whatever its `Retry-After`. */
export const PUSH_HOST_RESTS_MAX_MS = 10 * MINUTE_MS;
/** The time without requests to a host after a 429 without `Retry-After`. */
export const PUSH_HOST_RESTS_MS = MINUTE_MS;
/** Refusals in a row after which a subscription is deleted. */
export const PUSH_REFUSALS_MAX = 3;
/** Failures in a row after which a subscription is deleted, if they span `PUSH_FAILING_MAX_MS`. */
export const PUSH_FAILURES_MAX = 10;
/** Time without success after which a failing subscription is deleted. */
export const PUSH_FAILING_MAX_MS = 3 * DAY_MS;

/** Maximum number of notifications that one push closes; with the longest ids it still fits into `PUSH_PADDED_BYTES`. */
export const PUSH_CLOSED_THREADS_MAX = 8;

/** Pushes of one account per minute; further events are combined into one summary. */
export const PUSHES_PER_MINUTE = 6;
/** Pushes of one account per hour; further events are combined into one summary. */
export const PUSHES_PER_HOUR = 60;
/** Pushes per account and day (UTC) about users who came online. */
export const ONLINE_PUSHES_PER_DAY = 3;
