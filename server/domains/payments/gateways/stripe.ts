import type { IncomingHttpHeaders } from 'node:http';
import Stripe from 'stripe';
import * as v from 'valibot';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { type Money, SOLD_CURRENCIES } from '../../../../contract/payments/money.ts';
import { orderId } from '../../../../contract/payments/orders.ts';
import { GATEWAY_TIMEOUT_MS, WEBHOOK_SKEW_S } from '../../../../contract/payments/rules.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import type {
  BindFacts,
  Binding,
  ChargeAnswer,
  ChargeQuery,
  CreatedBinding,
  Gateway,
  GatewaySnapshot,
  OrderFacts,
  RefundResult,
  ReversalFacts,
  WebhookEvent,
} from '../gateway.ts';
import {
  type DisputeAnswer,
  disputeAnswer,
  type IntentAnswer,
  intentAnswer,
  methodAnswer,
  OUR_ORDER,
  OUR_REVERSAL,
  OUR_SESSION,
  OUR_UID,
  type RefundAnswer,
  readCard,
  readDispute,
  readIntent,
  readRefund,
  readSession,
  reasonOf,
  refundAnswer,
  refundState,
  type SessionAnswer,
  savedCardAnswer,
  sessionAnswer,
  setupAnswer,
} from './stripe-answers.ts';

/** Settings of `createStripeGateway`: the secret key, the webhook secret, and for tests another API endpoint. */
export type StripeSettings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** API endpoint other than Stripe's own. */
  readonly api?: { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' };
};

/** Added to the order's expiry for that of the session: Stripe requires at least 30 minutes. `close` expires the session earlier. */
const SESSION_LATER_MS = 30 * MINUTE_MS;
const PAGE = 100;
/** Maximum lag of Stripe's clock, allowed for when objects are listed by time. */
const CLOCKS_DIFFER_S = 300;
const INTENT_WHOLE = ['latest_charge'];
const SESSION_WHOLE = ['payment_intent', 'payment_intent.latest_charge'];
/** Disables the SDK's check of the signature's age; `verifyWebhook` checks it in both directions. */
const ANY_AGE_S = 0;

/** The order and its account, as Stripe's objects name them. */
const metadataOf = ({ orderId, uid }: Pick<OrderFacts, 'orderId' | 'uid'>) => ({
  [OUR_ORDER]: orderId,
  ...(uid !== undefined && { [OUR_UID]: String(uid) }),
});

/** Creates Stripe's SDK for an API key. It makes each request once, within `GATEWAY_TIMEOUT_MS`. */
export const createStripeClient = ({ secretKey, api }: Pick<StripeSettings, 'secretKey' | 'api'>): Stripe =>
  new Stripe(secretKey, { ...api, maxNetworkRetries: 0, timeout: GATEWAY_TIMEOUT_MS, telemetry: false });

