import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { SAVED_CARDS_MAX } from '../../../contract/payments/rules.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { saveCard } from './cards.ts';
import type { ChargeAnswer, Gateway, GatewaySnapshot, OrderFacts } from './gateway.ts';
import { GatewaySilent, inTime } from './in-time.ts';
import { type Answered, apply, type Order, type PaymentCall } from './order/apply.ts';
import { isLive } from './order/step.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { noteReversals } from './reversal/note-reversals.ts';
import { gatewayEvent, paymentCall, paymentOrder } from './tables.ts';

/** For how long a session is opened under the same idempotency key; a gateway may have stored an error under it. */
const OPEN_KEY_MS = 60_000;
/** For how long a charge is repeated under its key. Stripe stores keys for 24 hours at least, then executes the request again. */
const CHARGE_KEY_MS = 23 * HOUR_MS;
/** After this time the gateway has executed a request or never will: then its lists show the result. */
const CHARGE_SETTLED_MS = 10 * MINUTE_MS;

/** Parameters of a charge, committed in `payment_call` before the request: the session, and a new card's token or a saved card. */
export type ChargeParams = {
  /** The gateway's id of the session. */
  readonly ref: string;
  /** The gateway's id of the payer; absent in calls that earlier builds stored. */
  readonly customerRef?: string;
} & ({ readonly token: string; readonly remember: boolean } | { readonly cardRef: string });

/**
 * Options of an `OrderSync` run: that the payer cancels the order, or a session or charge that the gateway named and that is asked
 * about too.
 */
export type OrderSyncOptions = {
  /** The payer cancelled the order. */
  readonly cancel?: boolean;
  /** A session or charge that the gateway named. It is stored before the gateway is asked. */
  readonly ref?: string;
};
/**
 * Syncs an order with the gateway: asks about its sessions and charges, and applies the answers. Returns the order afterwards, unchanged
 * if it is of another gateway than the configured one; undefined if it does not exist. Throws when the gateway answers about none of its
 * sessions.
 */
export type OrderSync = (orderId: string, options?: OrderSyncOptions) => Promise<Order | undefined>;

/**
 * Creates the order sync, which webhooks, polls, redirects, cancellations, the sweeper and the reconciliation use. It first repeats
 * calls without an answer under their idempotency key, and closes the sessions of an order that has expired or was cancelled.
 */
export function createOrderSync(deps: PaymentDeps): OrderSync {
  const { db, clock } = deps;

  async function syncOrder(orderId: string, options: OrderSyncOptions = {}): Promise<Order | undefined> {
    const [order] = await db.select().from(paymentOrder).where(eq(paymentOrder.id, orderId));
    const gateway = deps.gateway?.name === order?.gateway ? deps.gateway : undefined;
    if (order === undefined || gateway === undefined) return order;
    if (options.ref) await storeReference(db, gateway.name, orderId, options.ref);
    const live = isLive(order.state);
    const isOver = clock.now() >= order.expiresAt.getTime();
    const isPayable = live && !isOver && !options.cancel;
    const repeated = await repeatUnansweredCall(deps, gateway, order, isPayable);
    const closing = !live ? undefined : options.cancel ? 'cancelled' : isOver ? 'expired' : undefined;
    const attached = await attachReferences(deps, gateway, orderId, closing !== undefined);
    if (repeated && isPayable && attached.refs === 0) return repeated;
    const { calls } = attached;
    const seens = [...(await askAll(deps, gateway, orderId, refsOf(calls), closing !== undefined)), ...attached.seens];
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
    if (after?.state === 'paid' && order.state !== 'paid') await keepWished(deps, gateway, after, calls);
    for (const { reversed, payment } of said) await noteReversals(deps, orderId, reversed, payment?.ref);
    return after;
  }
  return syncOrder;
}

/**
 * Reads the gateway calls of an order (rows of `payment_call`), oldest first, to repeat unanswered ones and to find its sessions and
 * charges.
 */
export async function callsOf(db: Queries, orderId: string): Promise<PaymentCall[]> {
  return db
    .select()
    .from(paymentCall)
    .where(eq(paymentCall.orderId, orderId))
    .orderBy(asc(paymentCall.createdAt), asc(paymentCall.kind), asc(paymentCall.attempt));
}

const refsOf = (calls: readonly PaymentCall[]) => [...new Set(calls.flatMap(({ ref }) => (ref === null ? [] : [ref])))];

/** Snapshots of sessions, which are closed first with `close`; undefined for each that the gateway did not answer about. */
async function askAll(deps: PaymentDeps, gateway: Gateway, order: string, refs: readonly string[], close: boolean) {
  return Promise.all(
    refs.map(async (ref): Promise<GatewaySnapshot | undefined> => {
      try {
        return await inTime(close ? gateway.close(ref) : gateway.ask(ref));
      } catch (error) {
        deps.log.warn({ order, ref, err: error }, 'failed to ask the gateway about a session');
        return undefined;
      }
    }),
  );
}

