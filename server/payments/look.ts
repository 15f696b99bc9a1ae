import { and, asc, eq } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { SAVED_CARDS_MAX } from '../../contract/payments/rules.ts';
import type { Queries } from '../database/connect.ts';
import { type Answered, apply, type Call, type Order } from './apply.ts';
import { keepCard } from './cards.ts';
import type { Gateway, OrderFacts, Seen } from './gateway.ts';
import { GatewaySilent, inTime } from './in-time.ts';
import { noteReversals } from './note-reversals.ts';
import { isLive } from './step.ts';
import { paymentCall, paymentOrder } from './tables.ts';
import type { Till } from './till.ts';

/** How long the same key is tried again; a gateway may keep its fault for it. */
const SAME_KEY_MS = 60_000;

export type ChargeParams = { readonly ref: string } & (
  | { readonly token: string; readonly remember: boolean }
  | { readonly cardRef: string }
);

export type LookOptions = {
  /** The payer wants it no more. */
  readonly cancel?: boolean;
  /** A session that a webhook named. */
  readonly ref?: string;
};
/** Returns the order as it is afterwards; undefined where there is none. Throws when the gateway says nothing at all. */
export type Look = (orderId: string, options?: LookOptions) => Promise<Order | undefined>;

/**
 * Asks the gateway about an order and takes what it says. The one path by which money moves: webhook, poll, redirect, sweeper and
 * operator all come here. What was asked of the gateway before and was not answered is asked again under its key.
 */
export function createLook(till: Till): Look {
  const { db, clock } = till;

  async function look(orderId: string, options: LookOptions = {}): Promise<Order | undefined> {
    const [order] = await db.select().from(paymentOrder).where(eq(paymentOrder.id, orderId));
    const gateway = till.gateway?.name === order?.gateway ? till.gateway : undefined;
    if (order === undefined || gateway === undefined) return order;
    const now = clock.now();
    const live = isLive(order.state);
    const isOver = now >= order.expiresAt.getTime();
    let calls = await callsOf(till.db, orderId);
    if (live && !isOver && !options.cancel) {
      const heard = await hearAgain(till, gateway, calls);
      if (heard && options.ref === undefined) return heard;
      calls = await callsOf(till.db, orderId);
    }
    if (options.ref) calls = await adopt(till, gateway, orderId, calls, options.ref);
    const closing = !live ? undefined : options.cancel ? 'cancelled' : isOver ? 'expired' : undefined;
    const seens = await askAll(till, gateway, refsOf(calls), closing !== undefined);
    const isSilent = seens.some((seen) => seen === undefined);
    const said = seens.filter((seen) => seen !== undefined);
    if (isSilent && said.length === 0) throw new GatewaySilent();
    const answered: Answered = {
      seens: said,
      whole: !isSilent,
      calls: calls.length,
      ...(closing === undefined ? {} : { closing }),
    };
    const after = await apply(db, orderId, answered, clock.now());
    if (after?.state === 'paid' && order.state !== 'paid') await keepWished(till, gateway, after, calls);
    for (const { reversed, payment } of said) await noteReversals(db, orderId, reversed, payment?.ref);
    return after;
  }
  return look;
}

export async function callsOf(db: Queries, orderId: string): Promise<Call[]> {
  return db
    .select()
    .from(paymentCall)
    .where(eq(paymentCall.orderId, orderId))
    .orderBy(asc(paymentCall.createdAt), asc(paymentCall.kind), asc(paymentCall.attempt));
}

const refsOf = (calls: readonly Call[]) => [...new Set(calls.flatMap(({ ref }) => (ref === null ? [] : [ref])))];

/** Undefined for a session about which the gateway said nothing. */
async function askAll(till: Till, gateway: Gateway, refs: readonly string[], close: boolean) {
  return Promise.all(
    refs.map(async (ref): Promise<Seen | undefined> => {
      try {
        return await inTime(close ? gateway.close(ref) : gateway.ask(ref));
      } catch (error) {
        till.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the gateway did not answer');
        return undefined;
      }
    }),
  );
}

/**
 * Opens and charges again, under the same key, what was not answered; a session after a while under the next. Returns the order
 * after the answer.
 */
