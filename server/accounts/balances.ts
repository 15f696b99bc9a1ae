import { eq } from 'drizzle-orm';
import type { Queries } from '../database/connect.ts';
import { balance } from '../database/schema.ts';

export type Balances = { readonly gems: number; readonly silver: number; readonly silverSpent: number };

/** What the account owns, in whole gems and silver coins. */
export async function loadBalances(db: Queries, uid: number): Promise<Balances> {
  const rows = await db.select().from(balance).where(eq(balance.uid, uid));
  const of = (currency: 'gems' | 'silver') => rows.find((row) => row.currency === currency);
  return { gems: of('gems')?.amount ?? 0, silver: of('silver')?.amount ?? 0, silverSpent: of('silver')?.spent ?? 0 };
}
