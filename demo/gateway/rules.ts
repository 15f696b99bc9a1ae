/** Numbers of the demo gateway, each with its unit in its name. */

/** Code that passes the bank's challenge, shown on its page. */
export const CHALLENGE_CODE = '1234';
/** Wrong codes per challenge after which the session is declined. */
export const CHALLENGE_TRIES_MAX = 3;
/** Maximum number of cards that may be entered for one session. */
export const TOKENS_MAX = 20;
/** Time until the `slow` test card's payment succeeds, and delay of the answer to the charge: longer than the merchant's timeout. */
export const SLOW_BANK_MS = 20_000;
/** Time after which the `late` test card's payment succeeds although it was declined first. */
export const LATE_SUCCESS_MS = 60_000;
/** Time from payment to the dispute that the `dispute` test card opens. */
export const DISPUTE_AFTER_MS = 5_000;
/** Time for which a refund is pending: of a UPI payment, or with the fault `slow` that a test ordered. */
export const SLOW_REFUND_MS = 10_000;
/** Time from the creation of a binding (a session that saves a card) until it expires. */
export const BINDING_MINUTES = 30;
/** One in this many webhook events, chosen at random, is sent late and twice instead of once at once. */
export const ODD_WEBHOOK_ONE_IN = 4;
/** Delay of the first delivery of a webhook event that is sent late (`ODD_WEBHOOK_ONE_IN`). */
export const LATE_WEBHOOK_MS = 5_000;
/** Time from a webhook event that is sent twice (`ODD_WEBHOOK_ONE_IN`) to its second delivery. */
export const SECOND_WEBHOOK_MS = 15_000;
/** Time limit of one delivery attempt of a webhook; afterwards it counts as failed and is retried. */
export const WEBHOOK_TIMEOUT_MS = 8_000;
/** Longest delay in seconds between two delivery attempts of a webhook; delays double from 1 s up to it. */
export const WEBHOOK_RETRY_MAX_S = 600;
/** Age of an event after which its delivery is no longer retried. */
export const WEBHOOK_GIVEN_UP_HOURS = 72;
/** Maximum number of sessions per page of `GET /v1/sessions`. */
export const LIST_PAGE = 100;
/** Number of newest payment sessions that the console lists. */
export const CONSOLE_ROWS = 50;
