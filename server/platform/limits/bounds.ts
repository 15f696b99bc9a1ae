/** Bounds of what one account may ask, each with its unit in its name. */

/** People who are not in memory, asked for in the database. */
export const LOOK_UPS_PER_SECOND = 5;
export const LOOK_UPS_BURST = 50;
/** Messages whose kind needs facts of the database. */
export const FACTS_PER_SECOND = 2;
export const FACTS_BURST = 20;
/** What is asked of the gift service. */
export const GIFTS_PER_SECOND = 5;
export const GIFTS_BURST = 10;
