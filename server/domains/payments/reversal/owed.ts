import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '../../../platform/database/connect.ts';
import { paymentOrder, reversal } from '../tables.ts';

/** The gems that a user owes for lost disputes, which could not be taken; the next purchases settle them first. */
export async function owedBy(db: Queries, uid: number): Promise<number> {
  const [sum] = await db
    .select({ owed: sql<string>`coalesce(sum(${reversal.owed}), 0)`.mapWith(Number) })
    .from(reversal)
    .innerJoin(paymentOrder, eq(paymentOrder.id, reversal.orderId))
    .where(and(eq(paymentOrder.uid, uid), eq(reversal.state, 'lost')));
  return sum?.owed ?? 0;
}
