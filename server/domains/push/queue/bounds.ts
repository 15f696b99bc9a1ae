import { MINUTE_MS, SECOND_MS } from '../../../../contract/durations.ts';

/** Number of pushes in a row of one notification that are sent at the short distance; the first is immediate. */
export const PUSHES_CLOSE = 4;
/** Minimum time between the first `PUSHES_CLOSE` pushes of one notification of an account. */
export const PUSH_DISTANCE_MS = 15 * SECOND_MS;
/** Minimum time between later pushes of one notification of an account. */
export const PUSH_FAR_DISTANCE_MS = MINUTE_MS;
/** After this time without a push, the next push of a notification counts as its first: it is immediate. */
export const PUSH_PACE_FORGOTTEN_MS = 10 * MINUTE_MS;
/** Unanswered calls in a row after which a host with a closed app can no longer be called, until a stream of the host opens. */
export const RINGS_UNANSWERED_MAX = 2;
