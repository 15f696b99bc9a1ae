import { HOUR_MS } from '../durations.ts';

/** Limits and times of notifications, the same for client and server; names include the unit. */

/** Entries in one page of the list of notices. */
export const NOTICES_PAGE = 50;
/** Age limit of the notices that a device fetches after being offline. */
export const NOTICES_DELIVERED_DAYS = 7;
/** Retention of notices on the server. */
export const NOTICES_KEPT_DAYS = 30;
/** Maximum number of notices that a device stores; the oldest are deleted. */
export const NOTICES_ON_DEVICE_MAX = 200;
/** Minimum interval between two 'came online' notices about the same person to the same user. */
export const CAME_AGAIN_AFTER_MS = 6 * HOUR_MS;
