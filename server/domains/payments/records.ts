import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { Output } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import type { OrderRecord } from '../../../contract/payments/orders.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { loadBalances } from '../wallet/balances.ts';
import type { Order } from './order/apply.ts';
import { payStatusOf, priceOf, receiptOf } from './order/shown.ts';
import { refundableOf } from './reversal/reversals.ts';
import { paymentOrder, reversal } from './tables.ts';

type Page = Output<Endpoints['payRecords']>;

/** Reads a page of a user's orders for `payRecords`, newest first. The cursor contains the time and the id of the last one. */
export async function readOrders(
  db: Queries,
  uid: number,
  cursor: string,
  limit: number,
  now: number,
  /** Name of the configured gateway: only its orders can be refunded. */
  gateway: string | undefined,
): Promise<Page> {
  const [at = '', id = ''] = cursor.split('.', 2);
  const ms = Number.parseInt(at, 36);
  const isAfter = Number.isSafeInteger(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms) : undefined;
  const rows = await db
    .select()
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.uid, uid),
        isAfter &&
          or(lt(paymentOrder.createdAt, isAfter), and(eq(paymentOrder.createdAt, isAfter), lt(paymentOrder.id, id))),
      ),
    )
    .orderBy(desc(paymentOrder.createdAt), desc(paymentOrder.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const { gems } = await loadBalances(db, uid);
  return {
    orders: await recordsOf(db, shown, now, gateway),
    lines: [],
    nextCursor: rows.length > limit && last ? `${last.createdAt.getTime().toString(36)}.${last.id}` : '',
    balance: gems,
  };
}

/** Converts orders to the form that their payer receives, with reversals and what can be refunded now. */
export async function recordsOf(
  db: Queries,
  orders: readonly Order[],
  now: number,
  gateway: string | undefined,
): Promise<OrderRecord[]> {
  if (orders.length === 0) return [];
  const reversals = await db
    .select()
    .from(reversal)
    .where(
      inArray(
        reversal.orderId,
        orders.map(({ id }) => id),
      ),
    )
    .orderBy(desc(reversal.createdAt), desc(reversal.id));
  const records: OrderRecord[] = [];
  for (const order of orders) {
    const { id, createdAt, sku, gems, bonus, channel, currency } = order;
    records.push({
      orderId: id,
      at: createdAt.getTime(),
      payStatus: payStatusOf(order),
      sku,
      gems,
      bonus,
      channel,
      price: priceOf(order),
      receipt: receiptOf(order),
      reversals: reversals
        .filter(({ orderId }) => orderId === id)
        .map((reversal) => ({
          kind: reversal.kind,
          state: reversal.state,
          gems: reversal.gems,
          at: reversal.createdAt.getTime(),
          price: { amountMinor: reversal.amountMinor, currency },
        })),
      refundable: order.state === 'paid' && order.gateway === gateway ? await refundableOf(db, order, now) : null,
    });
  }
  return records;
}
