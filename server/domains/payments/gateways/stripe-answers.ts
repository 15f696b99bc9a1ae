import * as v from 'valibot';
import type { DeclineReason, NextStep } from '../../../../contract/payments/orders.ts';
import type { GatewayCard, GatewaySnapshot } from '../gateway.ts';

// The schemas of this file read only those fields of Stripe's answers that are used.

const seconds = v.pipe(v.number(), v.integer(), v.minValue(0));
const minor = v.pipe(v.number(), v.integer());
const currency = v.pipe(v.string(), v.toUpperCase());
const metadata = v.optional(v.nullable(v.record(v.string(), v.string())), null);
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(255));
/** An expandable field: an unexpanded one is only an id, which is read as null. */
const whole = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(
    v.nullable(
      v.union([
        v.object(entries),
        v.pipe(
          v.string(),
          v.transform(() => null),
        ),
      ]),
    ),
    null,
  );

const card = v.object({
  brand: v.nullish(v.string()),
  last4: v.nullish(v.string()),
  exp_month: v.nullish(v.number()),
  exp_year: v.nullish(v.number()),
  fingerprint: v.nullish(v.string()),
});
const methodEntries = { id, customer: v.nullish(v.string()), card: v.nullish(card) };
const chargeEntries = {
  id,
  created: seconds,
  disputed: v.optional(v.boolean(), false),
  payment_method_details: v.nullish(v.looseObject({ type: v.nullish(v.string()), card: v.nullish(card) })),
};
/** Schema of what identifies the payer's means: cards and bank debits have a fingerprint, UPI has a payment address (`vpa`). */
const instrument = v.object({ fingerprint: v.nullish(v.string()), vpa: v.nullish(v.string()) });
const lastError = v.nullish(v.object({ code: v.nullish(v.string()), decline_code: v.nullish(v.string()) }));
const intentEntries = {
  id,
  created: seconds,
  livemode: v.boolean(),
  status: v.string(),
  amount_received: minor,
  currency,
  metadata,
  latest_charge: whole(chargeEntries),
  last_payment_error: lastError,
  next_action: v.nullish(v.object({ redirect_to_url: v.nullish(v.object({ url: v.nullish(v.string()) })) })),
};
/** Schema of a PaymentIntent in Stripe's answers: a payment of a session, or the charge of a saved card. */
export const intentAnswer = v.object(intentEntries);
/** A parsed PaymentIntent of Stripe. */
export type IntentAnswer = v.InferOutput<typeof intentAnswer>;

/** Schema of a Checkout Session in Stripe's answers, with its PaymentIntent if expanded. */
export const sessionAnswer = v.object({
  id,
  created: seconds,
  livemode: v.boolean(),
  mode: v.string(),
  status: v.nullable(v.string()),
  payment_status: v.string(),
  url: v.nullish(v.string()),
  success_url: v.nullish(v.string()),
  client_reference_id: v.nullish(v.string()),
  amount_total: v.nullish(minor),
  currency: v.nullish(currency),
  metadata,
  payment_intent: whole(intentEntries),
});
/** A parsed Checkout Session of Stripe. */
export type SessionAnswer = v.InferOutput<typeof sessionAnswer>;

/** Schema of a Checkout Session in mode `setup`, which saves a card without a payment; read for card bindings. */
export const setupAnswer = v.object({
  status: v.nullable(v.string()),
  url: v.nullish(v.string()),
  setup_intent: whole({ status: v.string(), payment_method: whole(methodEntries), last_setup_error: lastError }),
});
/** Schema of a paid Checkout Session, read for the card that it saved. */
export const savedCardAnswer = v.object({
  payment_intent: whole({
    status: v.string(),
    setup_future_usage: v.nullish(v.string()),
    payment_method: whole(methodEntries),
  }),
});
/** Schema of a PaymentMethod in Stripe's answers: a saved card, read before it is charged. */
export const methodAnswer = v.object(methodEntries);

