import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import {
  type Answered,
  type Form,
  metadataIn,
  readForm,
  type StripeObjects,
  textIn,
  unknownParam,
} from './stripe-params.ts';

/**
 * A fake of Stripe's API v1, written from Stripe's documentation and not from the calls of the server's adapter. It has the states and
 * transitions of PaymentIntents, Checkout Sessions and refunds; idempotency keys (the first result of an executed request is replayed,
 * other parameters and concurrent use are errors, keys expire after 24 hours, refused parameters are not saved); lists (newest first,
 * filtered, paged); expansion of fields on request only; and webhooks that are retried. Time is a parameter.
 */

type Fields = Record<string, unknown>;
type StripeObject = Fields & { readonly id: string; readonly object: string; readonly created: number };
/** What the fake keeps with an object beside the members of Stripe. */
type OwnFields = { readonly kind?: CardKind; readonly intent_data?: Form };
type Reply = { readonly status: number; readonly body: unknown };
export type StripeRequest = {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  readonly key: string;
};
/** `lost`: executed, but a proxy answers 502. `refused`: it never arrives. */
type LineFault = 'lost' | 'refused' | undefined;
export type CardKind = 'good' | 'no-funds' | 'challenge' | 'slow';
type StripeEvent = { readonly id: string; readonly type: string; readonly at: number; readonly raw: string };

/** Documented transitions of a PaymentIntent. */
const INTENT_MOVES: Readonly<Partial<Record<Stripe.PaymentIntent.Status, readonly Stripe.PaymentIntent.Status[]>>> = {
  requires_payment_method: ['requires_confirmation', 'requires_action', 'processing', 'succeeded', 'canceled'],
  requires_confirmation: ['requires_action', 'processing', 'succeeded', 'requires_payment_method', 'canceled'],
  requires_action: ['processing', 'succeeded', 'requires_payment_method', 'canceled'],
  processing: ['succeeded', 'requires_payment_method', 'canceled'],
  succeeded: [],
  canceled: [],
};
const REFUND_MOVES: Readonly<Record<string, readonly string[]>> = {
  pending: ['succeeded', 'failed', 'canceled', 'requires_action'],
  requires_action: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed'],
};
/** Parameters of list endpoints. */
const LIST_PARAMS = new Set(['limit', 'starting_after', 'ending_before', 'created', 'expand']);
const LIST_FILTERS: Readonly<Record<string, readonly string[]>> = {
  payment_intents: ['customer'],
  'checkout/sessions': ['payment_intent', 'customer', 'status', 'subscription'],
  refunds: ['payment_intent', 'charge'],
  disputes: ['payment_intent', 'charge'],
};

class StripeProblem extends Error {
  readonly reply: Reply;
  /** The request failed validation before execution: its idempotency key is not stored. */
  readonly isValidation: boolean;
  constructor(status: number, type: string, code: string, more: Fields = {}, isValidation = true) {
    super(code);
    this.reply = { status, body: { error: { type, code, message: code, ...more } } };
    this.isValidation = isValidation;
  }
}
const invalid = (code: string, status = 400) => new StripeProblem(status, 'invalid_request_error', code);

export type StripeMachine = Awaited<ReturnType<typeof startStripeMachine>>;

