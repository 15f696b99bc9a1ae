/** Business numbers of this domain, each with its unit in its name. */

export const NOTICES_PAGE = 50;
/** A device that was away is told of what happened within this time. */
export const NOTICES_TOLD_DAYS = 7;
/** The server keeps notices this long. */
export const NOTICES_KEPT_DAYS = 30;
export const NOTICES_ON_DEVICE_MAX = 200;
/** Nobody is told more often than this that the same person came online. */
export const CAME_AGAIN_AFTER_MS = 6 * 3_600_000;
