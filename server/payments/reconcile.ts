import { and, eq, gte, isNull } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import type { Logger } from '../logger.ts';
import type { Order } from './apply.ts';
import type { Gateway, Seen } from './gateway.ts';
import { paymentDifference, paymentOrder, reversal } from './tables.ts';

export type ReconcileAround = {
  readonly db: Database;
  readonly gateway: Gateway;
  readonly log: Logger;
  /** Asks the gateway about an order and takes what it says. */
  look(orderId: string): Promise<void>;
};
export type Reconciled = {
  readonly seen: number;
  readonly looked: number;
  readonly differences: readonly Difference[];
};
export type Difference = { readonly ref: string; readonly orderId: string | null; readonly what: string };

const DAY_MS = 86_400_000;
/** Money that came just now may not be in the gateway's list yet. */
const SETTLED_AFTER_MS = 60 * 60_000;
export const RECONCILE_DAYS = 4;

/**
 * Compares what the gateway lists with our orders. What is paid or went back there alone is looked at, as a webhook would have it.
 * What is paid here alone, or with another sum, is written down and logged: it needs a person.
 */
export async function reconcile(around: ReconcileAround, now: number, days = RECONCILE_DAYS): Promise<Reconciled> {
  const { db, gateway } = around;
  const since = now - days * DAY_MS;
  const listed = new Set<string>();
  const differences: Difference[] = [];
  let [seen, looked] = [0, 0];
  for await (const one of gateway.list(since)) {
    seen += 1;
    if (one.payment) listed.add(one.payment.ref);
    if (await isNews(db, gateway, one)) {
      looked += 1;
      await around.look(one.orderId);
    }
    const what = await differenceOf(db, gateway, one);
    if (what) differences.push({ ref: one.payment?.ref ?? one.ref, orderId: one.orderId, what });
  }
  for (const { id, paymentRef, paidAt } of await paidSince(db, gateway, since)) {
    if (listed.has(paymentRef ?? '') || (paidAt?.getTime() ?? 0) > now - SETTLED_AFTER_MS) continue;
    differences.push({ ref: paymentRef ?? '', orderId: id, what: 'paid here only' });
  }
  for (const difference of differences) await note(around, difference);
  return { seen, looked, differences };
}

async function orderOf(db: Database, gateway: Gateway, { orderId }: Seen): Promise<Order | undefined> {
  const [order] = await db
    .select()
    .from(paymentOrder)
    .where(and(eq(paymentOrder.id, orderId), eq(paymentOrder.gateway, gateway.name)));
  return order;
}

/** Whether a look would change something. */
async function isNews(db: Database, gateway: Gateway, seen: Seen): Promise<boolean> {
  const order = await orderOf(db, gateway, seen);
  if (!order || !seen.payment) return false;
  const rows = await db.select().from(reversal).where(eq(reversal.orderId, order.id));
  const isKnown = order.paymentRef === seen.payment.ref || rows.some((row) => row.paymentRef === seen.payment?.ref);
  if (!isKnown && order.state !== 'review') return true;
  return seen.reversed.some(({ ref, state }) => {
    const row = rows.find((one) => one.id === ref || one.ref === ref);
    // A lost dispute that its payer was forgiven is done.
    return row
      ? row.state !== state && !(state === 'lost' && row.state === 'done')
      : state !== 'refused' && state !== 'won';
  });
}

async function differenceOf(db: Database, gateway: Gateway, seen: Seen): Promise<string | undefined> {
  const { payment } = seen;
  if (!payment) return undefined;
  const order = await orderOf(db, gateway, seen);
  if (!order) return 'paid there for an order that is not ours';
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

/** Each is written down once, until somebody settled it. */
async function note({ db, gateway, log }: ReconcileAround, { ref, orderId, what }: Difference): Promise<void> {
  const isSame = and(
    ...[eq(paymentDifference.gateway, gateway.name), eq(paymentDifference.ref, ref), eq(paymentDifference.what, what)],
    isNull(paymentDifference.settledAt),
  );
  const known = await db.select({ id: paymentDifference.id }).from(paymentDifference).where(isSame);
  if (known.length > 0) return;
  await db.insert(paymentDifference).values({ gateway: gateway.name, ref, orderId, what });
  log.warn(
    { gateway: gateway.name, ref, order: orderId, what },
    'PAYMENTS DIFFER: the gateway and the house say different things',
  );
}