/** Schema of a Refund in Stripe's answers. */
export const refundAnswer = v.object({
  id,
  amount: minor,
  status: v.nullish(v.string()),
  failure_reason: v.nullish(v.string()),
  metadata,
  payment_intent: v.nullish(v.string()),
});
/** A Refund in an answer of Stripe's API, parsed by `refundAnswer`. */
export type RefundAnswer = v.InferOutput<typeof refundAnswer>;

/** Schema of a Dispute in Stripe's answers; its amount is in minor units. */
export const disputeAnswer = v.object({ id, amount: minor, status: v.string(), payment_intent: v.nullish(v.string()) });
/** A parsed Dispute of Stripe. */
export type DisputeAnswer = v.InferOutput<typeof disputeAnswer>;

/** Metadata key for the order id, set on Checkout Sessions, PaymentIntents and Refunds at Stripe. */
export const OUR_ORDER = 'order';
/** Metadata key for the uid of the buyer, set on Checkout Sessions and PaymentIntents at Stripe. */
export const OUR_UID = 'uid';
/** Metadata key for the reversal id, set on each Refund that the server requests at Stripe. */
export const OUR_REVERSAL = 'reversal';
/** Metadata key on the PaymentIntent that charges a saved card: the Checkout Session that it is charged for. */
export const OUR_SESSION = 'session';

type Reversed = GatewaySnapshot['reversed'][number];

const refundStates: Readonly<Record<string, Reversed['state']>> = {
  succeeded: 'done',
  failed: 'refused',
  canceled: 'refused',
};
/** State of a refund at Stripe; an unknown status counts as pending. */
export const refundState = ({ status }: RefundAnswer): Reversed['state'] => refundStates[status ?? ''] ?? 'asked';

/**
 * Converts a Stripe refund to a reversal of a snapshot. A refund that the server requested has the id of its reversal as reference,
 * others that of Stripe.
 */
export const readRefund = (refund: RefundAnswer): Reversed => ({
  ref: refund.metadata?.[OUR_REVERSAL] ?? refund.id,
  amountMinor: refund.amount,
  kind: 'refund',
  state: refundState(refund),
  ...(refund.failure_reason && { reason: refund.failure_reason }),
});

/**
 * Converts a Stripe dispute to a reversal of a snapshot. Undefined for an inquiry (`warning_..`), which has moved no money, and for a
 * prevented dispute, which became a refund. An appeal against a lost dispute is pending again.
 */
export function readDispute({ id: ref, amount: amountMinor, status }: DisputeAnswer): Reversed | undefined {
  if (status.startsWith('warning_') || status === 'prevented') return undefined;
  return { ref, amountMinor, kind: 'dispute', state: status === 'won' || status === 'lost' ? status : 'asked' };
}

const REASONS: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'no-funds',
  expired_card: 'expired-card',
  authentication_required: 'challenge-failed',
  payment_intent_authentication_failure: 'challenge-failed',
  card_declined: 'declined',
};

/** Decline reason for the payer, from the error of a PaymentIntent or SetupIntent; undefined without an error. */
export const reasonOf = (error: IntentAnswer['last_payment_error']): DeclineReason | undefined =>
  error ? (REASONS[error.decline_code ?? ''] ?? REASONS[error.code ?? ''] ?? 'other') : undefined;

const uidText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number));
/** The account in the metadata; none in an object that an earlier build or another program has made. */
function readUid({ metadata }: Pick<SessionAnswer, 'metadata'>): { readonly uid?: number } {
  const uid = v.safeParse(uidText, metadata?.[OUR_UID]);
  return uid.success ? { uid: uid.output } : {};
}

