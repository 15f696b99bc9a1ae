import { and, asc, desc, eq, gt, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { RESTORE_SECRET_HOURS } from '../../../contract/account/rules.ts';
import { account, accountOpenid } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { hashOpenId } from '../../platform/limits/open-id.ts';

/**
 * Device secrets, by which guests sign in. An ended secret is deleted at once if the account has a settled way to sign in (`isSettled`).
 * Otherwise it still signs in once within 24 hours, so that a thief cannot lock the owner out (decisions: ended secrets).
 */

const FORGET_EVERY_MS = 3_600_000;
const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours})`;

/** Condition: the secret is bound to the account and not ended. */
export const isBound = (uid: number) => and(eq(accountOpenid.uid, uid), isNull(accountOpenid.endedAt));

/** Bound secrets of an account, most recently used first. */
export async function listSecrets(db: Queries, uid: number) {
  const { hash, device, platform, browser, createdAt, usedAt } = accountOpenid;
  return db
    .select({ id: hash, device, platform, browser, madeAt: createdAt, seenAt: usedAt })
    .from(accountOpenid)
    .where(isBound(uid))
    .orderBy(desc(usedAt), desc(createdAt));
}

/** Whether this secret is bound to the account. */
export async function isSecretOf(db: Queries, uid: number, openId: string): Promise<boolean> {
  const [found] = await db
    .select({ hash: accountOpenid.hash })
    .from(accountOpenid)
    .where(and(isBound(uid), eq(accountOpenid.hash, hashOpenId(openId))));
  return found !== undefined;
}

/** Hash of the account's oldest secret, bound or ended: normally that of the device on which the account was created. */
export async function oldestSecret(db: Queries, uid: number): Promise<string | undefined> {
  const [found] = await db
    .select({ hash: accountOpenid.hash })
    .from(accountOpenid)
    .where(eq(accountOpenid.uid, uid))
    .orderBy(asc(accountOpenid.createdAt))
    .limit(1);
  return found?.hash;
}

/** Condition: the account has Google, or a password older than a day, which a stolen session cannot have just set. */
export const isSettled = sql<boolean>`${account.googleSub} is not null or (${account.passwordHash} is not null
  and (${account.passwordSince} is null or ${account.passwordSince} < ${hoursAgo(RESTORE_SECRET_HOURS)}))`;

/** Ends the secrets that match `which` if another way to sign in remains; returns whether one does. The row must be locked. */
export async function endSecrets(tx: Transaction, uid: number, which: SQL): Promise<boolean> {
  const [found] = await tx
    .select({
      isSettled,
      otherWay: sql<boolean>`${account.passwordHash} is not null or ${account.googleSub} is not null
        or exists (select from ${accountOpenid} where ${isBound(uid)} and not (${which}))`,
    })
    .from(account)
    .where(eq(account.uid, uid));
  if (!found?.otherWay) return false;
  // A secret that was restored once is deleted, or two devices could end each other's secret forever.
  const isFinal = found.isSettled ? sql`true` : isNotNull(accountOpenid.restoredAt);
  await tx.delete(accountOpenid).where(and(isBound(uid), which, isFinal));
  await tx
    .update(accountOpenid)
    .set({ endedAt: sql`now()` })
    .where(and(isBound(uid), which));
  return true;
}

/** Prepares a login by this secret: an ended one is bound again within its day, and deleted afterwards. */
export async function restoreSecret(tx: Transaction, hash: string): Promise<void> {
  const isEnded = and(eq(accountOpenid.hash, hash), isNotNull(accountOpenid.endedAt));
  await tx.delete(accountOpenid).where(and(isEnded, lt(accountOpenid.endedAt, hoursAgo(RESTORE_SECRET_HOURS))));
  await tx.update(accountOpenid).set({ endedAt: null, restoredAt: sql`now()` }).where(isEnded);
}

/** Stores the device of a secret, so that it is listed and ended together with the sessions of that device. */
export async function noteDevice(
  tx: Transaction,
  hash: string,
  { id: device, platform, browser }: { readonly id: string; readonly platform: string; readonly browser: string },
): Promise<void> {
  await tx
    .update(accountOpenid)
    .set({ device, platform, browser, usedAt: sql`now()` })
    .where(eq(accountOpenid.hash, hash));
}

/** Binds the secret of another device to the account, replacing a binding to another account. */
export async function bindSecret(
  tx: Transaction,
  row: { readonly hash: string; readonly uid: number; readonly platform: string; readonly browser: string },
): Promise<void> {
  const now = sql`now()`;
  const fresh = { ...row, device: '', createdAt: now, usedAt: now, endedAt: null, restoredAt: null };
  await tx.insert(accountOpenid).values(fresh).onConflictDoUpdate({ target: accountOpenid.hash, set: fresh });
}

/** Whether the account has another way to sign in than this secret. */
export async function hasOtherWay(tx: Transaction, uid: number, secret: string): Promise<boolean> {
  const others = and(isBound(uid), ne(accountOpenid.hash, secret));
  const [found] = await tx
    .select({
      way: sql<boolean>`${account.passwordHash} is not null or ${account.googleSub} is not null
        or exists (select from ${accountOpenid} where ${others})`,
    })
    .from(account)
    .where(eq(account.uid, uid));
  return found?.way ?? true;
}

/** Condition: the first password is less than a day old. */
export const isFreshPassword = gt(account.passwordSince, hoursAgo(RESTORE_SECRET_HOURS));

/** Job that deletes ended secrets after their day. */
export const forgetEndedSecrets = (db: Queries): Job => ({
  name: 'forget ended secrets',
  everyMs: FORGET_EVERY_MS,
  run: async () => {
    await db.delete(accountOpenid).where(lt(accountOpenid.endedAt, hoursAgo(RESTORE_SECRET_HOURS)));
  },
});
