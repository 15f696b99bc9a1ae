import { and, eq, sql } from 'drizzle-orm';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { onlineWish } from './tables.ts';
import { findTarget, isBlockedPair } from './target.ts';

/** Maximum number of wishes that are fulfilled in one transaction. */
const AT_ONCE = 100;

/** Returns whether `uid` asked to be notified when `targetUid` comes online. */
export async function isWished(db: Queries, uid: number, targetUid: number): Promise<boolean> {
  const found = await db
    .select({ uid: onlineWish.uid })
    .from(onlineWish)
    .where(and(eq(onlineWish.uid, uid), eq(onlineWish.targetUid, targetUid)));
  return found.length > 0;
}

/** Stores (`wanted`) or deletes the wish of `uid` to be notified once when `targetUid` comes online. */
export async function changeOnlineWish(
  db: Queries,
  uid: number,
  targetUid: number,
  wanted: boolean,
): Promise<Result<{ readonly wanted: boolean }>> {
  const target = await findTarget(db, uid, targetUid);
  if (target === undefined || target.hidden) return fail({ code: 'not-found' });
  if (wanted && target.blocked) return fail({ code: 'forbidden' });
  if (wanted) await db.insert(onlineWish).values({ uid, targetUid }).onConflictDoNothing();
  else await db.delete(onlineWish).where(and(eq(onlineWish.uid, uid), eq(onlineWish.targetUid, targetUid)));
  return ok({ wanted });
}

/**
 * Deletes and returns the oldest wishes, at most AT_ONCE, whose person is shown as online now, except blocked pairs (`isBlockedPair`).
 * Each wish is returned once, also when several processes call this.
 */
export async function takeFulfilledWishes(
  tx: Transaction,
): Promise<readonly { readonly uid: number; readonly targetUid: number }[]> {
  const { rows } = await tx.execute<{ uid: string; target_uid: string }>(sql`
    delete from ${onlineWish} wish using (
      select due.uid, due.target_uid from ${onlineWish} due
      where is_seen_online(due.target_uid)
        and not ${isBlockedPair(sql`due.uid`, sql`due.target_uid`)}
      order by due.at limit ${AT_ONCE} for update skip locked) taken
    where wish.uid = taken.uid and wish.target_uid = taken.target_uid
    returning wish.uid, wish.target_uid`);
  return rows.map(({ uid, target_uid }) => ({ uid: Number(uid), targetUid: Number(target_uid) }));
}
