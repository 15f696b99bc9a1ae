import { eq } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { accountLock } from './tables.ts';
import { endSessions, lockAccountRow } from './tokens.ts';

/**
 * Ends all sessions of an account and refuses logins to it until `unlockAccess`. Used by operators, and for demo accounts on a server
 * without DEMO. `why` is the id of the operator log entry, or `demo-off` for a demo account.
 */
export async function lockAccess(tx: Transaction, uid: number, why: string): Promise<void> {
  // Serialize with logins: one that is in progress commits before this and is ended, or is refused after it.
  await lockAccountRow(tx, uid);
  await tx.insert(accountLock).values({ uid, why }).onConflictDoUpdate({ target: accountLock.uid, set: { why } });
  await endSessions(tx, uid);
}

/** Lets an account sign in again after `lockAccess`; false if it was not locked. Ended sessions stay ended. */
export async function unlockAccess(tx: Transaction, uid: number): Promise<boolean> {
  const gone = await tx.delete(accountLock).where(eq(accountLock.uid, uid)).returning({ uid: accountLock.uid });
  return gone.length > 0;
}

/** Whether `lockAccess` applies to the account: its logins are refused. */
export async function isAccessLocked(db: Queries, uid: number): Promise<boolean> {
  const rows = await db.select({ uid: accountLock.uid }).from(accountLock).where(eq(accountLock.uid, uid));
  return rows.length > 0;
}
