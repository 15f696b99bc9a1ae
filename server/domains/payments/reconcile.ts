import { and, eq, gte } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { Database, Queries } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Gateway, GatewaySnapshot } from './gateway.ts';
import type { Order } from './order/apply.ts';
import { paymentDifference, paymentOrder, reversal } from './tables.ts';

/** Dependencies of `reconcile`: database, gateway, log, and the order sync. */
export type ReconcileDeps = {
  readonly db: Database;
  readonly gateway: Gateway;
  readonly log: Logger;
  /** Syncs an order with the gateway, including this session or charge. */
  syncOrder(orderId: string, ref: string): Promise<void>;
};
/**
 * The result of comparing the gateway's list of sessions and charges with the database: payments and reversals that the database lacks, and
 * differences for the operator.
 */
export type Compared = {
  /** Number of sessions and charges that the gateway listed. */
  readonly seen: number;
  /** Snapshots that the database does not reflect yet. */
  readonly news: readonly Pick<GatewaySnapshot, 'orderId' | 'uid' | 'ref' | 'payment'>[];
  readonly differences: readonly Difference[];
};
/** A disagreement between gateway and database about a payment, for the operator. `ref`: the payment, or the session if there is none. */
export type Difference = { readonly ref: string; readonly orderId: string | null; readonly what: string };

/** A payment that is newer than this may be missing in the gateway's list of sessions and charges. */
const SETTLED_AFTER_MS = HOUR_MS;
/** Number of past days that each daily reconciliation compares. */
export const RECONCILE_DAYS = 4;

/**
 * Compares the sessions and charges that the gateway lists for the last `days` with the orders in the database, daily. Payments and
 * reversals that only the gateway has are synced with the listed reference, as a webhook would. Afterwards each new difference is recorded
 * and logged for the operator: a payment that is neither credited nor sent back, one that only the database has, or one with another
 * amount.
 */
export async function reconcile(around: ReconcileDeps, now: number, days = RECONCILE_DAYS): Promise<Compared> {
  const { db, gateway, log } = around;
  const compared = await compare(around, now, days);
  const unaccounted: Difference[] = [];
  for (const { orderId, ref, payment } of compared.news) {
    // A failed sync leaves a difference and does not stop the others.
    await around
      .syncOrder(orderId, ref)
      .catch((error: unknown) => log.warn({ order: orderId, err: error }, 'failed to sync an order'));
    const isNoted = compared.differences.some((difference) => difference.ref === payment?.ref);
    if (payment === undefined || isNoted || (await isAccounted(db, orderId, payment.ref))) continue;
    // A payment under the operator's review has its difference already.
    if (await hasDifference(db, gateway.name, payment.ref)) continue;
    unaccounted.push({ ref: payment.ref, orderId, what: 'paid there, neither credited nor sent back here' });
  }
  const differences = [...compared.differences, ...unaccounted];
  for (const difference of differences) {
    if (!(await noteDifference(db, gateway.name, difference))) continue;
    const { ref, orderId: order, what } = difference;
    const line = 'gateway and database disagree about a payment';
    log.warn({ gateway: gateway.name, ref, order, what }, line);
  }
  return { ...compared, differences };
}

/**
 * Compares the sessions and charges that the gateway lists for the last `days` before `now` with the orders in the database, and returns
 * what the database lacks and what differs. It writes nothing; used by `reconcile` and by the operator's action of that name.
 */
export async function compare(
  { db, gateway }: Pick<ReconcileDeps, 'db' | 'gateway'>,
  now: number,
  days: number,
): Promise<Compared> {
  const since = now - days * DAY_MS;
  const listed = new Set<string>();
  const news: GatewaySnapshot[] = [];
  const differences: Difference[] = [];
  let seen = 0;
  for await (const snapshot of gateway.list(since)) {
    seen += 1;
    if (snapshot.payment) listed.add(snapshot.payment.ref);
    if (await isNews(db, gateway, snapshot)) news.push(snapshot);
    const what = await differenceOf(db, gateway, snapshot);
    if (what) differences.push({ ref: snapshot.payment?.ref ?? snapshot.ref, orderId: snapshot.orderId, what });
  }
  for (const { id, paymentRef, paidAt } of await paidSince(db, gateway, since)) {
    if (listed.has(paymentRef ?? '') || (paidAt?.getTime() ?? 0) > now - SETTLED_AFTER_MS) continue;
    differences.push({ ref: paymentRef ?? '', orderId: id, what: 'paid here only' });
  }
  return { seen, news, differences };
}

