import type { IncomingHttpHeaders } from 'node:http';
import type { Money } from '../../../contract/payments/money.ts';
import type { Channel, DeclineReason, NextStep } from '../../../contract/payments/orders.ts';
import type { Result } from '../../../contract/result.ts';

/** Everything that a gateway knows of one of its sessions, now. */
export type Seen = {
  /** The gateway's name of the session. */
  readonly ref: string;
  readonly orderId: string;
  readonly livemode: boolean;
  /** Of a charge that is an object of its own: the session in whose place it was made. */
  readonly chargeOf?: string;
  /** `closed`: it cannot be paid any more. */
  readonly state: 'open' | 'action' | 'confirming' | 'paid' | 'declined' | 'closed';
  readonly reason?: DeclineReason;
  readonly payment?: {
    readonly ref: string;
    readonly amountMinor: number;
    /** ISO 4217, upper case; whatever the gateway says. */
    readonly currency: string;
    /** ms. */
    readonly at: number;
    readonly card?: { readonly brand: string; readonly last4: string };
    /** The same for every payment with the same card or bank account; absent where the gateway names none. */
    readonly fingerprint?: string;
  };
  readonly next?: NextStep;
  readonly reversed: readonly {
    readonly ref: string;
    readonly amountMinor: number;
    readonly kind: 'refund' | 'dispute';
    /** `asked`: under way; `done`: the money is back; `refused`; a dispute that the house `won` or `lost`. */
    readonly state: 'asked' | 'done' | 'refused' | 'won' | 'lost';
  }[];
};

/** An order as a gateway is told. */
export type OrderFacts = {
  readonly orderId: string;
  readonly channel: Channel;
  readonly price: Money;
  /** For the payer's eyes: '700 gems'. */
  readonly title: string;
  /** The gateway's own name of the payer; '' where it has none yet. */
  readonly customerRef: string;
  readonly remember: boolean;
  /** ms. */
  readonly expiresAt: number;
  /** Where the gateway leads back to. */
  readonly returnUrl: string;
  /** Origin of the page that frames the gateway. */
  readonly parentOrigin: string;
};
export type BindFacts = Pick<OrderFacts, 'customerRef' | 'returnUrl' | 'parentOrigin'> & { readonly bindId: string };
/** What became of a card that is about to be kept: it is kept, or what its payer does next. Neither: it is over. */
export type Binding = {
  readonly card?: KeptCard | undefined;
  readonly next?: NextStep | undefined;
  /** Why the bank refused the last one. */
  readonly reason?: DeclineReason | undefined;
};
export type Bound = { readonly ref: string; readonly next: NextStep; readonly card?: KeptCard };
export type KeptCard = {
  readonly cardRef: string;
  readonly customerRef: string;
  readonly brand: string;
  readonly last4: string;
  /** `YYYY-MM`. */
  readonly expires: string;
  /** See `Seen.payment`; '' where the gateway names none. */
  readonly fingerprint?: string | undefined;
};
/** The answer to a charge. `isUnsent`: the session or the card could not be charged, so that this time no bank was asked. */
export type ChargeAnswer = Seen & { readonly isUnsent?: boolean };
/** A charge whose answer is unknown. `since`: ms, no later than its first request. */
export type ChargeQuery = {
  readonly orderId: string;
  readonly sessionRef: string;
  readonly customerRef: string;
  readonly since: number;
};
export type ReversalFacts = {
  readonly reversalId: string;
  readonly orderId: string;
  readonly paymentRef: string;
  readonly price: Money;
};
/** What a verified webhook is about. It is a bell: what happened is asked for. `ref` and `orderId` may be empty. */
export type Bell = { readonly eventId: string; readonly ref: string; readonly orderId: string };

/**
 * A gateway as the house uses it. Every call that does something has a key: the same key does the same once. They throw when the
 * gateway is silent or faulty (`GATEWAY_TIMEOUT_MS`); what a card or bank says is data. None is called inside a transaction.
 */
export type Gateway = {
  readonly name: 'demo' | 'stripe';
  readonly livemode: boolean;
  readonly channels: readonly Channel[];
  /** Of the pages that are framed. */
  readonly frameOrigin: string;
  open(order: OrderFacts, key: string): Promise<Seen>;
  charge(
    ref: string,
    card: { readonly token: string; readonly remember: boolean } | { readonly cardRef: string },
    key: string,
  ): Promise<ChargeAnswer>;
  /** Every charge of an order that is an object of its own, newest first, without sending one. Empty where charges are part of the session. */
  chargesOf(query: ChargeQuery): Promise<readonly Seen[]>;
  ask(ref: string): Promise<Seen>;
  /** Makes it unpayable, or says that it is paid. */
  close(ref: string): Promise<Seen>;
  bind(binding: BindFacts, key: string): Promise<Bound>;
  keep(bindRef: string, token: string, key: string): Promise<Binding>;
  /** What became of it, as after the question of a bank or on the way back from a page of the gateway. */
  askBinding(bindRef: string): Promise<Binding>;
  /** The card that a paid session has kept, where the payer wished it. */
  keptBy(ref: string): Promise<KeptCard | undefined>;
  forget(cardRef: string): Promise<void>;
  refund(reversal: ReversalFacts, key: string): Promise<'sent' | 'done' | 'failed'>;
  /** Every session since then (ms). */
  list(since: number): AsyncIterable<Seen>;
  /** Verifies a webhook by its raw bytes. */
  bell(raw: Buffer, headers: IncomingHttpHeaders, now: number): Result<Bell, 'forged' | 'stale'>;
};
