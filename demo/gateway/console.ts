import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { onlyForBearers } from './bearers.ts';
import type { Gateway } from './context.ts';
import { answerOfBank, DISPUTE_STATES, dispute, refund } from './moves.ts';
import { CONSOLE_ROWS } from './rules.ts';
import { lockSession, newName, type Reversal, type Session } from './sessions.ts';
import type { Rows } from './store.ts';

const name = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const minor = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
const newRefund = v.object({ paymentRef: name, amountMinor: minor });
const newDispute = v.object({ paymentRef: name, state: v.picklist(DISPUTE_STATES) });
const sum = v.object({ amountMinor: minor, currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) });
const bankAnswer = v.object({ ref: name, paid: v.boolean(), sum: v.optional(sum) });

/**
 * Registers the console's API: actions of the merchant's staff (refunds) and decisions of banks (disputes, pending payments), made on the
 * console page or by tests. The merchant's server learns of them by webhook and by asking.
 */
export async function registerConsole(app: FastifyInstance, { store, key, now, changed }: Gateway): Promise<void> {
  app.addHook('onRequest', onlyForBearers(key));

  app.get('/v1/console/sessions', async () => {
    const sessions = await store.query<Session>(
      `select * from session where kind = 'payment' order by created_at desc, ref limit $1`,
      [CONSOLE_ROWS],
    );
    const refs = sessions.map(({ ref }) => ref);
    const reversals = await store.query<Reversal>('select * from reversal where session = any($1) order by at, ref', [
      refs,
    ]);
    return {
      sessions: sessions.map(
        ({ ref, order_id, state, amount_minor, currency, payment_ref, paid_minor, paid_currency }) => ({
          ref,
          orderId: order_id,
          state,
          paymentRef: payment_ref,
          amountMinor: paid_minor ?? amount_minor,
          currency: paid_currency ?? currency,
          reversals: reversals.flatMap(({ session, kind, amount_minor: amountMinor, state }) =>
            session === ref ? [{ kind, amountMinor, state }] : [],
          ),
        }),
      ),
    };
  });

  /** Registers an action: answers 200 when it was performed, and 409 when it is not possible. */
  function post<Body>(
    path: string,
    schema: v.GenericSchema<unknown, Body>,
    work: (rows: Rows, body: Body) => Promise<boolean>,
  ) {
    app.post(`/v1/console/${path}`, async (request, reply) => {
      const parsed = v.safeParse(schema, request.body);
      if (!parsed.success) return reply.code(400).send({ error: v.summarize(parsed.issues) });
      const isDone = await store.transaction((rows) => work(rows, parsed.output));
      changed();
      return isDone ? {} : reply.code(409).send({ error: 'that cannot be done' });
    });
  }

  post('refunds', newRefund, async (rows, { paymentRef, amountMinor }) => {
    const session = await lockSession(rows, 'payment_ref', paymentRef, now());
    if (session === undefined) return false;
    return (await refund({ rows, now: now() }, session, { ref: newName('rfd'), amount: amountMinor })) !== 'refused';
  });
  post('disputes', newDispute, async (rows, { paymentRef, state }) => {
    const session = await lockSession(rows, 'payment_ref', paymentRef, now());
    return session !== undefined && dispute({ rows, now: now() }, session, state);
  });
  post('bank', bankAnswer, async (rows, { ref, paid, sum: came }) => {
    const session = await lockSession(rows, 'ref', ref, now());
    return session !== undefined && answerOfBank({ rows, now: now() }, session, { paid, sum: came });
  });
}
