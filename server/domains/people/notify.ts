import { and, inArray, sql } from 'drizzle-orm';
import type { Database, Queries } from '../../platform/database/connect.ts';
import { onlineStream } from '../../platform/realtime/tables.ts';
import type { NoticeSource } from '../../platform/services/notices.ts';
import { friendship } from './tables.ts';

/**
 * PostgreSQL channel of changed relations, for the gate to notify devices. Payload: the uid to notify, and the uid of the account to
 * which its relation changed.
 */
export const RELATIONS_CHANGED = 'relations_changed';
/**
 * PostgreSQL channel of changed profiles, for the gate to notify devices. Payload: the uid, followed by `own` if the change is invisible
 * to others.
 */
export const PROFILE_CHANGED = 'profile_changed';

/** Announces to the devices of `uid` that its relation to `other` changed; delivered at commit. */
export async function announceRelation(db: Queries, uid: number, other: number): Promise<void> {
  await db.execute(sql`select pg_notify(${RELATIONS_CHANGED}, ${`${uid} ${other}`})`);
}

/** Announces a changed profile to the account's own devices, and to friends if they see the change; delivered at commit. */
export async function announceProfile(db: Queries, uid: number, seenBy: 'friends' | 'own'): Promise<void> {
  const payload = seenBy === 'own' ? `${uid} own` : String(uid);
  await db.execute(sql`select pg_notify(${PROFILE_CHANGED}, ${payload})`);
}

/** Finds the friends who are online, whom the gate notifies of a changed profile (server/platform/services/notices.ts). */
export const noticeSource = (db: Database): NoticeSource => ({
  async friendsPresent(uids) {
    const present = db.select({ uid: onlineStream.uid }).from(onlineStream);
    const rows = await db
      .select({ uid: friendship.uid, friend: friendship.targetUid })
      .from(friendship)
      .where(and(inArray(friendship.uid, [...uids]), inArray(friendship.targetUid, present)));
    const friends = new Map<number, number[]>(uids.map((uid) => [uid, []]));
    for (const { uid, friend } of rows) friends.get(uid)?.push(friend);
    return friends;
  },
});
