import { and, asc, desc, eq, gt, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { RESTORE_SECRET_HOURS } from '../../../contract/account/rules.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { account, accountOpenid } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { hashOpenId } from '../../platform/limits/open-id.ts';
import { passkey } from './passkeys/tables.ts';

/**
 * This module manages device secrets, by which guests sign in. An ended secret is deleted at once if the account has a settled way to sign
 * in (`isSettled`). Otherwise it still signs in once within 24 hours, so that a thief cannot lock the owner out (decisions: ended secrets).
 */

const FORGET_EVERY_MS = HOUR_MS;
/** SQL expression: the time so many hours ago, by the database's clock. */
export const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours})`;

/** SQL condition: the secret is bound to this account and not ended, so it signs in. */
export const isBound = (uid: number) => and(eq(accountOpenid.uid, uid), isNull(accountOpenid.endedAt));

/**
 * Device secrets of an account that are bound and not ended, most recently used first: to list them with the sessions, to end one, and to
 * choose the proof of ownership. `id`: the secret's hash.
 */
export async function listSecrets(db: Queries, uid: number) {
  const { hash, device, platform, browser, createdAt, usedAt } = accountOpenid;
  return db
    .select({ id: hash, device, platform, browser, madeAt: createdAt, seenAt: usedAt })
    .from(accountOpenid)
    .where(isBound(uid))
    .orderBy(desc(usedAt), desc(createdAt));
}

/** Whether this device secret is bound to the account and not ended; checked as a proof of ownership and before a move. */
export async function isSecretOf(db: Queries, uid: number, openId: string): Promise<boolean> {
  const [found] = await db
    .select({ hash: accountOpenid.hash })
    .from(accountOpenid)
    .where(and(isBound(uid), eq(accountOpenid.hash, hashOpenId(openId))));
  return found !== undefined;
}

/**
 * Hash of the account's oldest secret, bound or ended: normally that of the device on which the account was created. It outranks a
 * password less than a day old.
 */
export async function oldestSecret(db: Queries, uid: number): Promise<string | undefined> {
  const [found] = await db
    .select({ hash: accountOpenid.hash })
    .from(accountOpenid)
    .where(eq(accountOpenid.uid, uid))
    .orderBy(asc(accountOpenid.createdAt))
    .limit(1);
  return found?.hash;
}

/**
 * SQL condition: the account has Google, or a password that was first set more than `RESTORE_SECRET_HOURS` ago, which a stolen session
 * cannot have just done. Its ended secrets are then deleted at once.
 */
export const isSettled = sql<boolean>`${account.googleSub} is not null or (${account.passwordHash} is not null
  and (${account.passwordSince} is null or ${account.passwordSince} < ${hoursAgo(RESTORE_SECRET_HOURS)}))`;

/**
 * Ends the device secrets of an account that match `condition`, if another way to sign in remains; returns whether one does. They are
 * deleted at once, or can be restored for `RESTORE_SECRET_HOURS` (`isSettled`). The row must be locked.
 */
export async function endSecrets(tx: Transaction, uid: number, condition: SQL): Promise<boolean> {
  const [found] = await tx
    .select({
      isSettled,
      otherWay: sql<boolean>`${account.passwordHash} is not null or ${account.googleSub} is not null
        or exists (select from ${passkey} where ${eq(passkey.uid, uid)})
        or exists (select from ${accountOpenid} where ${isBound(uid)} and not (${condition}))`,
    })
    .from(account)
    .where(eq(account.uid, uid));
  if (!found?.otherWay) return false;
  // A secret that was restored once is deleted, or two devices could end each other's secret forever.
  const isFinal = found.isSettled ? sql`true` : isNotNull(accountOpenid.restoredAt);
  await tx.delete(accountOpenid).where(and(isBound(uid), condition, isFinal));
  await tx
    .update(accountOpenid)
    .set({ endedAt: sql`now()` })
    .where(and(isBound(uid), condition));
  return true;
}

/**
 * Called before a guest login finds its account: binds a secret again that ended within `RESTORE_SECRET_HOURS`, and deletes one that
 * ended earlier.
 */
export async function restoreSecret(tx: Transaction, hash: string): Promise<void> {
  const isEnded = and(eq(accountOpenid.hash, hash), isNotNull(accountOpenid.endedAt));
  await tx.delete(accountOpenid).where(and(isEnded, lt(accountOpenid.endedAt, hoursAgo(RESTORE_SECRET_HOURS))));
  await tx.update(accountOpenid).set({ endedAt: null, restoredAt: sql`now()` }).where(isEnded);
}

/**
 * Stores the device of a secret and the time of its use after a guest login, so that it is listed and ended together with the sessions
 * of that device.
 */
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

/** Binds the secret of another device to the account, when a move is confirmed. Replaces a binding to another account. */
export async function bindSecret(
  tx: Transaction,
  row: { readonly hash: string; readonly uid: number; readonly platform: string; readonly browser: string },
): Promise<void> {
  const now = sql`now()`;
  const fresh = { ...row, device: '', createdAt: now, usedAt: now, endedAt: null, restoredAt: null };
  await tx.insert(accountOpenid).values(fresh).onConflictDoUpdate({ target: accountOpenid.hash, set: fresh });
}

/**
 * Whether the account can also sign in without this secret or passkey: by password, Google, another bound secret or another passkey.
 * Checked before a move takes the secret from it, and before a passkey is removed. True for an account that does not exist.
 */
export async function hasOtherWay(
  tx: Transaction,
  uid: number,
  without: { readonly secret: string } | { readonly passkey: string },
): Promise<boolean> {
  const others = and(isBound(uid), 'secret' in without ? ne(accountOpenid.hash, without.secret) : undefined);
  const otherKeys = and(eq(passkey.uid, uid), 'passkey' in without ? ne(passkey.hash, without.passkey) : undefined);
  const [found] = await tx
    .select({
      way: sql<boolean>`${account.passwordHash} is not null or ${account.googleSub} is not null
        or exists (select from ${passkey} where ${otherKeys})
        or exists (select from ${accountOpenid} where ${others})`,
    })
    .from(account)
    .where(eq(account.uid, uid));
  return found?.way ?? true;
}

/** SQL condition: the account's first password was set within `RESTORE_SECRET_HOURS`, so its oldest secret still outranks it. */
export const isFreshPassword = gt(account.passwordSince, hoursAgo(RESTORE_SECRET_HOURS));

/** Hourly job that deletes secrets that ended more than `RESTORE_SECRET_HOURS` ago. */
export const forgetEndedSecrets = (db: Queries): Job => ({
  name: 'forget ended secrets',
  everyMs: FORGET_EVERY_MS,
  run: async () => {
    await db.delete(accountOpenid).where(lt(accountOpenid.endedAt, hoursAgo(RESTORE_SECRET_HOURS)));
  },
});
