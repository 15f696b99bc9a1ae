/** Constants of payments; names include the unit. */

/**
 * The smallest pack of the catalogue, as the landing page names it before anything is fetched. A change of the catalogue changes it too.
 */
export const ADVERTISED_PACK = { gems: 100, price: { amountMinor: 99, currency: 'USD' } } as const;
/** Smallest exact amount of gems that is sold. */
export const EXACT_GEMS_MIN = 100;
/** Largest exact amount of gems that is sold. */
export const EXACT_GEMS_MAX = 10_000;
/** Exact amounts of gems are multiples of this. */
export const EXACT_GEMS_STEP = 10;
/** Time after its replacement in which a price is still accepted for a new order. */
export const PRICE_KEPT_MINUTES = 15;
/** Maximum number of unfinished orders per account; a further one is refused. */
export const LIVE_ORDERS_MAX = 3;
/** Declined charges of one card order after which it fails. */
export const CHARGE_ATTEMPTS_MAX = 5;
/** Declines per account or device and day (UTC), after which card payments are blocked until the next day. */
export const DECLINES_PER_DAY = 8;
/** Lifetime of an unpaid order of the channels `card` and `hosted`. */
export const CARD_ORDER_MINUTES = 31;
/** Lifetime of an unpaid order of the channel `upi`. */
export const UPI_ORDER_MINUTES = 10;
/** Maximum number of saved cards per account. */
export const SAVED_CARDS_MAX = 5;
/** Days after the payment in which the payer can refund the unused part of an order. */
export const REFUND_WITHIN_DAYS = 14;
/** Refunds by the payer per account within 24 hours. */
export const REFUNDS_PER_DAY = 3;
/** Validity of the ticket that reads an order's status without a login. */
export const TICKET_HOURS = 24;
/** New orders per minute and account, repetitions included. */
export const ORDERS_PER_MINUTE = 6;
/** New orders per 24 hours and account, repetitions included. */
export const ORDERS_PER_DAY = 30;
/** Charges and requests for payouts together, per minute and account; separately, refund requests per minute and account. */
export const CHARGES_PER_MINUTE = 10;
/** Requests for the status of an order per minute and account, or address without a login. */
export const STATUS_PER_MINUTE = 60;
/** Requests that save or delete a card without a purchase, or a host's identity, tax or payout details, per minute and account. */
export const CARDS_PER_MINUTE = 5;
/** Webhook requests per minute and address. */
export const WEBHOOKS_PER_MINUTE = 600;
/** Timeout of one request to the payment gateway. */
export const GATEWAY_TIMEOUT_MS = 8_000;
/** Maximum deviation of a signed webhook's time from the server clock. */
export const WEBHOOK_SKEW_S = 300;
/** Default page size of the histories of orders, gems and silver. */
export const RECORDS_PAGE = 30;
/** Largest page of the histories of orders, gems and silver that a client may request. */
export const RECORDS_PAGE_MAX = 100;
/**
 * Seconds between the server's polls of the gateway for an unpaid order, in sequence; then every minute, from the 20th poll on every five
 * minutes. Clients poll the server at similar intervals, in the end every minute.
 */
export const ORDER_POLL_S = [2, 4, 8, 15, 30, 60] as const;
/** Minutes after its expiry at which the server asks the gateway about an unpaid order again: banks confirm up to three days late. */
export const ORDER_LATE_POLL_MINUTES = [10, 60, 360, 1_440, 4_320] as const;
