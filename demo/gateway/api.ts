import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { money, SOLD_CURRENCIES } from '../../contract/payments/money.ts';
import { orderId, PAYMENT_CHANNELS } from '../../contract/payments/orders.ts';
import { onlyForBearers } from './bearers.ts';
import type { Gateway } from './context.ts';
import { type Call, createFaults, type Fault, fault } from './faults.ts';
import { type Answer, errorAnswer, once } from './idempotency.ts';
import { charge, close, decline, isPayable, refund, tryToBind } from './moves.ts';
import { BINDING_MINUTES, LIST_PAGE, SLOW_BANK_MS } from './rules.ts';
import { cardOf, type EnteredCard, lockSession, nextOf, openSession, type Session, viewOf } from './sessions.ts';
import type { Rows } from './store.ts';

const TITLE_MAX_CHARS = 80;
const URL_MAX_CHARS = 2_048;
const KEY_MAX_CHARS = 200;

const name = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const customerRef = v.pipe(v.string(), v.regex(/^[\w-]{0,64}$/));
const web = v.pipe(v.string(), v.url(), v.regex(/^https?:/), v.maxLength(URL_MAX_CHARS));
const origin = v.pipe(
  web,
  v.transform((text) => new URL(text).origin),
);
const whence = { customerRef, returnUrl: web, parentOrigin: origin };
const newSession = v.object({
  orderId,
  uid: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger())), null),
  channel: v.picklist(PAYMENT_CHANNELS),
  price: money,
  title: v.pipe(v.string(), v.maxLength(TITLE_MAX_CHARS)),
  remember: v.boolean(),
  expiresAt: v.pipe(v.number(), v.integer()),
  ...whence,
});
const newBinding = v.object({ bindId: name, ...whence });
const newCharge = v.union([v.object({ token: name, remember: v.boolean() }), v.object({ cardRef: name })]);
const newRefund = v.object({ reversalId: name, orderId, paymentRef: name, price: money });
const page = v.object({
  since: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  after: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{0,64}$/)), ''),
});

type Refs = { Params: { ref: string } };
const NOT_FOUND = errorAnswer(404, 'there is no such thing here');

/**
 * Registers the JSON API that the merchant's server calls with its bearer key; all its calls with an effect except closing a session
 * and deleting a card also need an `Idempotency-Key`, under which a repeated call gets the first answer. Tests order failures by
 * `POST /v1/faults`, without such a key.
 */
