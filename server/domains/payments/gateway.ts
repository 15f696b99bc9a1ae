import type { IncomingHttpHeaders } from 'node:http';
import type { Money } from '../../../contract/payments/money.ts';
import type { DeclineReason, NextStep, PaymentChannel } from '../../../contract/payments/orders.ts';
import type { Result } from '../../../contract/result.ts';

/**
 * State of a session or charge at the gateway at one moment, with its payment and reversals; `order/step.ts` derives the order's state
 * from it.
 */
export type GatewaySnapshot = {
  /** The gateway's id of the session or charge. */
  readonly ref: string;
  readonly orderId: string;
  /** The account that the order was opened for; absent if the gateway does not know it (`OrderFacts.uid`). */
  readonly uid?: number;
  readonly livemode: boolean;
  /** For a charge that is an object of its own: the session that it was made for. */
  readonly chargeOf?: string;
  /**
   * `open`: to be paid; `action`: the bank asks the payer a challenge; `confirming`: the bank has not decided; `declined`: the last charge
   * was refused; `closed`: it can no longer be paid.
   */
  readonly state: 'open' | 'action' | 'confirming' | 'paid' | 'declined' | 'closed';
  readonly reason?: DeclineReason;
  readonly payment?: {
    readonly ref: string;
    readonly amountMinor: number;
    /** ISO 4217, upper case; as reported by the gateway, so not necessarily a sold currency. */
    readonly currency: string;
    /** Time of the payment, in ms since the epoch. */
    readonly at: number;
    readonly card?: { readonly brand: string; readonly last4: string };
    /** Identifies the card or bank account: all payments with it have the same value; absent if the gateway has none. */
    readonly fingerprint?: string;
  };
  readonly next?: NextStep;
  readonly reversed: readonly {
    readonly ref: string;
    readonly amountMinor: number;
    readonly kind: 'refund' | 'dispute';
    /** `asked`: pending; `done`: the money is back; `refused`; for a dispute also `won` or `lost` by the house. */
    readonly state: 'asked' | 'done' | 'refused' | 'won' | 'lost';
    /** Of a refused refund: the code of the bank or gateway, if it names one. */
    readonly reason?: string;
  }[];
};

/**
 * An order as the gateway receives it in `Gateway.open`: price, title, channel, expiry, and return address. Stored in `payment_call`,
 * so that a repeated request has the same parameters.
 */
export type OrderFacts = {
  readonly orderId: string;
  /**
   * Identifies the payer of a payment whose order was lost by a restore of the database. Absent in orders that an earlier build has opened.
   */
  readonly uid?: number;
  readonly channel: PaymentChannel;
  readonly price: Money;
  /** Product name shown to the payer, for example '700 gems'. */
  readonly title: string;
  /** The gateway's id of the payer; '' if none yet. */
  readonly customerRef: string;
  readonly remember: boolean;
  /** When the order expires, in ms since the epoch. */
  readonly expiresAt: number;
  /** URL to which the gateway redirects the payer. */
  readonly returnUrl: string;
  /** Origin of the page that frames the gateway. */
  readonly parentOrigin: string;
};
/** A request to save a card without a payment, as the gateway receives it in `Gateway.bind`. */
export type BindFacts = Pick<OrderFacts, 'customerRef' | 'returnUrl' | 'parentOrigin'> & { readonly bindId: string };
/** State of a card binding at the gateway: the saved card, or the payer's next step. Neither: it has ended without a card. */
export type Binding = {
  readonly card?: GatewayCard | undefined;
  readonly next?: NextStep | undefined;
  /** Why the bank refused the last card. */
  readonly reason?: DeclineReason | undefined;
};
/** The answer to `Gateway.bind`: the reference of the new card binding, and the payer's first step. */
export type CreatedBinding = { readonly ref: string; readonly next: NextStep };
/** A card that the gateway has saved, with its references there; `saveCard` stores it. */
export type GatewayCard = {
  readonly cardRef: string;
  readonly customerRef: string;
  readonly brand: string;
  readonly last4: string;
  /** Month in which the card expires, `YYYY-MM`. */
  readonly expires: string;
  /** Identifies the card, as in `GatewaySnapshot.payment`; '' where the gateway names none. */
  readonly fingerprint?: string | undefined;
};
/**
 * The answer to `Gateway.charge`. `isUnsent`: the session or the card could not be charged, so no request was sent to a bank. `refusal`:
 * the error by which the gateway itself, not a bank, rejected the request; it is logged.
 */
