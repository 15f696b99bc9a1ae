import { and, eq, gte, or, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../contract/durations.ts';
import { DECLINES_PER_DAY } from '../../../contract/payments/rules.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { paymentCall, paymentOrder } from './tables.ts';

/**
 * Whether card payments are blocked today (UTC), because the account or the device had DECLINES_PER_DAY declined charges. Checked when
 * channels are listed, when a card order is created, and before each charge.
 */
export async function isCardClosed(db: Queries, uid: number, device: string, now: number): Promise<boolean> {
  const today = new Date(Math.floor(now / DAY_MS) * DAY_MS);
  const ofDevice = device === '' ? undefined : eq(paymentOrder.device, device);
  const [found] = await db
    .select({ count: sql<string>`count(*)`.mapWith(Number) })
    .from(paymentCall)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentCall.orderId))
    .where(
      and(eq(paymentCall.declined, true), gte(paymentCall.createdAt, today), or(eq(paymentOrder.uid, uid), ofDevice)),
    );
  return (found?.count ?? 0) >= DECLINES_PER_DAY;
}
