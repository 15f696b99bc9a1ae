import { sql } from 'drizzle-orm';
import { ok, type Result } from '../../contract/result.ts';
import type { SpendLimit } from '../../contract/wallet/limits.ts';
import type { WalletLine } from '../../contract/wallet/records.ts';
import type { Queries } from '../database/connect.ts';
import { loadBalances } from '../wallet/balances.ts';

/** SEAM: to be replaced by server/wallet (limits, locks, lines). */
export async function lockWallets(tx: Queries, uid: number): Promise<void> {
  await tx.execute(sql`select from wallet where uid = ${uid} order by currency for no key update`);
}
export async function buyAllowed(tx: Queries, uid: number, _gems: number, _now: number): Promise<Result<undefined>> {
  await lockWallets(tx, uid);
  return ok(undefined);
}
export const isLocked = async (_db: Queries, _uid: number): Promise<boolean> => false;
export const readLimits = async (_db: Queries, _uid: number, _now: number): Promise<SpendLimit[]> => [];
export const setLimit = async (_db: Queries, _uid: number, _change: unknown, _now: number): Promise<void> => undefined;
export async function readLines(
  db: Queries,
  uid: number,
  currency: 'gems' | 'silver',
  _cursor: string,
  _limit: number,
): Promise<{ lines: WalletLine[]; nextCursor: string; balance: number }> {
  return { lines: [], nextCursor: '', balance: (await loadBalances(db, uid))[currency] };
}
