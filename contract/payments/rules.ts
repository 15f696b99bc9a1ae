/** Constants of payments; names include the unit. */

export const EXACT_GEMS_MIN = 100;
export const EXACT_GEMS_MAX = 10_000;
export const EXACT_GEMS_STEP = 10;
/** A price that was replaced longer ago than this is refused. */
export const PRICE_KEPT_MINUTES = 15;
/** Maximum number of unfinished orders per account. */
export const LIVE_ORDERS_MAX = 3;
/** Declined charges after which an order fails. */
export const CHARGE_ATTEMPTS_MAX = 5;
/** Declines per account or device and day, after which card payments are blocked until the next day. */
export const DECLINES_PER_DAY = 8;
/** Lifetime of an unpaid order, by channel. */
export const CARD_ORDER_MINUTES = 31;
export const UPI_ORDER_MINUTES = 10;
export const SAVED_CARDS_MAX = 5;
export const REFUND_WITHIN_DAYS = 14;
export const REFUNDS_PER_DAY = 3;
export const TICKET_HOURS = 24;
export const ORDERS_PER_MINUTE = 6;
export const ORDERS_PER_DAY = 30;
export const CHARGES_PER_MINUTE = 10;
export const STATUS_PER_MINUTE = 60;
export const CARDS_PER_MINUTE = 5;
export const WEBHOOKS_PER_MINUTE = 600;
/** Timeout of gateway requests. */
export const GATEWAY_TIMEOUT_MS = 8_000;
/** Maximum deviation of a signed webhook's time from the server clock. */
export const WEBHOOK_SKEW_S = 300;
export const RECORDS_PAGE = 30;
export const RECORDS_PAGE_MAX = 100;
/** Poll schedule of the gateway while a user watches an order; then every minute. */
export const ORDER_POLL_S = [2, 4, 8, 15, 30, 60] as const;
/** Check schedule of an expired order: banks confirm up to three days late. */
export const ORDER_LATE_POLL_MINUTES = [10, 60, 360, 1_440, 4_320] as const;
