import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';

// The constants of this file are the limits and times of push notifications. The unit is part of the name where there is one.

/** Interval at which each process reads the file of VAPID keys again. */
export const PUSH_KEYS_READ_EVERY_MS = MINUTE_MS;
/**
 * How long a VAPID key still signs pushes to the subscriptions made with it, after the next key replaced it. Afterwards such a
 * subscription is deleted at its next push.
 */
export const PUSH_KEY_LIVES_MS = 90 * DAY_MS;

/** Lifetime of a VAPID signature of this server for one push service (at most a day, RFC 8292). */
export const PUSH_SIGNATURE_LASTS_MS = 12 * HOUR_MS;
/** How long before its end a cached VAPID signature is renewed. */
export const PUSH_SIGNATURE_SPARE_MS = HOUR_MS;
/** Number of VAPID signatures that a process caches, one per push service and key; the oldest are dropped. */
export const PUSH_SIGNATURES_MAX = 256;

/** Timeout of a request to a push service; it then counts as failed. */
export const PUSH_ANSWER_MS = 10 * SECOND_MS;
/** Maximum number of concurrent requests of a process to one push service host; further ones wait. */
export const PUSH_REQUESTS_PER_HOST = 16;
/** Maximum number of push jobs that one process sends concurrently. */
export const PUSH_JOBS_AT_ONCE = 64;
/** Lease of a push job: after this time another process may send it. Longer than all requests of a job take. */
export const PUSH_LEASE_MS = 30 * SECOND_MS;
/** Delays before the retries of a push after a 3xx or 5xx answer, or none; after the last one it is given up. */
export const PUSH_TRIED_AGAIN_AFTER_MS = [2_000, 8_000, 30_000] as const;
/** The longest time without requests to a push service host after a 429, whatever its `Retry-After`. */
export const PUSH_HOST_RESTS_MAX_MS = 10 * MINUTE_MS;
/** The time without requests to a push service host after a 429 without `Retry-After`. */
export const PUSH_HOST_RESTS_MS = MINUTE_MS;
/** Number of refusals (4xx, except 404, 410 and 429) since the last success after which a push subscription is deleted. */
export const PUSH_REFUSALS_MAX = 3;
/** Number of failures (3xx, 5xx, no answer) since the last success after which a subscription is deleted, if they span PUSH_FAILING_MAX_MS. */
export const PUSH_FAILURES_MAX = 10;
/** Time since the first failure without a success, after which a push subscription with `PUSH_FAILURES_MAX` failures is deleted. */
export const PUSH_FAILING_MAX_MS = 3 * DAY_MS;

/** Maximum number of notifications that one push closes; with the longest ids they still fit into `PUSH_PADDED_BYTES`. */
export const PUSH_CLOSED_THREADS_MAX = 8;

/** Maximum number of pushes of one account per minute, except kinds that ring; further events are combined into one summary. */
export const PUSHES_PER_MINUTE = 6;
/** Maximum number of pushes of one account per hour, except kinds that ring; further events are combined into one summary. */
export const PUSHES_PER_HOUR = 60;
/** Maximum number of pushes per account and day (UTC) about users who came online, unless asked for; further ones are dropped. */
export const ONLINE_PUSHES_PER_DAY = 3;