/** Creates the client of Stripe: hosted pages, and charges of cards that are saved there. No script of Stripe runs in the app's pages. */
export function createStripeGateway(settings: StripeSettings): Gateway {
  const stripe = createStripeClient(settings);
  const { sessions } = stripe.checkout;

  async function askSession(ref: string): Promise<SessionAnswer> {
    return v.parse(sessionAnswer, await sessions.retrieve(ref, { expand: SESSION_WHOLE }));
  }

  async function askIntent(ref: string): Promise<IntentAnswer> {
    return v.parse(intentAnswer, await stripe.paymentIntents.retrieve(ref, { expand: INTENT_WHOLE }));
  }

  /** Refunds and disputes of a payment; none for a payment that did not succeed. */
  async function reversedOf(intent: IntentAnswer | null): Promise<GatewaySnapshot['reversed']> {
    if (intent?.status !== 'succeeded') return [];
    const of = { payment_intent: intent.id, limit: PAGE };
    const reversed: GatewaySnapshot['reversed'][number][] = [];
    for await (const refund of stripe.refunds.list(of)) reversed.push(readRefund(v.parse(refundAnswer, refund)));
    if (!intent.latest_charge?.disputed) return reversed;
    for await (const dispute of stripe.disputes.list(of)) {
      const read = readDispute(v.parse(disputeAnswer, dispute));
      if (read) reversed.push(read);
    }
    return reversed;
  }

  const seeSession = async (session: SessionAnswer) => readSession(session, await reversedOf(session.payment_intent));
  const seeIntent = async (intent: IntentAnswer) => readIntent(intent, await reversedOf(intent));
  const ask = async (ref: string): Promise<GatewaySnapshot> =>
    isIntent(ref) ? seeIntent(await askIntent(ref)) : seeSession(await askSession(ref));

  async function cardOf(ref: string): Promise<v.InferOutput<typeof methodAnswer> | undefined> {
    try {
      return v.parse(methodAnswer, await stripe.paymentMethods.retrieve(ref));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
      throw error;
    }
  }

  /**
   * Charges a saved card for a session. The session remains open: if the card is declined, the hosted page is another way to pay. The
   * parameters are the same for each request with one key, because Stripe rejects a key with other parameters.
   */
  async function charge(ref: string, savedCard: { readonly cardRef: string }, key: string): Promise<ChargeAnswer> {
    const [session, method] = await Promise.all([askSession(ref), cardOf(savedCard.cardRef)]);
    const seen = await seeSession(session);
    if (seen.state !== 'open') return { ...seen, isUnsent: true };
    const declined = { ...seen, state: 'declined', reason: 'other' } as const;
    // A detached card belongs to no customer: a declined charge, not a fault of Stripe.
    if (!method?.customer) return { ...declined, isUnsent: true };
    const { amount_total: amount, currency, success_url: back } = session;
    if (!amount || !currency || !back) throw new Error('The session cannot be charged');
    try {
      const made = await stripe.paymentIntents.create(
        {
          amount,
          currency: currency.toLowerCase(),
          customer: method.customer,
          payment_method: savedCard.cardRef,
          allowed_payment_method_types: ['card'],
          confirm: true,
          return_url: back,
          expand: INTENT_WHOLE,
          metadata: { ...metadataOf(seen), [OUR_SESSION]: ref },
        },
        { idempotencyKey: key },
      );
      return await seeIntent(v.parse(intentAnswer, made));
    } catch (error) {
      const refused = error instanceof Stripe.errors.StripeCardError ? error : undefined;
      if (refused?.payment_intent) return await ask(refused.payment_intent.id);
      if (refused) return { ...declined, reason: reasonOf(refused) ?? 'declined' };
      // Parameters that Stripe rejects never make a charge. After any other error the result is unknown.
      if (isRefusal(error)) return { ...declined, refusal: error };
      throw error;
    }
  }

  /** Finds the charges of an order in Stripe's list of PaymentIntents, which is consistent immediately, unlike its search. */
  async function chargesOf({ orderId, sessionRef, customerRef, since }: ChargeQuery): Promise<GatewaySnapshot[]> {
    const found: GatewaySnapshot[] = [];
    const of = {
      created: { gte: Math.floor(since / 1_000) - CLOCKS_DIFFER_S },
      limit: PAGE,
      ...(customerRef !== '' && { customer: customerRef }),
    };
    for await (const intent of stripe.paymentIntents.list(of)) {
      const { [OUR_ORDER]: order, [OUR_SESSION]: session } = intent.metadata;
      if (order === orderId && session === sessionRef) found.push(await ask(intent.id));
    }
    return found;
  }

  async function askBinding(ref: string): Promise<Binding> {
    const answer = await sessions.retrieve(ref, { expand: ['setup_intent', 'setup_intent.payment_method'] });
    const { status, url, setup_intent: setup } = v.parse(setupAnswer, answer);
    if (setup?.status === 'succeeded' && setup.payment_method) return { card: readCard(setup.payment_method) };
    const reason = reasonOf(setup?.last_setup_error);
    return status === 'open' && url ? { next: { kind: 'redirect', url }, ...(reason && { reason }) } : {};
  }

  async function* everyRef(since: number): AsyncGenerator<string> {
    const of = { created: { gte: Math.floor(since / 1_000) }, limit: PAGE };
    for await (const session of sessions.list(of)) if (session.mode === 'payment') yield session.id;
    for await (const intent of stripe.paymentIntents.list(of)) if (intent.metadata[OUR_SESSION]) yield intent.id;
    // Refunds and disputes may belong to payments that were made before `since`.
    for await (const refund of stripe.refunds.list(of)) yield* refsOf(v.parse(refundAnswer, refund).payment_intent);
    for await (const dispute of stripe.disputes.list(of)) yield* refsOf(v.parse(disputeAnswer, dispute).payment_intent);
  }

  async function* refsOf(intentRef: DisputeAnswer['payment_intent']): AsyncGenerator<string> {
    if (!intentRef) return;
    const { data } = await sessions.list({ payment_intent: intentRef, limit: 1 });
    yield data[0]?.id ?? intentRef;
  }

  return {
    name: 'stripe',
    livemode: /^[rs]k_live_/.test(settings.secretKey),
    channels: ['card', 'hosted'],
    frameOrigin: '',
    async open(order: OrderFacts, key: string) {
      const { orderId, customerRef, remember, returnUrl, channel } = order;
      const made = await sessions.create(
        {
          mode: 'payment',
          ui_mode: 'hosted_page',
          client_reference_id: orderId,
          success_url: returnUrl,
          cancel_url: returnUrl,
          adaptive_pricing: { enabled: false },
          expires_at: Math.ceil((order.expiresAt + SESSION_LATER_MS) / 1_000),
          line_items: [
            {
              quantity: 1,
              price_data: { ...legalSum(order.price), product_data: { name: order.title } },
            },
          ],
          metadata: metadataOf(order),
          payment_intent_data: {
            metadata: metadataOf(order),
            ...(remember && { setup_future_usage: 'on_session' }),
          },
          ...(channel === 'card' && { allowed_payment_method_types: ['card'] }),
          ...customerOf(customerRef, remember),
          expand: SESSION_WHOLE,
        },
        { idempotencyKey: key },
      );
      return seeSession(v.parse(sessionAnswer, made));
    },
    async charge(ref, card, key) {
      if ('token' in card) throw new Error('Stripe takes new cards on its own page alone');
      return charge(ref, card, key);
    },
    chargesOf,
    ask,
    async close(ref) {
      try {
        if (isIntent(ref)) await stripe.paymentIntents.cancel(ref);
        else await sessions.expire(ref);
      } catch (error) {
        // The session or charge is paid or closed already; its snapshot says which.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      }
      return ask(ref);
    },
    async bind(binding: BindFacts, key: string): Promise<CreatedBinding> {
      const made = await sessions.create(
        {
          mode: 'setup',
          ui_mode: 'hosted_page',
          allowed_payment_method_types: ['card'],
          success_url: binding.returnUrl,
          cancel_url: binding.returnUrl,
          metadata: { bind: binding.bindId },
          ...customerOf(binding.customerRef, true),
        },
        { idempotencyKey: key },
      );
      const { id, url } = v.parse(sessionAnswer, made);
      return { ref: id, next: url ? { kind: 'redirect', url } : { kind: 'wait' } };
    },
    /** The payer enters the card on the hosted page, so the token is ignored and the state of the binding is the answer. */
    keep: askBinding,
    askBinding,
    async keptBy(ref) {
      if (isIntent(ref)) return undefined;
      const answer = await sessions.retrieve(ref, { expand: ['payment_intent', 'payment_intent.payment_method'] });
      const { payment_intent: intent } = v.parse(savedCardAnswer, answer);
      const paymentMethod =
        intent?.status === 'succeeded' && intent.setup_future_usage ? intent.payment_method : undefined;
      return paymentMethod ? readCard(paymentMethod) : undefined;
    },
    async forget(cardRef) {
      try {
        await stripe.paymentMethods.detach(cardRef);
      } catch (error) {
        // Stripe rejects the request when the card is detached already, or unknown.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      }
    },
    async refund(reversal: ReversalFacts, key: string) {
      const { reversalId, orderId, paymentRef, price } = reversal;
      // Stripe forgets an idempotency key after a day, so the refund is searched for by its metadata first.
      for await (const answer of stripe.refunds.list({ payment_intent: paymentRef, limit: PAGE })) {
        const known = v.parse(refundAnswer, answer);
        if (known.metadata?.[OUR_REVERSAL] === reversalId) return toRefundResult(known);
      }
      try {
        const made = await stripe.refunds.create(
          {
            payment_intent: paymentRef,
            amount: legalSum(price).unit_amount,
            metadata: { [OUR_ORDER]: orderId, [OUR_REVERSAL]: reversalId },
          },
          { idempotencyKey: key },
        );
        return toRefundResult(v.parse(refundAnswer, made));
      } catch (error) {
        if (isRefusal(error)) return { state: 'failed', refusal: error };
        throw error;
      }
    },
    async *list(since) {
      const checked = new Set<string>();
      for await (const ref of everyRef(since)) {
        if (checked.has(ref)) continue;
        checked.add(ref);
        const seen = await ask(ref);
        if (seen.orderId !== '') yield seen;
      }
    },
    verifyWebhook: (raw, headers, now) => verifyWebhook(stripe, settings.webhookSecret, raw, headers, now),
  };
}

const REFUND_ANSWERS = { asked: 'sent', done: 'done', refused: 'failed', won: 'done', lost: 'done' } as const;
const toRefundResult = (refund: RefundAnswer): RefundResult => ({
  state: REFUND_ANSWERS[refundState(refund)],
  reason: refund.failure_reason ?? undefined,
});
/** Whether Stripe rejected a request without effect; not with 409: another request with the same key is still being executed. */
export const isRefusal = (error: unknown): error is Error & { readonly code?: string | undefined } =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409;
const isIntent = (ref: string) => ref.startsWith('pi_');

/** Customer parameters of a session: a customer is created only if the payer wants the card saved. */
const customerOf = (customerRef: string, remember: boolean) =>
  customerRef !== '' ? { customer: customerRef } : remember ? ({ customer_creation: 'always' } as const) : {};

/**
 * Stripe's amount of a price. Throws `RangeError` unless it is above zero and, in currencies with three decimal places, its last digit is
 * zero, as card networks require.
 */
export function legalSum({ amountMinor, currency }: Money): {
  readonly currency: string;
  readonly unit_amount: number;
} {
  const legal = Number.isSafeInteger(amountMinor) && amountMinor > 0;
  if (!legal || (SOLD_CURRENCIES[currency] === 3 && amountMinor % 10 !== 0)) throw new RangeError('No legal amount');
  return { currency: currency.toLowerCase(), unit_amount: amountMinor };
}

const name = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/));
/** A webhook event. A signed body of any other form is rejected. */
const eventSchema = v.object({ id: name, account: v.nullish(name), data: v.object({ object: v.unknown() }) });
/** The object of an event: a session, a PaymentIntent, or an object that names one (charge, refund, dispute). */
const eventObject = v.object({
  id: name,
  object: v.string(),
  client_reference_id: v.nullish(v.string()),
  metadata: v.nullish(v.record(v.string(), v.string())),
  payment_intent: v.nullish(name),
});
/** The reference that an event names. The PaymentIntent of a hosted page is left out: the order id is enough to find its session. */
const refOf = ({ id, object, metadata, payment_intent: intent }: v.InferOutput<typeof eventObject>): string => {
  if (object === 'checkout.session') return id;
  if (object === 'payment_intent') return metadata?.[OUR_SESSION] ? id : '';
  return metadata?.[OUR_ORDER] ? '' : (intent ?? '');
};

