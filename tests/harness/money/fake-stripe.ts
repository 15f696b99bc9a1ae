import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unknownParam } from './stripe-params.ts';

type Thing = Record<string, unknown> & { id: string };
type Form = { [key: string]: string | Form };
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
  let refundState = 'succeeded';

  const now = () => Math.floor(Date.now() / 1_000);
  const name = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;
  const known = (map: Map<string, Thing>, id: unknown): Thing => {
    const found = map.get(String(id));
    if (!found) throw problem(404, 'invalid_request_error', 'resource_missing');
    return found;
  };

  function makeIntent(facts: Record<string, unknown>): Thing {
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
    };
    intents.set(intent.id, intent);
    return intent;
  }

  function succeed(intent: Thing, amount: unknown, currency: unknown): void {
    const charge = {
      id: name('ch'),
      object: 'charge',
      created: now(),
      disputed: false,
      amount,
      currency,
      payment_intent: intent.id,
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    };
    charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', amount_received: amount, currency, latest_charge: charge.id });
    Object.assign(intent, { last_payment_error: null, next_action: null });
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
    const session: Thing = {
      id,
      object: 'checkout.session',
      created: now(),
      livemode: false,
      mode: form['mode'],
      status: 'open',
      payment_status: 'unpaid',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      success_url: form['success_url'],
      client_reference_id: form['client_reference_id'] ?? null,
      metadata: form['metadata'] ?? {},
      amount_total: form['mode'] === 'payment' ? amount : null,
      currency: currencyOf(form) ?? null,
      payment_intent: null,
      setup_intent: null,
      asked: form,
    };
    sessions.set(id, session);
    return session;
  }

  function createIntent(form: Form): Thing {
    const method = known(methods, form['payment_method']);
    if (method['customer'] !== form['customer']) throw problem(400, 'invalid_request_error', 'payment_method');
    const intent = makeIntent({
      metadata: form['metadata'] ?? {},
      currency: form['currency'],
      payment_method: method.id,
    });
    if (method['kind'] === 'good') succeed(intent, Number(form['amount']), form['currency']);
    if (method['kind'] === 'challenge') {
      const url = `https://hooks.stripe.com/redirect/authenticate/${intent.id}`;
      const redirect = { type: 'redirect_to_url', redirect_to_url: { url, return_url: form['return_url'] } };
      Object.assign(intent, { status: 'requires_action', amount: Number(form['amount']), next_action: redirect });
    }
    if (method['kind'] === 'no-funds') {
      intent['last_payment_error'] = { code: 'card_declined', decline_code: 'insufficient_funds' };
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
      failure_reason: refundState === 'failed' ? 'lost_or_stolen_card' : null,
      metadata: form['metadata'] ?? {},
      payment_intent: intent.id,
    };
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
      return Object.assign(session, { status: 'expired', url: null });
    }
    if (verb === 'cancel') {
      const intent = known(intents, id);
      if (['succeeded', 'canceled'].includes(String(intent['status']))) {
        throw problem(400, 'invalid_request_error', 'payment_intent_unexpected_state');
      }
      return Object.assign(intent, { status: 'canceled', next_action: null });
    }
    if (verb === 'detach') {
      const card = known(methods, id);
      if (card['customer'] === null) throw problem(400, 'invalid_request_error', 'payment_method');
      return Object.assign(card, { customer: null });
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
      currency: session['currency'],
      metadata: data['metadata'] ?? {},
      setup_future_usage: data['setup_future_usage'] ?? null,
    }).id;
    return known(intents, session['payment_intent']);
  };
  const addCard = (kind: string, customer = name('cus')): string => {
    const id = name('pm');
    const card = { brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2031 };
    methods.set(id, { id, object: 'payment_method', created: now(), kind, customer, card });
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
      Object.assign(session, { status: 'complete', url: null, payment_status: how.async ? 'unpaid' : 'paid' });
      if (how.async) intent['status'] = 'processing';
      else succeed(intent, how.amount ?? session['amount_total'], how.currency ?? session['currency']);
      if (intent['setup_future_usage']) intent['payment_method'] = addCard('good');
      return String(session['success_url']);
    },
    /** A card is declined on the page; the page stays open. */
    decline(ref: string, decline_code: string): void {
      Object.assign(intentOf(ref), { last_payment_error: { code: 'card_declined', decline_code } });
    },
    settle(ref: string, paid: boolean): void {
      const session = known(sessions, ref);
      if (paid) {
        succeed(intentOf(ref), session['amount_total'], session['currency']);
        session['payment_status'] = 'paid';
      } else {
        const error = { code: 'card_declined', decline_code: 'insufficient_funds' };
        Object.assign(intentOf(ref), { status: 'requires_payment_method', last_payment_error: error });
      }
    },
    /** Removes the session, as if it had never existed. */
    forget(ref: string): void {
      sessions.delete(ref);
    },
    lapse(ref: string): void {
      Object.assign(known(sessions, ref), { status: 'expired', url: null });
    },
    challenge(ref: string, passed: boolean): void {
      const intent = known(intents, ref);
      if (passed) succeed(intent, intent['amount'], intent['currency']);
      else {
        const error = { code: 'payment_intent_authentication_failure' };
        Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error, next_action: null });
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
      };
      setups.set(id, {
        id,
        ...(kind === 'good' ? { status: 'succeeded', payment_method: addCard('good') } : declined),
      });
      Object.assign(known(sessions, ref), { setup_intent: id, ...(kind === 'good' && { status: 'complete' }) });
    },
    /** A refund that the server did not request: made in Stripe's dashboard or by a bank. */
    refund(payment: string, amount: number): string {
      return createRefund({ payment_intent: payment, amount: String(amount) }).id;
    },
    changeRefund(id: string, status: string): void {
      Object.assign(known(refunds, id), { status, failure_reason: status === 'failed' ? 'lost_or_stolen_card' : null });
    },
    dispute(payment: string, status: string, id = name('dp')): string {
      const intent = known(intents, payment);
      known(charges, intent['latest_charge'])['disputed'] = true;
      const amount = intent['amount_received'];
      disputes.set(id, { id, object: 'dispute', created: now(), amount, status, payment_intent: payment });
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

class Problem extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('problem');
    this.answer = answer;
  }
}
const problem = (status: number, type: string, code: string, more: Record<string, unknown> = {}) =>
  new Problem({ status, body: { error: { type, code, message: code, ...more } } });

/** Parses Stripe's form encoding: `a[b][0][c]=d`. */
function readForm(text: string): Form {
  const form: Form = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.split(/[[\]]+/).filter((part) => part !== '');
    let at = form;
    for (const part of names.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Form;
    }
    at[names.at(-1) ?? ''] = value;
  }
  return form;
}

const priceOf = (form: Form) => ((form['line_items'] as Form | undefined)?.['0'] as Form | undefined)?.['price_data'];
const currencyOf = (form: Form) => (priceOf(form) as Form | undefined)?.['currency'];
const minorOf = (form: Form) => Number((priceOf(form) as Form | undefined)?.['unit_amount']);
