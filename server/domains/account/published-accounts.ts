import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { account } from '../../platform/database/account.ts';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import { lockAccess } from './access-lock.ts';
import { verifyPassword } from './passwords.ts';
import { accountLock } from './tables.ts';
import { lockAccountRow } from './tokens.ts';

/** Password of every demo account of viewers and hosts, published in the README. */
export const DEMO_PASSWORD = 'gemcall';
/** `account_lock.why` of demo accounts that are locked while the demo is off. */
const LOCKED_WITHOUT_DEMO = 'demo-off';

/**
 * Uids of the demo accounts that have a password (`demo/accounts/people.ts`): three viewers and 40 hosts. They are repeated here, because a
 * production image has no demo/ and still locks them.
 */
export const DEMO_UIDS: readonly number[] = [
  100001,
  264457002,
  264457003,
  ...Array.from({ length: 40 }, (_, index) => 9001 + index),
];

/**
 * Called at server start with DEMO off: ends the sessions of all demo accounts that still have the published password, and locks their
 * logins. An account with another password belongs to the person who changed it and is left alone. Returns the newly locked uids.
 */
export async function lockPublishedAccounts(db: Database): Promise<readonly number[]> {
  const open = await db
    .select({ uid: account.uid })
    .from(account)
    .leftJoin(accountLock, eq(accountLock.uid, account.uid))
    .where(and(inArray(account.uid, [...DEMO_UIDS]), isNotNull(account.passwordHash), isNull(accountLock.uid)));
  const locked: number[] = [];
  for (const { uid } of open) if (await db.transaction((tx) => lockIfPublished(tx, uid))) locked.push(uid);
  return locked;
}

/** Locks one account. The row lock serializes with a password change by its owner. */
async function lockIfPublished(tx: Transaction, uid: number): Promise<boolean> {
  await lockAccountRow(tx, uid);
  const [row] = await tx.select({ hash: account.passwordHash }).from(account).where(eq(account.uid, uid));
  if (!(await verifyPassword(DEMO_PASSWORD, row?.hash ?? null))) return false;
  await lockAccess(tx, uid, LOCKED_WITHOUT_DEMO);
  return true;
}

/** Called by `seedDemo` when DEMO is on again: removes the locks of `lockPublishedAccounts`; locks by operators remain. */
export async function unlockPublishedAccounts(db: Database): Promise<void> {
  await db
    .delete(accountLock)
    .where(and(inArray(accountLock.uid, [...DEMO_UIDS]), eq(accountLock.why, LOCKED_WITHOUT_DEMO)));
}