async function hearAgain(till: Till, gateway: Gateway, calls: readonly Call[]): Promise<Order | undefined> {
  const isYoung = (call: Call) => till.clock.now() - call.createdAt.getTime() < SAME_KEY_MS;
  const opened = calls.filter(({ kind }) => kind === 'open');
  const unopened = opened.every(({ ref }) => ref === null) ? opened.at(-1) : undefined;
  if (unopened) {
    const again = isYoung(unopened) ? unopened : await plan(till, unopened);
    return performCall(till, gateway, again ?? unopened);
  }
  const uncharged = calls.find(({ kind, ref }) => kind === 'charge' && ref === null);
  if (uncharged && isYoung(uncharged)) return performCall(till, gateway, uncharged).catch(() => undefined);
  if (uncharged) await giveUpCharge(till, uncharged);
  return undefined;
}

/** What the gateway keeps no answer for has the session's: whether it is paid is asked there. */
async function giveUpCharge({ db }: Till, call: Call): Promise<void> {
  const { ref } = call.params as ChargeParams;
  await db.update(paymentCall).set({ ref }).where(isCall(call));
}

/** Writes down the next attempt to open; undefined where another did at the same time. */
async function plan({ db, clock }: Till, before: Call): Promise<Call | undefined> {
  const [planned] = await db
    .insert(paymentCall)
    .values({
      ...{ orderId: before.orderId, kind: before.kind, attempt: before.attempt + 1, operation: before.operation },
      ...{ params: before.params, createdAt: new Date(clock.now()) },
    })
    .onConflictDoNothing()
    .returning();
  return planned;
}

export const isCall = ({ orderId, kind, attempt }: Pick<Call, 'orderId' | 'kind' | 'attempt'>) =>
  and(eq(paymentCall.orderId, orderId), eq(paymentCall.kind, kind), eq(paymentCall.attempt, attempt));

/** Makes a call that was committed before, and takes its answer. */
export async function performCall(till: Till, gateway: Gateway, call: Call): Promise<Order | undefined> {
  const { orderId, kind, attempt } = call;
  const key = `${orderId}:${kind}:${attempt}`;
  const seen = await inTime(
    kind === 'open' ? gateway.open(call.params as OrderFacts, key) : charge(gateway, call, key),
  );
  if (seen.orderId !== orderId) throw new Error('The gateway answered for another order');
  const calls = await callsOf(till.db, orderId);
  const heard = { kind, attempt, ref: seen.ref };
  const after = await apply(
    till.db,
    orderId,
    { seens: [seen], whole: false, calls: calls.length, heard },
    till.clock.now(),
  );
  if (after?.state === 'paid') await keepWished(till, gateway, after, await callsOf(till.db, orderId));
  return after;
}

function charge(gateway: Gateway, call: Call, key: string): Promise<Seen> {
  const { ref, ...card } = call.params as ChargeParams;
  return gateway.charge(ref, card, key);
}

/** A session that we know from a webhook only: the answer to `open` was lost. It is ours where it bears the order's id. */
async function adopt(till: Till, gateway: Gateway, orderId: string, calls: Call[], ref: string): Promise<Call[]> {
  const opened = calls.filter(({ kind }) => kind === 'open');
  const last = opened.at(-1);
  if (calls.some((call) => call.ref === ref) || last === undefined) return calls;
  const seen = await inTime(gateway.ask(ref)).catch(() => undefined);
  if (seen?.orderId !== orderId) return calls;
  const unheard = opened.find((call) => call.ref === null) ?? (await plan(till, last));
  if (unheard) await till.db.update(paymentCall).set({ ref: seen.ref }).where(isCall(unheard));
  return callsOf(till.db, orderId);
}

/** A card that its payer wished to be kept. The purchase stands without it. */
async function keepWished(till: Till, gateway: Gateway, order: Order, calls: readonly Call[]): Promise<void> {
  const wished = calls.findLast(({ kind, params }) => kind === 'charge' && (params as { remember?: boolean }).remember);
  if (!wished?.ref) return;
  try {
    const card = await inTime(gateway.keptBy(wished.ref));
    if (card) await keepCard(till.db, gateway.name, order.uid, nanoid(21), card, SAVED_CARDS_MAX);
  } catch (error) {
    till.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a card was not kept');
  }
}
