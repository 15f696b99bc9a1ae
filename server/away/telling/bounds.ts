const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/**
 * Pace of the pushes of one notification: the first is immediate, those up to `PUSHES_CLOSE` follow at the first distance, later
 * ones at the second. It starts again after `PUSH_PACE_FORGOTTEN_MS` without a push.
 */
export const PUSHES_CLOSE = 4;
export const PUSH_DISTANCE_MS = 15 * SECOND_MS;
export const PUSH_FAR_DISTANCE_MS = MINUTE_MS;
export const PUSH_PACE_FORGOTTEN_MS = 10 * MINUTE_MS;
/** Unanswered calls in a row after which a host with a closed app can no longer be called. */
export const RINGS_UNANSWERED_MAX = 2;
