import { and, inArray, or } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import type { Presence } from '../people/presence.ts';
import { block } from '../people/tables.ts';
import { onlineStream } from '../realtime/tables.ts';
import type { WatchSource } from '../services/watchers.ts';

/** Reads the data of people that the gate needs for pushed presence. */
export function watchSource(db: Database, presence: Presence): WatchSource {
  return {
    statusOf: (uids) => presence.statusOf(uids, db),

    async blocksBetween(some, others) {
      if (some.length === 0 || others.length === 0) return () => false;
      const { ownerUid, blockedUid } = block;
      const rows = await db
        .select({ owner: ownerUid, blocked: blockedUid })
        .from(block)
        .where(
          or(
            and(inArray(ownerUid, [...some]), inArray(blockedUid, [...others])),
            and(inArray(blockedUid, [...some]), inArray(ownerUid, [...others])),
          ),
        );
      const pairs = new Set(rows.map(({ owner, blocked }) => `${owner} ${blocked}`));
      return (a, b) => pairs.has(`${a} ${b}`) || pairs.has(`${b} ${a}`);
    },

    async openStreams(streams) {
      if (streams.length === 0) return new Set();
      const rows = await db
        .select({ id: onlineStream.streamId })
        .from(onlineStream)
        .where(inArray(onlineStream.streamId, [...streams]));
      return new Set(rows.map(({ id }) => id));
    },

    async present() {
      const rows = await db.selectDistinct({ uid: onlineStream.uid }).from(onlineStream);
      return rows.map(({ uid }) => uid);
    },
  };
}
