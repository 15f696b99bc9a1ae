import { and, inArray, sql } from 'drizzle-orm';
import type { Database, Queries } from '../../platform/database/connect.ts';
import { onlineStream } from '../../platform/realtime/tables.ts';
import type { NoticeSource } from '../../platform/services/notices.ts';
import { friendship } from './tables.ts';

/** PostgreSQL channel: the uid of the account to notify, and the uid of the person to whom its relation changed. */
export const RELATIONS_CHANGED = 'relations_changed';
/** PostgreSQL channel: the uid of the account whose profile changed, and `own` where the change is invisible to others. */
export const PROFILE_CHANGED = 'profile_changed';

/** Sent when the transaction commits, like all notifications. */
export async function announceRelation(db: Queries, uid: number, other: number): Promise<void> {
  await db.execute(sql`select pg_notify(${RELATIONS_CHANGED}, ${`${uid} ${other}`})`);
}

export async function announceProfile(db: Queries, uid: number, seenBy: 'friends' | 'own'): Promise<void> {
  const payload = seenBy === 'own' ? `${uid} own` : String(uid);
  await db.execute(sql`select pg_notify(${PROFILE_CHANGED}, ${payload})`);
}

/** Reads the recipients for the gate (services/notices.ts). */
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