function verifyWebhook(
  stripe: Stripe,
  secret: string,
  raw: Buffer,
  headers: IncomingHttpHeaders,
  now: number,
): Result<WebhookEvent, 'forged' | 'stale'> {
  const event = verifyStripeEvent(stripe, secret, raw, headers, now);
  if (!event.ok) return event;
  const { id: eventId, data } = event.value;
  const about = v.safeParse(eventObject, data.object);
  if (!about.success) return ok({ eventId, ref: '', orderId: '' });
  const { client_reference_id: reference, metadata } = about.output;
  const order = v.safeParse(orderId, reference ?? metadata?.[OUR_ORDER]);
  return ok({ eventId, ref: refOf(about.output), orderId: order.success ? order.output : '' });
}

/** Verifies the signature of a webhook event of Stripe over its raw body, and that it was signed within `WEBHOOK_SKEW_S`. */
export function verifyStripeEvent(
  stripe: Stripe,
  secret: string,
  raw: Buffer,
  headers: IncomingHttpHeaders,
  now: number,
): Result<v.InferOutput<typeof eventSchema>, 'forged' | 'stale'> {
  const header = headers['stripe-signature'];
  if (typeof header !== 'string') return fail('forged');
  let constructed: unknown;
  try {
    // Passed as text: given bytes, the SDK would strip a byte order mark, which is not part of the signed payload.
    constructed = stripe.webhooks.constructEvent(raw.toString('utf8'), header, secret, ANY_AGE_S);
  } catch {
    return fail('forged');
  }
  // A header with two timestamps is rejected: the signed one might not be the one that is read.
  const [signed, ...more] = header.split(',').filter((item) => item.split('=')[0] === 't');
  if (more.length > 0 || !/^t=\d{1,12}$/.test(signed ?? '')) return fail('forged');
  if (Math.abs(now / 1_000 - Number(signed?.slice(2))) > WEBHOOK_SKEW_S) return fail('stale');
  const event = v.safeParse(eventSchema, constructed);
  return event.success ? ok(event.output) : fail('forged');
}
