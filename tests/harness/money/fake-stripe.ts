import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import {
  type Answered,
  type Form,
  metadataIn,
  readForm,
  type StripeObjects,
  textIn,
  unknownParam,
} from './stripe-params.ts';

type Thing = Record<string, unknown> & { id: string };
type Answer = { readonly status: number; readonly body: unknown };
/**
 * How the next request that has an effect fails. `stored`: with 500, which its idempotency key then always returns. `lost`: it takes
 * effect, but a proxy answers 502. `down`: it is refused with 503. `silent`: no answer.
 */
/** `refused`: Stripe itself rejects the request, without an effect. */
export type Fault = 'stored' | 'lost' | 'down' | 'silent' | 'refused';
export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/**
 * The subset of Stripe's API that the server uses, with its idempotency keys, errors and states, and controls for payer and bank. `port` 0
 * is a free one.
 */
export async function startFakeStripe(port = 0) {
  const sessions = new Map<string, Thing>();
  const intents = new Map<string, Thing>();
  const charges = new Map<string, Thing>();
  const refunds = new Map<string, Thing>();
  const disputes = new Map<string, Thing>();
  const methods = new Map<string, Thing>();
  const setups = new Map<string, Thing>();
  const keys = new Map<string, { readonly asked: string; readonly answer: Answer }>();
  const requests: { readonly method: string; readonly path: string; readonly form: Form; readonly key: string }[] = [];
  let fault: Fault | undefined;
  let refundState: 'succeeded' | 'pending' | 'failed' = 'succeeded';

  const now = () => Math.floor(Date.now() / 1_000);
  const name = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;
  const known = (map: Map<string, Thing>, id: unknown): Thing => {
    const found = map.get(String(id));
    if (!found) throw problem(404, 'invalid_request_error', 'resource_missing');
    return found;
  };

  function makeIntent(facts: Answered<Stripe.PaymentIntent>): Thing {
    const intent = {
      id: name('pi'),
      object: 'payment_intent',
      created: now(),
      livemode: false,
      status: 'requires_payment_method',
      amount_received: 0,
      metadata: {},
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
      payment_method: null,
      setup_future_usage: null,
      ...facts,
    } satisfies Answered<Stripe.PaymentIntent>;
    intents.set(intent.id, intent);
    return intent;
  }

  function succeed(intent: Thing, amount: number, currency: string): void {
    const charge = {
      id: name('ch'),
      object: 'charge',
      created: now(),
      disputed: false,
      amount,
      currency,
      payment_intent: intent.id,
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    } satisfies Answered<Stripe.Charge>;
    charges.set(charge.id, charge);
    const paid = { status: 'succeeded', amount_received: amount, latest_charge: charge.id } as const;
    change('payment_intent', intent, { ...paid, currency, last_payment_error: null, next_action: null });
  }

  function createSession(form: Form): Thing {
    const amount = minorOf(form);
    if (form['mode'] === 'payment') {
      const until = Number(form['expires_at']);
      if (until < now() + 30 * 60 - 5 || until > now() + 86_400)
        throw problem(400, 'invalid_request_error', 'expires_at');
      if (['kwd', 'bhd', 'omr'].includes(String(currencyOf(form))) && amount % 10 !== 0) {
        throw problem(400, 'invalid_request_error', 'amount');
      }
    }
    const id = name('cs_test');
    const made = {
      id,
      object: 'checkout.session',
      created: now(),
      livemode: false,
      mode: form['mode'] as Stripe.Checkout.Session.Mode,
      status: 'open',
      payment_status: 'unpaid',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      success_url: textIn(form, 'success_url'),
      client_reference_id: textIn(form, 'client_reference_id'),
      metadata: metadataIn(form),
      amount_total: form['mode'] === 'payment' ? amount : null,
      currency: currencyOf(form) ?? null,
      payment_intent: null,
      setup_intent: null,
    } satisfies Answered<Stripe.Checkout.Session>;
    const session: Thing = { ...made, asked: form };
    sessions.set(id, session);
    return session;
  }

  function createIntent(form: Form): Thing {
    const method = known(methods, form['payment_method']);
    if (method['customer'] !== form['customer']) throw problem(400, 'invalid_request_error', 'payment_method');
    const intent = makeIntent({
      metadata: metadataIn(form),
      currency: String(form['currency']),
      payment_method: method.id,
    });
    if (method['kind'] === 'good') succeed(intent, Number(form['amount']), String(form['currency']));
    if (method['kind'] === 'challenge') {
      const url = `https://hooks.stripe.com/redirect/authenticate/${intent.id}`;
      const redirect = { type: 'redirect_to_url', redirect_to_url: { url, return_url: textIn(form, 'return_url') } };
      const amount = Number(form['amount']);
      change('payment_intent', intent, { status: 'requires_action', amount, next_action: redirect });
    }
    if (method['kind'] === 'no-funds') {
      change('payment_intent', intent, { last_payment_error: NO_FUNDS });
      throw problem(402, 'card_error', 'card_declined', { decline_code: 'insufficient_funds', payment_intent: intent });
    }
    return intent;
  }

  function createRefund(form: Form): Thing {
    const intent = known(intents, form['payment_intent']);
    const back = [...refunds.values()]
      .filter((one) => one['payment_intent'] === intent.id && one['status'] !== 'failed')
      .reduce((sum, one) => sum + Number(one['amount']), 0);
    const amount = Number(form['amount']);
    const disputed = charges.get(String(intent['latest_charge']))?.['disputed'] === true;
    if (disputed) throw problem(400, 'invalid_request_error', 'charge_disputed');
    if (back + amount > Number(intent['amount_received'])) {
      throw problem(400, 'invalid_request_error', 'charge_already_refunded');
    }
    const refund = {
      id: name('re'),
      object: 'refund',
      created: now(),
      amount,
      status: refundState,
      ...(refundState === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
      metadata: metadataIn(form),
      payment_intent: intent.id,
    } satisfies Answered<Stripe.Refund>;
    refunds.set(refund.id, refund);
    return refund;
  }

  /** Answers a request by its path, as Stripe does. */
  function answer(method: string, path: string, form: Form): unknown {
    const [, , kind = '', ...rest] = path.split('/');
    const words = kind === 'checkout' ? rest.slice(1) : rest;
    const [id = '', verb = ''] = words;
    const target = kind === 'checkout' ? 'checkout/sessions' : kind;
    if (method === 'POST' && id === '' && unknownParam(target, form)) {
      throw problem(400, 'invalid_request_error', 'parameter_unknown');
    }
    if (method === 'POST' && kind === 'checkout' && id === '') return whole(createSession(form));
    if (method === 'POST' && kind === 'payment_intents' && id === '') return whole(createIntent(form));
    if (method === 'POST' && kind === 'refunds') return createRefund(form);
    if (verb === 'expire') {
      const session = known(sessions, id);
      if (session['status'] !== 'open') throw problem(400, 'invalid_request_error', 'status');
      return change('checkout.session', session, { status: 'expired', url: null });
    }
    if (verb === 'cancel') {
      const intent = known(intents, id);
      if (['succeeded', 'canceled'].includes(String(intent['status']))) {
        throw problem(400, 'invalid_request_error', 'payment_intent_unexpected_state');
      }
      return change('payment_intent', intent, { status: 'canceled', next_action: null });
    }
    if (verb === 'detach') {
      const card = known(methods, id);
      if (card['customer'] === null) throw problem(400, 'invalid_request_error', 'payment_method');
      return change('payment_method', card, { customer: null });
    }
    const maps: Readonly<Record<string, Map<string, Thing>>> = {
      checkout: sessions,
      payment_intents: intents,
      refunds,
      disputes,
      payment_methods: methods,
    };
    const map = maps[kind];
    if (method !== 'GET' || !map) throw problem(404, 'invalid_request_error', 'path');
    if (id !== '') return whole(known(map, id));
    const since = Number((form['created'] as Form | undefined)?.['gte'] ?? 0);
    const all = [...map.values()]
      .filter((one) => Number(one['created']) >= since)
      .filter((one) => form['payment_intent'] === undefined || one['payment_intent'] === form['payment_intent'])
      .toReversed();
    const from = form['starting_after'] ? all.findIndex((one) => one.id === form['starting_after']) + 1 : 0;
    const data = all.slice(from, from + Number(form['limit'] ?? 10));
    return { object: 'list', data, has_more: from + data.length < all.length, url: path };
  }

  /** Expands all expandable fields. */
  function whole(thing: Thing): Thing {
    const intent = intents.get(String(thing['payment_intent']));
    const charge = charges.get(String(thing['latest_charge']));
    const setup = setups.get(String(thing['setup_intent']));
    const card = methods.get(String(thing['payment_method']));
    return {
      ...thing,
      ...(intent && { payment_intent: whole(intent) }),
      ...(charge && { latest_charge: charge }),
      ...(setup && { setup_intent: whole(setup) }),
      ...(card && { payment_method: card }),
    };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const form = readForm(request.method === 'GET' ? url.search.slice(1) : text);
    const key = String(request.headers['idempotency-key'] ?? '');
    requests.push({ method: request.method ?? '', path: url.pathname, form, key });
    const now = request.method === 'POST' ? fault : undefined;
    if (now) fault = undefined;
    if (now === 'silent') return;
    if (now === 'down') {
      response.writeHead(503).end();
      return;
    }
    if (now === 'refused') {
      const { status, body } = problem(400, 'invalid_request_error', 'payment_method_not_available').answer;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const { status, body } = reply(request.method ?? '', url.pathname, form, text, key, now === 'stored');
    if (now === 'lost') {
      response.writeHead(502).end();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  function reply(method: string, path: string, form: Form, asked: string, key: string, fails: boolean): Answer {
    const before = method === 'POST' && key !== '' ? keys.get(key) : undefined;
    if (before && before.asked !== `${path}?${asked}`) return problem(400, 'idempotency_error', 'params').answer;
    if (before) return before.answer;
    const made = fails ? problem(500, 'api_error', '').answer : attempt(method, path, form);
    // A snapshot: Stripe repeats the first answer even if the object changes later.
    if (method === 'POST' && key !== '') keys.set(key, { asked: `${path}?${asked}`, answer: structuredClone(made) });
    return made;
  }

  function attempt(method: string, path: string, form: Form): Answer {
    try {
      return { status: 200, body: answer(method, path, form) };
    } catch (error) {
      if (error instanceof Problem) return error.answer;
      throw error;
    }
  }

  const server = createServer((request, response) => void handle(request, response)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const intentOf = (ref: string): Thing => {
    if (ref.startsWith('pi_')) return known(intents, ref);
    const session = known(sessions, ref);
    const asked = session['asked'] as Form;
    const data = (asked['payment_intent_data'] ?? {}) as Form;
    session['payment_intent'] ??= makeIntent({
      currency: String(session['currency']),
      metadata: metadataIn(data),
      setup_future_usage: textIn(data, 'setup_future_usage') as Stripe.PaymentIntent.SetupFutureUsage | null,
    }).id;
    return known(intents, session['payment_intent']);
  };
  const addCard = (kind: string, customer = name('cus')): string => {
    const id = name('pm');
    const card = { brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2031 };
    const method = {
      id,
      object: 'payment_method',
      created: now(),
      customer,
      card,
    } satisfies Answered<Stripe.PaymentMethod>;
    methods.set(id, { ...method, kind });
    return id;
  };

  return {
    api: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' } as const,
    requests,
    sessionsOf: (orderId: string) => [...sessions.values()].filter((one) => one['client_reference_id'] === orderId),
    refundsOf: (payment: string) => [...refunds.values()].filter((one) => one['payment_intent'] === payment),
    fail: (next: Fault) => {
      fault = next;
    },
    /** State of refunds when they are created. */
    answerRefunds: (state: 'succeeded' | 'pending' | 'failed') => {
      refundState = state;
    },
    addCard,
    addCustomer: () => name('cus'),
    /** The payer pays on the page of the session, which then leads to the returned address. `async`: the bank has not confirmed yet. */
    pay(ref: string, how: { amount?: number; currency?: string; async?: boolean } = {}): string {
      const session = known(sessions, ref);
      const intent = intentOf(ref);
      const payment_status = how.async ? 'unpaid' : 'paid';
      change('checkout.session', session, { status: 'complete', url: null, payment_status });
      if (how.async) change('payment_intent', intent, { status: 'processing' });
      else succeed(intent, how.amount ?? Number(session['amount_total']), how.currency ?? String(session['currency']));
      if (intent['setup_future_usage']) intent['payment_method'] = addCard('good');
      return String(session['success_url']);
    },
    /** A card is declined on the page; the page stays open. */
    decline(ref: string, decline_code: string): void {
      change('payment_intent', intentOf(ref), { last_payment_error: { code: 'card_declined', decline_code } });
    },
    settle(ref: string, paid: boolean): void {
      const session = known(sessions, ref);
      if (paid) {
        succeed(intentOf(ref), Number(session['amount_total']), String(session['currency']));
        change('checkout.session', session, { payment_status: 'paid' });
      } else {
        change('payment_intent', intentOf(ref), { status: 'requires_payment_method', last_payment_error: NO_FUNDS });
      }
    },
    /** Removes the session, as if it had never existed. */
    forget(ref: string): void {
      sessions.delete(ref);
    },
    lapse(ref: string): void {
      change('checkout.session', known(sessions, ref), { status: 'expired', url: null });
    },
    challenge(ref: string, passed: boolean): void {
      const intent = known(intents, ref);
      if (passed) succeed(intent, Number(intent['amount']), String(intent['currency']));
      else {
        const last_payment_error = { code: 'payment_intent_authentication_failure' } as const;
        change('payment_intent', intent, { status: 'requires_payment_method', last_payment_error, next_action: null });
      }
    },
    /** The payer enters a card on the page of a setup session (one without a purchase). */
    typeCard(ref: string, kind: 'good' | 'declined'): void {
      const id = name('seti');
      // After a declined card the page stays open.
      const declined = {
        status: 'requires_payment_method',
        payment_method: null,
        last_setup_error: { code: 'card_declined', decline_code: 'generic_decline' },
      } satisfies Answered<Stripe.SetupIntent>;
      const kept = (): Answered<Stripe.SetupIntent> => ({ status: 'succeeded', payment_method: addCard('good') });
      setups.set(id, { id, ...(kind === 'good' ? kept() : declined) });
      const isDone = kind === 'good';
      change('checkout.session', known(sessions, ref), { setup_intent: id, ...(isDone && { status: 'complete' }) });
    },
    /** A refund that the server did not request: made in Stripe's dashboard or by a bank. */
    refund(payment: string, amount: number): string {
      return createRefund({ payment_intent: payment, amount: String(amount) }).id;
    },
    changeRefund(id: string, status: string): void {
      const why = status === 'failed' && { failure_reason: 'lost_or_stolen_card' };
      change('refund', known(refunds, id), { status, ...why });
    },
    dispute(payment: string, status: Stripe.Dispute.Status, id = name('dp')): string {
      const intent = known(intents, payment);
      change('charge', known(charges, intent['latest_charge']), { disputed: true });
      const amount = Number(intent['amount_received']);
      const dispute = { id, object: 'dispute', created: now(), amount, status, payment_intent: payment } as const;
      disputes.set(id, dispute satisfies Answered<Stripe.Dispute>);
      return id;
    },
    /** The webhook body about this object. */
    event(type: string, ref: string): string {
      const object = [sessions, intents, refunds, disputes].map((map) => map.get(ref)).find((one) => one !== undefined);
      return JSON.stringify({ id: name('evt'), object: 'event', type, created: now(), data: { object } });
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Changes members of an object in place, and returns it. `object`: the kind of object that it must be. */
function change<K extends keyof StripeObjects>(object: K, thing: Thing, to: Answered<StripeObjects[K]>): Thing {
  if (thing['object'] !== object) throw new TypeError(`${thing.id} is no ${object}`);
  return Object.assign(thing, to);
}

const NO_FUNDS = { code: 'card_declined', decline_code: 'insufficient_funds' } as const;

class Problem extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('problem');
    this.answer = answer;
  }
}
const problem = (status: number, type: string, code: string, more: Record<string, unknown> = {}) =>
  new Problem({ status, body: { error: { type, code, message: code, ...more } } });

const priceOf = (form: Form) => ((form['line_items'] as Form | undefined)?.['0'] as Form | undefined)?.['price_data'];
const currencyOf = (form: Form) => textIn((priceOf(form) as Form | undefined) ?? {}, 'currency');
const minorOf = (form: Form) => Number((priceOf(form) as Form | undefined)?.['unit_amount']);
