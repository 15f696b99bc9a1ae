import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { lockAccess } from '../../server/domains/account/access-lock.ts';
import { verifyPassword } from '../../server/domains/account/passwords.ts';
import { accountLock } from '../../server/domains/account/tables.ts';
import { lockAccount } from '../../server/domains/account/tokens.ts';
import { account } from '../../server/platform/database/account.ts';
import type { Database, Transaction } from '../../server/platform/database/connect.ts';
import { DEMO_ANCHORS, DEMO_OFFICIAL, DEMO_USERS } from './people.ts';

/** Password of every demo account of viewers and hosts, published in the README. */
export const DEMO_PASSWORD = 'gemcall';
/** `account_lock.why` of demo accounts that are locked while the demo is off. */
const LOCKED_WITHOUT_DEMO = 'demo-off';

const DEMO_UIDS: readonly number[] = [DEMO_OFFICIAL, ...DEMO_USERS, ...DEMO_ANCHORS].map(({ uid }) => uid);

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
  await lockAccount(tx, uid);
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
