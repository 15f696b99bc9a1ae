import { eq } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { wallet } from './tables.ts';

/**
 * An account's spendable balances in whole gems and silver, without open holds. `silverSpent`: silver ever spent on calls, bookings, gifts
 * and media.
 */
export type Balances = { readonly gems: number; readonly silver: number; readonly silverSpent: number };

/**
 * Reads the balances of an account, without amounts in open holds; 0 if it has no wallets. Spend limits and a money lock are not
 * considered.
 */
export async function loadBalances(db: Queries, uid: number): Promise<Balances> {
  const rows = await db.select().from(wallet).where(eq(wallet.uid, uid));
  const of = (currency: 'gems' | 'silver') => rows.find((row) => row.currency === currency);
  return { gems: of('gems')?.amount ?? 0, silver: of('silver')?.amount ?? 0, silverSpent: of('silver')?.spent ?? 0 };
}
