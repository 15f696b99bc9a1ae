import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { momentColumn, uidColumn } from '../database/account.ts';

/**
 * The open XMPP streams of all processes, written by the edge of each; the source of presence. Each process refreshes `seenAt` of its
 * rows; the column has no index, so that this stays cheap. A row that is not refreshed belongs to a process that is gone
 * (realtime/stream-log.ts).
 */
export const onlineStream = pgTable(
  'online_stream',
  {
    streamId: text('stream_id').primaryKey(),
    uid: uidColumn('uid').notNull(),
    processId: text('process_id').notNull(),
    /**
     * True when the stream is active: its last client state is `<active/>`, and it is not silent
     * (server/platform/edge/session/client-activity.ts).
     */
    active: boolean('active').notNull().default(false),
    /** True for the stream of a service worker that works without a page, which does not count as presence. */
    brief: boolean('brief').notNull().default(false),
    openedAt: momentColumn('opened_at').notNull().defaultNow(),
    seenAt: momentColumn('seen_at').notNull().defaultNow(),
  },
  (table) => [index('online_stream_by_uid').on(table.uid), index('online_stream_by_process').on(table.processId)],
);
