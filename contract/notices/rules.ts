/** Constants of this domain; names include the unit. */

export const NOTICES_PAGE = 50;
/** Age limit of the notices that a device fetches after being offline. */
export const NOTICES_DELIVERED_DAYS = 7;
/** Retention of notices on the server. */
export const NOTICES_KEPT_DAYS = 30;
export const NOTICES_ON_DEVICE_MAX = 200;
/** Minimum interval between two 'came online' notices about the same person. */
export const CAME_AGAIN_AFTER_MS = 6 * 3_600_000;
