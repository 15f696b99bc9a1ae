/** Constants of gifts; names include the unit. */

/** Share of a gift's price that the host earns; the platform gets the rest. */
export const GIFT_SHARE_PERCENT = 60;
/** Maximum number of gifts in one purchase. */
export const GIFT_COUNT_MAX = 99;
/** Maximum price of one gift. */
export const GIFT_PRICE_MAX_GEMS = 100_000;
/**
 * Time since the last purchase of a combo in which another one of the same gift may continue it; later ones are refused with `conflict`.
 */
export const COMBO_WITHIN_MS = 3_000;
/** Gift purchases per account and second, on average; the gift service refuses more with `rate`. */
export const GIFTS_PER_SECOND = 5;
/** Gift purchases that an account may make at once before `GIFTS_PER_SECOND` applies. */
export const GIFTS_BURST = 10;
/**
 * Time in which a purchase without a response is sent again under the same id. Then the page gets `timeout`, and the core only looks the
 * purchase up.
 */
export const GIFT_UNKNOWN_MS = 60_000;
