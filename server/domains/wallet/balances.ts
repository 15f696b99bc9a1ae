import { eq } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { wallet } from './tables.ts';

export type Balances = { readonly gems: number; readonly silver: number; readonly silverSpent: number };

/** What the account owns, in whole gems and silver coins. What is held for a running call is not in it. */
export async function loadBalances(db: Queries, uid: number): Promise<Balances> {
  const rows = await db.select().from(wallet).where(eq(wallet.uid, uid));
  const of = (currency: 'gems' | 'silver') => rows.find((row) => row.currency === currency);
  return { gems: of('gems')?.amount ?? 0, silver: of('silver')?.amount ?? 0, silverSpent: of('silver')?.spent ?? 0 };
}
