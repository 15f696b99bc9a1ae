const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Of one notification: the first push at once, some at the first distance, later ones at the second; after a rest anew. */
export const PUSHES_CLOSE = 4;
export const PUSH_DISTANCE_MS = 15 * SECOND_MS;
export const PUSH_FAR_DISTANCE_MS = MINUTE_MS;
export const PUSH_PACE_FORGOTTEN_MS = 10 * MINUTE_MS;
/** Of a host whose closed app rings. */
export const RINGS_UNANSWERED_MAX = 2;
