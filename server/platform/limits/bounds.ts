/** Rate limits per account; names include the unit. */

/** Lookups in the database of accounts that are not cached. */
export const LOOKUPS_PER_SECOND = 5;
export const LOOKUPS_BURST = 50;
/** Messages whose kind needs facts from the database. */
export const FACTS_PER_SECOND = 2;
export const FACTS_BURST = 20;
/** Requests to the gift service. */
export const GIFTS_PER_SECOND = 5;
export const GIFTS_BURST = 10;