/**
 * Repeats a call that has no answer under its idempotency key: the last one to open a session, if none is open and the order can be paid
 * (after OPEN_KEY_MS under the next key); otherwise a charge. Returns the order after the answer; undefined if no call lacks an answer, or
 * it still does.
 */
async function repeatUnansweredCall(
  deps: PaymentDeps,
  gateway: Gateway,
  order: Order,
  isPayable: boolean,
): Promise<Order | undefined> {
  const calls = await callsOf(deps.db, order.id);
  const opened = calls.filter(({ kind }) => kind === 'open');
  const unopened = opened.every(({ ref }) => ref === null) ? opened.at(-1) : undefined;
  if (unopened && isPayable) {
    const isYoung = deps.clock.now() - unopened.createdAt.getTime() < OPEN_KEY_MS;
    const again = isYoung ? unopened : await plan(deps, unopened);
    return performCall(deps, gateway, again ?? unopened);
  }
  const uncharged = calls.find(({ kind, ref }) => kind === 'charge' && ref === null);
  if (uncharged === undefined) return undefined;
  try {
    return await resolveLostCharge(deps, gateway, uncharged, calls, isPayable);
  } catch (error) {
    deps.log.warn({ order: order.id, err: error }, 'failed to learn the result of a charge');
    return undefined;
  }
}

/**
 * Learns the result of a charge whose answer was lost. First the gateway's list of the order's charges (`chargesOf`) is read. A charge that
 * is not in it is sent again under its key while the order can be paid; afterwards no charge is sent any more, and the charge counts as not
 * made CHARGE_SETTLED_MS after its last request. Throws when the gateway does not answer, so that nothing is given up.
 */
async function resolveLostCharge(
  deps: PaymentDeps,
  gateway: Gateway,
  call: PaymentCall,
  calls: readonly PaymentCall[],
  isPayable: boolean,
): Promise<Order | undefined> {
  const { db, clock } = deps;
  const { orderId, createdAt, triedAt } = call;
  const { ref: sessionRef, customerRef = '' } = call.params as ChargeParams;
  const query = { orderId, sessionRef, customerRef, since: createdAt.getTime() };
  const known = new Set(refsOf(calls));
  const found = (await inTime(gateway.chargesOf(query))).filter(({ ref }) => !known.has(ref));
  // Charges of an order are sequential, so there is at most one; if there are more, the paid one is the answer.
  const made = found.find(({ state }) => state === 'paid') ?? found[0];
  for (const { ref } of found) if (ref !== made?.ref) await storeReference(db, gateway.name, orderId, ref);
  if (made) return takeAnswer(deps, gateway, call, made);
  const now = clock.now();
  const isSettled = now - (triedAt ?? createdAt).getTime() >= CHARGE_SETTLED_MS;
  if (isPayable && now - createdAt.getTime() < CHARGE_KEY_MS) {
    const answer = await sendCharge(deps, gateway, call);
    return answer.isUnsent && !isSettled ? undefined : takeAnswer(deps, gateway, call, answer);
  }
  if (isSettled) await db.update(paymentCall).set({ ref: sessionRef }).where(isUnanswered(call));
  return undefined;
}

/** Commits the next attempt to open a session; undefined if another process did at the same time. */
async function plan({ db, clock }: PaymentDeps, before: PaymentCall): Promise<PaymentCall | undefined> {
  const [planned] = await db
    .insert(paymentCall)
    .values({
      orderId: before.orderId,
      kind: before.kind,
      attempt: before.attempt + 1,
      operation: before.operation,
      params: before.params,
      createdAt: new Date(clock.now()),
    })
    .onConflictDoNothing()
    .returning();
  return planned;
}

/** SQL condition that selects one gateway call of `payment_call` by its key. */
export const isCall = ({ orderId, kind, attempt }: Pick<PaymentCall, 'orderId' | 'kind' | 'attempt'>) =>
  and(eq(paymentCall.orderId, orderId), eq(paymentCall.kind, kind), eq(paymentCall.attempt, attempt));

const isUnanswered = (call: PaymentCall) => and(isCall(call), isNull(paymentCall.ref));

/** Sends a gateway call (open or charge) whose row was committed before, and applies its answer to the order. */
export async function performCall(deps: PaymentDeps, gateway: Gateway, call: PaymentCall): Promise<Order | undefined> {
  const seen =
    call.kind === 'open'
      ? await inTime(gateway.open(call.params as OrderFacts, keyOf(call)))
      : await chargeBy(deps, gateway, call);
  return takeAnswer(deps, gateway, call, seen);
}

const keyOf = ({ orderId, kind, attempt }: PaymentCall) => `${orderId}:${kind}:${attempt}`;

async function chargeBy({ log }: PaymentDeps, gateway: Gateway, call: PaymentCall): Promise<ChargeAnswer> {
  const { ref, customerRef: _, ...card } = call.params as ChargeParams;
  const answer = await inTime(gateway.charge(ref, card, keyOf(call)));
  // To the payer it is a declined card, so the log is the only place that names the cause.
  if (answer.refusal) log.warn({ order: call.orderId, err: answer.refusal }, 'gateway refused a charge');
  return answer;
}

