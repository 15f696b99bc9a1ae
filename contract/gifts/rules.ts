/** Constants of gifts; names include the unit. */

/** The host's share of a gift; the platform gets the rest. */
export const GIFT_SHARE_PERCENT = 60;
/** Maximum number of gifts per purchase. */
export const GIFT_COUNT_MAX = 99;
export const GIFT_PRICE_MAX_GEMS = 100_000;
/** Maximum interval between two gifts of a combo. */
export const COMBO_WITHIN_MS = 3_000;
export const GIFTS_PER_SECOND = 5;
export const GIFTS_BURST = 10;
/** The client polls for the outcome of an unanswered purchase for this long, then gives up. */
export const GIFT_UNKNOWN_MS = 60_000;
