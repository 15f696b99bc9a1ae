import { inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { onlineStream } from '../../platform/realtime/tables.ts';
import type { WatchSource } from '../../platform/services/watchers.ts';
import type { Presence } from '../people/presence.ts';
import { blocksAmong } from '../people/target.ts';

/** Creates the database access of the presence watches: status, blocks between accounts, and which of some streams are still open. */
export function watchSource(db: Database, presence: Presence): WatchSource {
  return {
    statusOf: (uids) => presence.statusOf(uids, db),

    blocksBetween: (some, others) => blocksAmong(db, some, others),

    async openStreams(streams) {
      if (streams.length === 0) return new Set();
      const rows = await db
        .select({ id: onlineStream.streamId })
        .from(onlineStream)
        .where(inArray(onlineStream.streamId, [...streams]));
      return new Set(rows.map(({ id }) => id));
    },
  };
}
