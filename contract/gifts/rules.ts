/** Numbers of gifts, each with its unit in its name. */

/** The host's share of a gift; the rest goes to the house. */
export const GIFT_SHARE_PERCENT = 60;
/** Gifts of one purchase. */
export const GIFT_COUNT_MAX = 99;
export const GIFT_PRICE_MAX_GEMS = 100_000;
/** A gift this soon after the last of its combo is a part of it. */
export const COMBO_WITHIN_MS = 3_000;
export const GIFTS_PER_SECOND = 5;
export const GIFTS_BURST = 10;
/** The client asks for the outcome of an unanswered purchase for this long, and lets it be afterwards. */
export const GIFT_UNKNOWN_MS = 60_000;
