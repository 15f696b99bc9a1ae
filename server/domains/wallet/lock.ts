import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { moneyLock } from './tables.ts';

/** Locks the wallets of a user until the end of the transaction, so that concurrent spending and buying are serialized. */
export async function lockWallets(tx: Queries, uid: number): Promise<void> {
  await tx.execute(sql`select from wallet where uid = ${uid} order by currency for no key update`);
}

/**
 * Blocks all spending and buying of a user, from the commit of the transaction on: by the operator, or for a dispute. An existing
 * lock gets the new reason. `why`: see `moneyLock`.
 */
export async function lockMoney(tx: Queries, uid: number, why: string): Promise<void> {
  await lockWallets(tx, uid);
  await tx
    .insert(moneyLock)
    .values({ uid, why, at: sql`ledger_now()` })
    .onConflictDoUpdate({ target: moneyLock.uid, set: { why } });
}

/** Removes the money lock of an account, for whatever reason it was set. */
export async function unlockMoney(tx: Queries, uid: number): Promise<void> {
  await tx.delete(moneyLock).where(eq(moneyLock.uid, uid));
}

/** Whether an account has a money lock: it may neither spend nor buy. */
export async function isLocked(db: Queries, uid: number): Promise<boolean> {
  const rows = await db.select({ uid: moneyLock.uid }).from(moneyLock).where(eq(moneyLock.uid, uid));
  return rows.length > 0;
}