function paymentOf(intent: IntentAnswer): NonNullable<GatewaySnapshot['payment']> {
  const details = intent.latest_charge?.payment_method_details;
  const shown = details?.card;
  const by = v.safeParse(instrument, details?.[details.type ?? 'card']);
  const fingerprint = by.success ? (by.output.fingerprint ?? by.output.vpa) : undefined;
  return {
    ref: intent.id,
    amountMinor: intent.amount_received,
    currency: intent.currency,
    at: (intent.latest_charge?.created ?? intent.created) * 1_000,
    ...(shown?.brand && shown.last4 && { card: { brand: shown.brand, last4: shown.last4 } }),
    ...(fingerprint && { fingerprint }),
  };
}

/**
 * Converts a Checkout Session to a snapshot. On the hosted page a payer may retry after a declined card, so such a session is still
 * open.
 */
export function readSession(session: SessionAnswer, reversed: GatewaySnapshot['reversed']): GatewaySnapshot {
  const intent = session.payment_intent;
  const reason = reasonOf(intent?.last_payment_error);
  const about = {
    ref: session.id,
    orderId: session.client_reference_id ?? session.metadata?.[OUR_ORDER] ?? '',
    ...readUid(session),
    livemode: session.livemode,
    reversed,
  };
  if (intent?.status === 'succeeded') return { ...about, state: 'paid', payment: paymentOf(intent) };
  if (session.status === 'complete' && session.payment_status !== 'unpaid') {
    // The payment has no PaymentIntent: its amount is passed on as it is and compared with the order's.
    const amountMinor = session.payment_status === 'paid' ? (session.amount_total ?? 0) : 0;
    const payment = { ref: session.id, amountMinor, currency: session.currency ?? '', at: session.created * 1_000 };
    return { ...about, state: 'paid', payment };
  }
  if (intent?.status === 'processing') return { ...about, state: 'confirming', next: { kind: 'wait' } };
  if (session.status === 'open') {
    const next: NextStep = session.url ? { kind: 'redirect', url: session.url } : { kind: 'wait' };
    return { ...about, state: 'open', next, ...(reason && { reason }) };
  }
  const failed = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  if (session.status === 'complete' && !failed) return { ...about, state: 'confirming', next: { kind: 'wait' } };
  return { ...about, state: 'closed', ...(reason && { reason }) };
}

/** Converts the PaymentIntent that charges a saved card to a snapshot. */
export function readIntent(intent: IntentAnswer, reversed: GatewaySnapshot['reversed']): GatewaySnapshot {
  const { id: ref, livemode, status } = intent;
  const chargeOf = intent.metadata?.[OUR_SESSION];
  const orderId = intent.metadata?.[OUR_ORDER] ?? '';
  const about = { ref, orderId, ...readUid(intent), livemode, reversed, ...(chargeOf && { chargeOf }) };
  const reason = reasonOf(intent.last_payment_error);
  if (status === 'succeeded') return { ...about, state: 'paid', payment: paymentOf(intent) };
  if (status === 'canceled') return { ...about, state: 'closed', reason: reason ?? 'cancelled' };
  if (status === 'requires_payment_method') return { ...about, state: 'declined', reason: reason ?? 'declined' };
  const url = intent.next_action?.redirect_to_url?.url;
  if (status === 'requires_action' && url) return { ...about, state: 'action', next: { kind: 'challenge', url } };
  return { ...about, state: 'confirming', next: { kind: 'wait' } };
}

/** Converts a PaymentMethod to a card; undefined if it cannot be charged again, because it has no customer or is not a card. */
export function readCard(method: v.InferOutput<typeof methodAnswer>): GatewayCard | undefined {
  const { customer, card: cardDetails } = method;
  if (!customer || !cardDetails?.brand || !cardDetails.last4 || !cardDetails.exp_month || !cardDetails.exp_year)
    return undefined;
  const expires = `${cardDetails.exp_year}-${String(cardDetails.exp_month).padStart(2, '0')}`;
  const { brand, last4, fingerprint } = cardDetails;
  return { cardRef: method.id, customerRef: customer, brand, last4, expires, fingerprint: fingerprint ?? '' };
}
