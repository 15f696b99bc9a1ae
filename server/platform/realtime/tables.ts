import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { momentColumn, uidColumn } from '../database/account.ts';

/**
 * The XMPP streams open at this moment, kept by the edge of each server process. `seenAt` is refreshed by it, and has no
 * index so that this stays cheap; a row that is not refreshed is that of a process that is gone (realtime/stream-log.ts).
 */
export const onlineStream = pgTable(
  'online_stream',
  {
    streamId: text('stream_id').primaryKey(),
    uid: uidColumn('uid').notNull(),
    processId: text('process_id').notNull(),
    /** Somebody looks at it: its last word was `<active/>`, and it is not silent. */
    active: boolean('active').notNull().default(false),
    /** Of a service worker that was woken for a moment: nobody is there. */
    brief: boolean('brief').notNull().default(false),
    openedAt: momentColumn('opened_at').notNull().defaultNow(),
    seenAt: momentColumn('seen_at').notNull().defaultNow(),
  },
  (table) => [index('online_stream_by_uid').on(table.uid), index('online_stream_by_process').on(table.processId)],
);