/** Repeats a charge. The time is stored first, so that other processes know how long the request may still be executed. */
async function sendCharge(deps: PaymentDeps, gateway: Gateway, call: PaymentCall): Promise<ChargeAnswer> {
  const { db, clock } = deps;
  await db
    .update(paymentCall)
    .set({ triedAt: new Date(clock.now()) })
    .where(isUnanswered(call));
  const answer = await chargeBy(deps, gateway, call);
  if (answer.isUnsent) await db.update(paymentCall).set({ triedAt: call.triedAt }).where(isUnanswered(call));
  return answer;
}

async function takeAnswer(
  deps: PaymentDeps,
  gateway: Gateway,
  call: PaymentCall,
  seen: GatewaySnapshot,
): Promise<Order | undefined> {
  const { orderId, kind, attempt } = call;
  if (seen.orderId !== orderId) throw new Error('The gateway answered for another order');
  const calls = await callsOf(deps.db, orderId);
  const heard = { kind, attempt, ref: seen.ref };
  const answered = { seens: [seen], whole: false, calls: calls.length, heard };
  const after = await apply(deps.db, orderId, answered, deps.clock.now());
  if (after?.state === 'paid') await keepWished(deps, gateway, after, await callsOf(deps.db, orderId));
  return after;
}

/**
 * Stores a session or charge that the gateway named elsewhere than in an answer (its list, the reconciliation), so that each later sync
 * asks about it.
 */
export async function storeReference(db: Queries, gateway: string, orderId: string, ref: string): Promise<void> {
  await db
    .insert(gatewayEvent)
    .values({ gateway, eventId: `ref:${ref}`, orderId, ref })
    .onConflictDoNothing();
}

/** Reads the sessions and charges of an order that `storeReference` and webhooks have stored. */
export async function storedReferences(db: Queries, gateway: string, orderId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ ref: gatewayEvent.ref })
    .from(gatewayEvent)
    .where(and(eq(gatewayEvent.gateway, gateway), eq(gatewayEvent.orderId, orderId), isNotNull(gatewayEvent.ref)));
  return rows.flatMap(({ ref }) => (ref === null ? [] : [ref]));
}

type Attached = {
  readonly calls: PaymentCall[];
  /** Snapshots for references that belong to no gateway call; undefined: the gateway did not answer. */
  readonly seens: readonly (GatewaySnapshot | undefined)[];
  /** Number of stored references that no gateway call had before. */
  readonly refs: number;
};

/**
 * Assigns stored references to the calls that lack one: a session to `open`, a charge to `charge`. References that belong to another
 * order according to the gateway are ignored.
 */
async function attachReferences(
  deps: PaymentDeps,
  gateway: Gateway,
  orderId: string,
  close: boolean,
): Promise<Attached> {
  const known = refsOf(await callsOf(deps.db, orderId));
  const unknown = (await storedReferences(deps.db, gateway.name, orderId)).filter((ref) => !known.includes(ref));
  const seens: (GatewaySnapshot | undefined)[] = [];
  for (const seen of await askAll(deps, gateway, orderId, unknown, false)) {
    if (seen === undefined) seens.push(seen);
    else if (seen.orderId === orderId && !(await attach(deps, orderId, seen))) {
      seens.push(...(close ? await askAll(deps, gateway, orderId, [seen.ref], true) : [seen]));
    }
  }
  return { calls: await callsOf(deps.db, orderId), seens, refs: unknown.length };
}

/**
 * Assigns the reference of a snapshot to a gateway call without an answer, a session also to a new call; returns whether one has it now.
 */
async function attach(deps: PaymentDeps, orderId: string, { ref, chargeOf }: GatewaySnapshot): Promise<boolean> {
  const calls = await callsOf(deps.db, orderId);
  if (calls.some((call) => call.ref === ref)) return true;
  const kind = chargeOf === undefined ? 'open' : 'charge';
  const unanswered = calls.find((call) => call.kind === kind && call.ref === null);
  const last = calls.findLast((call) => call.kind === 'open');
  const call = unanswered ?? (kind === 'open' && last ? await plan(deps, last) : undefined);
  if (call === undefined) return false;
  await deps.db.update(paymentCall).set({ ref }).where(isUnanswered(call));
  return true;
}

/** Saves the card of a paid charge if the payer wanted it. A failure does not affect the purchase. */
async function keepWished(
  deps: PaymentDeps,
  gateway: Gateway,
  order: Order,
  calls: readonly PaymentCall[],
): Promise<void> {
  const wished = calls.findLast(({ kind, params }) => kind === 'charge' && (params as { remember?: boolean }).remember);
  if (!wished?.ref) return;
  try {
    const card = await inTime(gateway.keptBy(wished.ref));
    if (card) await saveCard(deps.db, gateway.name, order.uid, nanoid(21), card, SAVED_CARDS_MAX);
  } catch (error) {
    deps.log.warn({ order: order.id, err: error }, 'failed to save a card');
  }
}