export type ChargeAnswer = GatewaySnapshot & { readonly isUnsent?: boolean; readonly refusal?: Error };
/**
 * The answer to `Gateway.refund`. `sent`: it is pending. `done`: the gateway has sent the money back. `failed`: it was refused, by an error
 * of the gateway (`refusal`) or by the bank (`reason`, a code); both are logged.
 */
export type RefundResult = {
  readonly state: 'sent' | 'done' | 'failed';
  readonly refusal?: Error;
  readonly reason?: string | undefined;
};
/** Parameters of `Gateway.chargesOf`, which searches for a charge whose answer was lost. `since` (ms): not after its first request. */
export type ChargeQuery = {
  readonly orderId: string;
  readonly sessionRef: string;
  readonly customerRef: string;
  readonly since: number;
};
/** A refund as the gateway receives it in `Gateway.refund`: the reversal's id, the order, the payment, and the amount. */
export type ReversalFacts = {
  readonly reversalId: string;
  readonly orderId: string;
  readonly paymentRef: string;
  readonly price: Money;
};
/**
 * A webhook event whose signature was verified. It only triggers a request to the gateway; its content is not trusted. `ref` (session
 * or charge) and `orderId` are '' if it names none.
 */
export type WebhookEvent = { readonly eventId: string; readonly ref: string; readonly orderId: string };

/**
 * The client of a payment gateway. Calls that create or pay something have an idempotency key (`key`). Calls throw when the gateway does
 * not answer in GATEWAY_TIMEOUT_MS or fails; decisions of cards and banks are return values. No call is made inside a database transaction.
 */
export type Gateway = {
  readonly name: 'demo' | 'stripe';
  readonly livemode: boolean;
  readonly channels: readonly PaymentChannel[];
  /** Origin of the gateway's pages that are framed; '' if none. */
  readonly frameOrigin: string;
  open(order: OrderFacts, key: string): Promise<GatewaySnapshot>;
  charge(
    ref: string,
    card: { readonly token: string; readonly remember: boolean } | { readonly cardRef: string },
    key: string,
  ): Promise<ChargeAnswer>;
  /** All charges of an order that are objects of their own, newest first, without making one. Empty if charges are part of the session. */
  chargesOf(query: ChargeQuery): Promise<readonly GatewaySnapshot[]>;
  /** The current snapshot of a session or charge. */
  ask(ref: string): Promise<GatewaySnapshot>;
  /** Cancels a session or charge unless it is paid, and returns its snapshot. */
  close(ref: string): Promise<GatewaySnapshot>;
  /** Creates a card binding: a request to save a card without a payment. */
  bind(binding: BindFacts, key: string): Promise<CreatedBinding>;
  /** Completes a card binding with the token of a new card. */
  keep(bindRef: string, token: string, key: string): Promise<Binding>;
  /** State of a card binding, for example after the bank's challenge or the return from a page of the gateway. */
  askBinding(bindRef: string): Promise<Binding>;
  /** The card that a paid session has saved, if the payer wanted it. */
  keptBy(ref: string): Promise<GatewayCard | undefined>;
  /** Detaches a saved card, so that it can no longer be charged. */
  forget(cardRef: string): Promise<void>;
  /** Asks the gateway to send the money of a reversal back; repeated with the same key, it has one effect. */
  refund(reversal: ReversalFacts, key: string): Promise<RefundResult>;
  /** All sessions and charges created since this time (ms), and older ones refunded or disputed since. */
  list(since: number): AsyncIterable<GatewaySnapshot>;
  /** Verifies the signature of a webhook over its raw body; `stale`: it was signed too long before or after `now` (ms). */
  verifyWebhook(raw: Buffer, headers: IncomingHttpHeaders, now: number): Result<WebhookEvent, 'forged' | 'stale'>;
};