export async function registerApi(app: FastifyInstance, gateway: Gateway): Promise<void> {
  const { store, now, baseOf, changed } = gateway;
  const faults = createFaults();

  app.addHook('onRequest', onlyForBearers(gateway.key));

  /**
   * Runs a call with an effect, once per idempotency key, with the failure that a test ordered for it. `hold` delays the answer after
   * the commit.
   */
  async function act(
    call: Call,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (rows: Rows, how: Fault['how'] | undefined) => Promise<Answer>,
    hold?: () => Promise<void>,
  ) {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || key === '' || key.length > KEY_MAX_CHARS)
      return send(reply, errorAnswer(400, 'a key is needed'));
    const how = faults.next(call);
    if (how === 'down') return send(reply, errorAnswer(503, 'down'));
    const { url, body } = request;
    const answer = await once(store, { key, request: [url, body], now: now() }, async (rows) =>
      how === 'error' ? errorAnswer(500, 'something went wrong') : await work(rows, how),
    );
    changed();
    await hold?.();
    return how === 'lost' ? cut(request, reply) : send(reply, answer);
  }

  /** Runs a call that can be repeated without a key, with the failure that a test ordered for it. */
  async function repeatable(call: Call, request: FastifyRequest, reply: FastifyReply, work: () => Promise<Answer>) {
    const how = faults.next(call);
    if (how !== undefined && how !== 'lost') return send(reply, errorAnswer(503, 'down'));
    const answer = await work();
    return how === 'lost' ? cut(request, reply) : send(reply, answer);
  }

  const view = async (rows: Rows, session: Session): Promise<Answer> => ({
    status: 200,
    body: await viewOf(rows, session, baseOf),
  });

  app.post('/v1/sessions', (request, reply) =>
    act('sessions', request, reply, async (rows) => {
      const parsed = v.safeParse(newSession, request.body);
      if (!parsed.success) return errorAnswer(400, v.summarize(parsed.issues));
      const { orderId: order_id, uid, channel, price, title, remember, expiresAt, ...from } = parsed.output;
      if (channel === 'upi' && price.currency !== 'INR') return errorAnswer(400, 'UPI pays in rupees');
      if (SOLD_CURRENCIES[price.currency] === 3 && price.amountMinor % 10 !== 0)
        return errorAnswer(400, 'cards pay no thousandths');
      const { amountMinor: amount_minor, currency } = price;
      const { customerRef: customer, returnUrl: return_url, parentOrigin: parent_origin } = from;
      const facts = {
        kind: 'payment',
        order_id,
        uid,
        channel,
        amount_minor,
        currency,
        title,
        customer,
        remember,
      } as const;
      return view(rows, await openSession(rows, { ...facts, return_url, parent_origin, expires_at: expiresAt }, now()));
    }),
  );

  app.get('/v1/sessions', (request, reply) =>
    repeatable('list', request, reply, async () => {
      const parsed = v.safeParse(page, request.query);
      if (!parsed.success) return errorAnswer(400, v.summarize(parsed.issues));
      const { since, after } = parsed.output;
      const found = await store.query<Session>(
        // Also older sessions that were paid or reversed since.
        `select * from session where kind = 'payment' and ref > $2 and (created_at >= $1 or paid_at >= $1
           or exists (select from reversal where session = session.ref and at >= $1)) order by ref limit $3`,
        [since, after, LIST_PAGE],
      );
      const sessions = [];
      for (const session of found) sessions.push(await viewOf(store, session, baseOf));
      return { status: 200, body: { sessions, next: found.length < LIST_PAGE ? '' : (found.at(-1)?.ref ?? '') } };
    }),
  );

  app.get<Refs>('/v1/sessions/:ref', (request, reply) =>
    repeatable('ask', request, reply, () =>
      store.transaction(async (rows) => {
        const session = await lockSession(rows, 'ref', request.params.ref, now());
        return session ? await view(rows, session) : NOT_FOUND;
      }),
    ),
  );

  app.post<Refs>('/v1/sessions/:ref/charge', (request, reply) => {
    let isSlow = false;
    const work = async (rows: Rows) => {
      const parsed = v.safeParse(newCharge, request.body);
      if (!parsed.success) return errorAnswer(400, v.summarize(parsed.issues));
      const session = await lockSession(rows, 'ref', request.params.ref, now());
      if (session?.kind !== 'payment') return NOT_FOUND;
      const card = await cardFor(rows, session, parsed.output);
      const at = { rows, now: now() };
      if (card === undefined) return view(rows, isPayable(session) ? await decline(at, session, 'other') : session);
      isSlow = card.does === 'slow' && isPayable(session);
      return view(rows, await charge(at, session, card, 'token' in parsed.output && parsed.output.remember));
    };
    // The delay exceeds the merchant's timeout, so the merchant learns the result later.
    return act('charge', request, reply, work, async () => void (isSlow && (await gateway.wait(SLOW_BANK_MS))));
  });

  app.post<Refs>('/v1/sessions/:ref/close', (request, reply) =>
    repeatable('close', request, reply, async () => {
      const answer = await store.transaction(async (rows) => {
        const session = await lockSession(rows, 'ref', request.params.ref, now());
        return session ? view(rows, await close({ rows, now: now() }, session)) : NOT_FOUND;
      });
      changed();
      return answer;
    }),
  );

  app.post('/v1/bindings', (request, reply) =>
    act('bind', request, reply, async (rows) => {
      const parsed = v.safeParse(newBinding, request.body);
      if (!parsed.success) return errorAnswer(400, v.summarize(parsed.issues));
      const {
        bindId: order_id,
        customerRef: customer,
        returnUrl: return_url,
        parentOrigin: parent_origin,
      } = parsed.output;
      const facts = { kind: 'binding', order_id, channel: 'card', amount_minor: 0, currency: '', title: '' } as const;
      const expires_at = now() + BINDING_MINUTES * 60_000;
      const whence = { customer, return_url, parent_origin, expires_at };
      const session = await openSession(rows, { ...facts, ...whence, remember: true }, now());
      return { status: 200, body: { ref: session.ref, next: nextOf(session, baseOf(parent_origin)) } };
    }),
  );

  app.post<Refs>('/v1/bindings/:ref/keep', (request, reply) =>
    act('keep', request, reply, async (rows) => {
      const parsed = v.safeParse(v.object({ token: name }), request.body);
      if (!parsed.success) return errorAnswer(400, v.summarize(parsed.issues));
      const session = await lockSession(rows, 'ref', request.params.ref, now());
      const card = await cardOf(rows, 'token', parsed.output.token);
      if (session?.kind !== 'binding' || session.state === 'closed' || card?.session !== session.ref) return NOT_FOUND;
      return viewOfBinding(rows, await tryToBind({ rows, now: now() }, session, card));
    }),
  );

  app.get<Refs>('/v1/bindings/:ref', (request, reply) =>
    repeatable('ask', request, reply, () =>
      store.transaction(async (rows) => {
        const session = await lockSession(rows, 'ref', request.params.ref, now());
        return session?.kind === 'binding' ? viewOfBinding(rows, session) : NOT_FOUND;
      }),
    ),
  );

  /** The card that a binding has saved, or the payer's next step. */
  async function viewOfBinding(rows: Rows, session: Session): Promise<Answer> {
    const card = session.token === null ? undefined : await cardOf(rows, 'token', session.token);
    if (card?.card_ref) return { status: 200, body: { card: savedCardAnswer(card).body } };
    const next = nextOf(session, baseOf(session.parent_origin));
    const { reason } = session;
    return { status: 200, body: { ...(next && { next }), ...(reason !== null && { reason }) } };
  }

  app.get<Refs>('/v1/sessions/:ref/card', (request, reply) =>
    repeatable('ask', request, reply, async () => {
      const [card] = await store.query<EnteredCard>(
        `select card.* from card join session on card.token = session.token
         where ref = $1 and session.state = 'paid' and card_ref is not null`,
        [request.params.ref],
      );
      return savedCardAnswer(card);
    }),
  );

  app.delete<Refs>('/v1/cards/:ref', (request, reply) =>
    repeatable('keep', request, reply, async () => {
      await store.query('update card set card_ref = null where card_ref = $1', [request.params.ref]);
      return { status: 200, body: {} };
    }),
  );

  app.post('/v1/refunds', (request, reply) =>
    act('refund', request, reply, async (rows, how) => {
      const parsed = v.safeParse(newRefund, request.body);
      if (!parsed.success) return errorAnswer(400, v.summarize(parsed.issues));
      const { reversalId, orderId, paymentRef, price } = parsed.output;
      const session = await lockSession(rows, 'payment_ref', paymentRef, now());
      if (session?.order_id !== orderId || (session.paid_currency ?? session.currency) !== price.currency)
        return NOT_FOUND;
      const refundRequest = { ref: reversalId, amount: price.amountMinor, isSlow: how === 'slow' };
      return { status: 200, body: { state: await refund({ rows, now: now() }, session, refundRequest) } };
    }),
  );

  app.post('/v1/faults', async (request, reply) => {
    const parsed = v.safeParse(fault, request.body);
    if (!parsed.success) return send(reply, errorAnswer(400, v.summarize(parsed.issues)));
    faults.order(parsed.output);
    return send(reply, { status: 200, body: {} });
  });
}

/** The card that may be charged: entered in this session's own frame and not charged before, or saved for this session's customer. */
async function cardFor(
  rows: Rows,
  session: Session,
  by: v.InferOutput<typeof newCharge>,
): Promise<EnteredCard | undefined> {
  if ('cardRef' in by) {
    const card = await cardOf(rows, 'card_ref', by.cardRef);
    return session.customer !== '' && card?.customer === session.customer ? card : undefined;
  }
  const card = await cardOf(rows, 'token', by.token);
  return card?.session === session.ref && !card.used ? card : undefined;
}

function savedCardAnswer(card: EnteredCard | undefined): Answer {
  if (card?.card_ref == null) return NOT_FOUND;
  const { card_ref: cardRef, customer: customerRef, brand, last4, expires, fingerprint } = card;
  return { status: 200, body: { cardRef, customerRef, brand, last4, expires, ...(fingerprint && { fingerprint }) } };
}

const send = (reply: FastifyReply, { status, body }: Answer) => reply.code(status).send(body);

/** Closes the connection without an answer, so that the caller does not learn the result of its request. */
function cut(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}