async function orderOf(db: Database, gateway: Gateway, { orderId }: GatewaySnapshot): Promise<Order | undefined> {
  const [order] = await db
    .select()
    .from(paymentOrder)
    .where(and(eq(paymentOrder.id, orderId), eq(paymentOrder.gateway, gateway.name)));
  return order;
}

/** Whether the database lacks the payment of this snapshot or the state of one of its reversals; false without a payment or an order. */
async function isNews(db: Database, gateway: Gateway, seen: GatewaySnapshot): Promise<boolean> {
  const order = await orderOf(db, gateway, seen);
  if (!order || !seen.payment) return false;
  const rows = await db.select().from(reversal).where(eq(reversal.orderId, order.id));
  if (!(await isAccounted(db, order.id, seen.payment.ref))) return true;
  return seen.reversed.some(({ ref, state }) => {
    const row = rows.find((order) => order.id === ref || order.ref === ref);
    // A lost dispute whose debt was forgiven is `done`.
    return row
      ? row.state !== state && !(state === 'lost' && row.state === 'done')
      : state !== 'refused' && state !== 'won';
  });
}

/** Whether a payment is credited or has a reversal. */
async function isAccounted(db: Database, orderId: string, paymentRef: string): Promise<boolean> {
  const credited = and(eq(paymentOrder.id, orderId), eq(paymentOrder.paymentRef, paymentRef));
  const [order] = await db.select({ id: paymentOrder.id }).from(paymentOrder).where(credited);
  if (order) return true;
  const back = and(eq(reversal.orderId, orderId), eq(reversal.paymentRef, paymentRef));
  const [row] = await db.select({ id: reversal.id }).from(reversal).where(back);
  return row !== undefined;
}

async function hasDifference(db: Database, gateway: string, ref: string): Promise<boolean> {
  const isSame = and(eq(paymentDifference.gateway, gateway), eq(paymentDifference.ref, ref));
  const [found] = await db.select({ id: paymentDifference.id }).from(paymentDifference).where(isSame);
  return found !== undefined;
}

async function differenceOf(db: Database, gateway: Gateway, seen: GatewaySnapshot): Promise<string | undefined> {
  const { payment, uid } = seen;
  if (!payment) return undefined;
  const order = await orderOf(db, gateway, seen);
  if (!order) return `paid there for an order that is not ours${uid === undefined ? '' : `, by the account ${uid}`}`;
  const agreed = `${order.amountMinor} ${order.currency}`;
  const came = `${payment.amountMinor} ${payment.currency}`;
  if (agreed !== came) return `paid ${came} instead of ${agreed}`;
  return seen.livemode === order.livemode ? undefined : 'paid in the other mode of the gateway';
}

const paidSince = (db: Database, { name }: Gateway, since: number) =>
  db
    .select()
    .from(paymentOrder)
    .where(
      and(eq(paymentOrder.gateway, name), eq(paymentOrder.state, 'paid'), gte(paymentOrder.createdAt, new Date(since))),
    );

/** Records a difference for the operator; returns false if the same was recorded before, even if the operator has settled it since. */
export async function noteDifference(
  db: Queries,
  gateway: string,
  { ref, orderId, what }: Difference,
): Promise<boolean> {
  const isSame = and(
    eq(paymentDifference.gateway, gateway),
    eq(paymentDifference.ref, ref),
    eq(paymentDifference.what, what),
  );
  const known = await db.select({ id: paymentDifference.id }).from(paymentDifference).where(isSame);
  if (known.length > 0) return false;
  await db.insert(paymentDifference).values({ gateway, ref, orderId, what });
  return true;
}