export async function startStripeMachine(now: () => number) {
  const objects = new Map<string, StripeObject>();
  const keys = new Map<string, { readonly params: string; readonly at: number; reply?: Reply }>();
  const events: StripeEvent[] = [];
  const requests: StripeRequest[] = [];
  let numbers = 0;
  let line: (request: StripeRequest) => LineFault = () => undefined;

  const seconds = () => Math.floor(now() / 1_000);
  const name = (prefix: string) => {
    numbers += 1;
    return `${prefix}_${String(numbers).padStart(8, '0')}`;
  };
  function make<K extends keyof StripeObjects>(
    prefix: string,
    object: K,
    fields: Answered<StripeObjects[K]> & OwnFields,
  ): StripeObject {
    const made: StripeObject = { id: name(prefix), object, created: seconds(), livemode: false, ...fields };
    objects.set(made.id, made);
    return made;
  }
  function known(object: keyof StripeObjects, id: unknown): StripeObject {
    const found = objects.get(String(id));
    if (found?.object !== object) throw invalid('resource_missing', 404);
    return found.object === 'checkout.session' ? lapsed(found) : found;
  }
  /** Changes members of an object in place, and returns it. `object`: the kind of object that it must be. */
  function change<K extends keyof StripeObjects>(object: K, thing: StripeObject, to: Answered<StripeObjects[K]>) {
    if (thing.object !== object) throw new TypeError(`${thing.id} is no ${object}`);
    return Object.assign(thing, to);
  }
  function tell(type: string, thing: StripeObject): void {
    const id = name('evt');
    const body = { id, object: 'event', type, created: seconds(), data: { object: structuredClone(thing) } };
    events.push({ id, type, at: now(), raw: JSON.stringify(body) });
  }
  /** Expires an open session whose time has passed. */
  function lapsed(session: StripeObject): StripeObject {
    if (session['status'] === 'open' && Number(session['expires_at']) <= seconds()) expire(session);
    return session;
  }
  function expire(session: StripeObject): void {
    change('checkout.session', session, { status: 'expired', url: null });
    tell('checkout.session.expired', session);
  }
  function moveIntent(
    intent: StripeObject,
    status: Stripe.PaymentIntent.Status,
    fields: Answered<Stripe.PaymentIntent> = {},
  ): void {
    const moves = INTENT_MOVES[intent['status'] as Stripe.PaymentIntent.Status];
    if (!moves?.includes(status)) throw invalid('payment_intent_unexpected_state');
    change('payment_intent', intent, { next_action: null, ...fields, status });
    if (status === 'succeeded') tell('payment_intent.succeeded', intent);
    if (status === 'requires_payment_method') tell('payment_intent.payment_failed', intent);
    if (status === 'requires_action') tell('payment_intent.requires_action', intent);
    if (status === 'processing') tell('payment_intent.processing', intent);
    if (status === 'canceled') tell('payment_intent.canceled', intent);
  }
  function succeed(intent: StripeObject): void {
    const method = objects.get(String(intent['payment_method']));
    const charge = make('ch', 'charge', {
      amount: Number(intent['amount']),
      currency: String(intent['currency']),
      disputed: false,
      payment_intent: intent.id,
      // Stripe copies the metadata of an intent to its charges.
      metadata: intent['metadata'] as Stripe.Metadata,
      payment_method_details: { type: 'card', card: method?.['card'] as Answered<Stripe.PaymentMethod.Card> },
    });
    const paid = { amount_received: Number(intent['amount']), latest_charge: charge.id, last_payment_error: null };
    moveIntent(intent, 'succeeded', paid);
    tell('charge.succeeded', charge);
  }
  const declined = (decline_code: string) => ({ code: 'card_declined', decline_code, type: 'card_error' }) as const;

  function confirm(intent: StripeObject, returnUrl: string | null): void {
    const method = known('payment_method', intent['payment_method']);
    const kind = method['kind'] as CardKind;
    if (kind === 'good') succeed(intent);
    else if (kind === 'slow') moveIntent(intent, 'processing');
    else if (kind === 'challenge') {
      const url = `https://hooks.stripe.com/3d_secure/${intent.id}`;
      const redirect = { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
      moveIntent(intent, 'requires_action', { next_action: redirect });
    } else {
      const error = declined('insufficient_funds');
      moveIntent(intent, 'requires_payment_method', { payment_method: null, last_payment_error: error });
      throw new StripeProblem(402, 'card_error', 'card_declined', { ...error, payment_intent: intent }, false);
    }
  }

  const POSTS: Readonly<Record<string, (form: Form, id: string) => StripeObject>> = {
    'checkout/sessions': (form) => {
      const price = ((form['line_items'] as Form | undefined)?.['0'] as Form | undefined)?.['price_data'] as
        | Form
        | undefined;
      const isPayment = form['mode'] === 'payment';
      const until = form['expires_at'] === undefined ? seconds() + 86_400 : Number(form['expires_at']);
      if (isPayment && (until < seconds() + 30 * 60 || until > seconds() + 86_400)) throw invalid('expires_at');
      if (isPayment && !price) throw invalid('parameter_missing');
      const session = make('cs_test', 'checkout.session', {
        mode: form['mode'] as Stripe.Checkout.Session.Mode,
        status: 'open',
        payment_status: 'unpaid',
        expires_at: until,
        success_url: textIn(form, 'success_url'),
        client_reference_id: textIn(form, 'client_reference_id'),
        metadata: metadataIn(form),
        currency: textIn(price ?? {}, 'currency'),
        customer: textIn(form, 'customer'),
        amount_total: price ? Number(price['unit_amount']) : null,
        payment_intent: null,
        setup_intent: null,
        intent_data: (form['payment_intent_data'] ?? {}) as Form,
      });
      return change('checkout.session', session, { url: `https://checkout.stripe.com/c/pay/${session.id}` });
    },
    'checkout/sessions/:id/expire': (_form, id) => {
      const session = known('checkout.session', id);
      if (session['status'] !== 'open') throw invalid('session_not_open');
      expire(session);
      return session;
    },
    payment_intents: (form) => {
      const method = known('payment_method', form['payment_method']);
      if (form['customer'] === undefined || method['customer'] !== form['customer'])
        throw invalid('payment_method_customer');
      const amount = Number(form['amount']);
      if (!Number.isInteger(amount) || amount < 1) throw invalid('parameter_invalid_integer');
      const intent = make('pi', 'payment_intent', {
        amount,
        amount_received: 0,
        currency: String(form['currency']),
        customer: textIn(form, 'customer'),
        metadata: metadataIn(form),
        payment_method: method.id,
        status: 'requires_confirmation',
        latest_charge: null,
        last_payment_error: null,
        next_action: null,
        setup_future_usage: null,
      });
      tell('payment_intent.created', intent);
      if (form['confirm'] === 'true') confirm(intent, textIn(form, 'return_url'));
      return intent;
    },
    'payment_intents/:id/cancel': (_form, id) => {
      const intent = known('payment_intent', id);
      // Cards do not stay in `processing`, and an intent in `processing` cannot be canceled.
      if (intent['status'] === 'processing') throw invalid('payment_intent_unexpected_state');
      moveIntent(intent, 'canceled');
      return intent;
    },
    'payment_methods/:id/detach': (_form, id) => {
      const method = known('payment_method', id);
      if (method['customer'] === null) throw invalid('payment_method_not_attached');
      return change('payment_method', method, { customer: null });
    },
    refunds: (form) => {
      const intent = known('payment_intent', form['payment_intent']);
      if (intent['status'] !== 'succeeded') throw invalid('payment_intent_unexpected_state');
      const amount = form['amount'] === undefined ? Number(intent['amount_received']) : Number(form['amount']);
      if (backOf(intent.id) + amount > Number(intent['amount_received'])) throw invalid('charge_already_refunded');
      const metadata = metadataIn(form);
      const refund = make('re', 'refund', { amount, status: 'succeeded', metadata, payment_intent: intent.id });
      tell('refund.created', refund);
      return refund;
    },
  };
  const isBack = (one: StripeObject, intent: string) =>
    one.object === 'refund' &&
    one['payment_intent'] === intent &&
    !['failed', 'canceled'].includes(String(one['status']));
  const backOf = (intent: string) =>
    [...objects.values()].filter((one) => isBack(one, intent)).reduce((sum, one) => sum + Number(one['amount']), 0);

  const KINDS: Readonly<Record<string, keyof StripeObjects>> = {
    'checkout/sessions': 'checkout.session',
    payment_intents: 'payment_intent',
    payment_methods: 'payment_method',
    refunds: 'refund',
    disputes: 'dispute',
  };

  function list(kind: string, form: Form): unknown {
    const filters = LIST_FILTERS[kind] ?? [];
    for (const param of Object.keys(form)) {
      if (!LIST_PARAMS.has(param) && !filters.includes(param)) throw invalid('parameter_unknown');
    }
    const limit = Number(form['limit'] ?? 10);
    if (!(limit >= 1 && limit <= 100)) throw invalid('parameter_invalid_integer');
    const created = (form['created'] ?? {}) as Form;
    const all = [...objects.values()]
      .filter((one) => one.object === KINDS[kind])
      .filter((one) => one.created >= Number(created['gte'] ?? 0) && one.created <= Number(created['lte'] ?? Infinity))
      .filter((one) => filters.every((filter) => form[filter] === undefined || one[filter] === form[filter]))
      .map((one) => (one.object === 'checkout.session' ? lapsed(one) : one))
      .reverse();
    const after = form['starting_after'];
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const data = all.slice(from, from + limit);
    return { object: 'list', data, has_more: from + data.length < all.length, url: `/v1/${kind}` };
  }

  /** Expands only the requested fields; all others remain ids. */
  function expanded(thing: StripeObject, form: Form): Fields {
    const copy: Fields = structuredClone(thing);
    for (const path of Object.values((form['expand'] ?? {}) as Form)) {
      let at: Fields | undefined = copy;
      for (const field of String(path).split('.')) {
        const value: unknown = at?.[field];
        const found = typeof value === 'string' ? objects.get(value) : undefined;
        if (at && found) at[field] = structuredClone(found);
        at = at?.[field] as Fields | undefined;
      }
    }
    return copy;
  }

  function execute({ method, path, form }: StripeRequest): unknown {
    const words = path.replace(/^\/v1\//, '').split('/');
    const kind = words[0] === 'checkout' ? words.splice(0, 2).join('/') : String(words.shift());
    const [id, verb] = words;
    if (method === 'POST') {
      const target = [kind, ...(id ? [':id'] : []), ...(verb ? [verb] : [])].join('/');
      const act = POSTS[target];
      if (!act) throw invalid('url_invalid', 404);
      if (unknownParam(target, form)) throw invalid('parameter_unknown');
      return expanded(act(form, id ?? ''), form);
    }
    const object = KINDS[kind];
    if (method !== 'GET' || !object) throw invalid('url_invalid', 404);
    return id === undefined ? list(kind, form) : expanded(known(object, id), form);
  }

  function attempt(request: StripeRequest): { readonly reply: Reply; readonly isExecuted: boolean } {
    try {
      return { reply: { status: 200, body: execute(request) }, isExecuted: true };
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      return { reply: error.reply, isExecuted: !error.isValidation };
    }
  }

  function replyTo(request: StripeRequest): Reply {
    const { method, path, form, key } = request;
    if (method !== 'POST' || key === '') return attempt(request).reply;
    const before = keys.get(key);
    const params = JSON.stringify([path, form]);
    if (before && now() - before.at < DAY_MS) {
      if (before.params !== params) return new StripeProblem(400, 'idempotency_error', 'idempotency_key_params').reply;
      return before.reply ?? new StripeProblem(409, 'idempotency_error', 'idempotency_key_in_use').reply;
    }
    const { reply, isExecuted } = attempt(request);
    // A snapshot: the first answer is repeated even if the object changes.
    if (isExecuted) keys.set(key, { params, at: now(), reply: structuredClone(reply) });
    else keys.delete(key);
    return reply;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const method = request.method ?? '';
    const form = readForm(method === 'GET' ? url.search.slice(1) : Buffer.concat(chunks).toString());
    const asked = { method, path: url.pathname, form, key: String(request.headers['idempotency-key'] ?? '') };
    requests.push(asked);
    const fault = line(asked);
    if (fault === 'refused') return void response.writeHead(503).end();
    const { status, body } = replyTo(asked);
    // 502 and not a broken connection: after that the SDK would wait half a second of real time and retry.
    if (fault === 'lost') return void response.writeHead(502).end();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const intentOf = (session: StripeObject): StripeObject => {
    const given = objects.get(String(session['payment_intent']));
    if (given) return given;
    const data = session['intent_data'] as Form;
    const intent = make('pi', 'payment_intent', {
      amount: Number(session['amount_total']),
      amount_received: 0,
      currency: String(session['currency']),
      customer: null,
      metadata: metadataIn(data),
      payment_method: null,
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
      setup_future_usage: null,
    });
    change('checkout.session', session, { payment_intent: intent.id });
    tell('payment_intent.created', intent);
    return intent;
  };
  const addCard = (kind: CardKind, customer: string | null, fingerprint: string): string =>
    make('pm', 'payment_method', {
      type: 'card',
      kind,
      customer,
      card: { brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2040, fingerprint },
    }).id;

  return {
    api: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' } as const,
    requests,
    events,
    /** Sets the function that decides how each request fails. */
    setLine: (next: typeof line) => {
      line = next;
    },
    /** Marks a key as in use, as while its first request is still executed. */
    startKey: (key: string, path: string, form: Form) =>
      void keys.set(key, { params: JSON.stringify([path, form]), at: now() }),
    addCustomer: () => make('cus', 'customer', {}).id,
    addCard,
    objectsOf: (object: keyof StripeObjects) => [...objects.values()].filter((one) => one.object === object),
    backOf,
    /** The payer pays on the page of a session. Returns false if the session is not open. */
    payOnPage(id: string, fingerprint: string): boolean {
      const session = known('checkout.session', id);
      if (session['status'] !== 'open') return false;
      const intent = intentOf(session);
      change('payment_intent', intent, { payment_method: addCard('good', null, fingerprint) });
      succeed(intent);
      change('checkout.session', session, { status: 'complete', payment_status: 'paid', url: null });
      tell('checkout.session.completed', session);
      return true;
    },
    /** The payer completes the bank's challenge. Returns false if there is none. */
    answerChallenge(id: string, isPassed: boolean): boolean {
      const intent = known('payment_intent', id);
      if (intent['status'] !== 'requires_action') return false;
      const error = { code: 'payment_intent_authentication_failure', type: 'card_error' } as const;
      if (isPassed) succeed(intent);
      else moveIntent(intent, 'requires_payment_method', { payment_method: null, last_payment_error: error });
      return true;
    },
    moveRefund(id: string, status: string): void {
      const refund = known('refund', id);
      if (!REFUND_MOVES[String(refund['status'])]?.includes(status)) throw new Error('no such move of a refund');
      change('refund', refund, { status });
      tell('refund.updated', refund);
    },
    dispute(payment: string, status: Stripe.Dispute.Status = 'needs_response'): string {
      const intent = known('payment_intent', payment);
      const charge = known('charge', intent['latest_charge']);
      change('charge', charge, { disputed: true });
      const dispute = make('dp', 'dispute', {
        amount: Number(intent['amount_received']),
        status,
        payment_intent: payment,
        charge: charge.id,
      });
      tell('charge.dispute.created', dispute);
      return dispute.id;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** When Stripe tries to deliver an event, relative to the event. */
export const WEBHOOK_TRIES_MS: readonly number[] = [
  0, 5, 30, 120, 300, 600, 1_200, 1_800, 2_400, 3_000, 3_600, 4_200,
].map((minutes) => minutes * MINUTE_MS);
