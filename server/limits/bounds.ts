/** Bounds of what one account may ask, each with its unit in its name. */

/** People who are not in memory, asked for in the database. */
export const LOOK_UPS_PER_SECOND = 5;
export const LOOK_UPS_BURST = 50;
