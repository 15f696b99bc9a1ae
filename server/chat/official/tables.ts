import { bigint, bigserial, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { account } from '../../database/account.ts';

/**
 * What the official service has still to say (server/chat/official/): written where it is decided, in one transaction with
 * that, and gone once it stands in the archive and went out.
 */
export const officialOutbox = pgTable(
  'official_outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    uid: bigint('uid', { mode: 'number' })
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    /** The stanza id, the same however often it is sent. */
    mid: text('mid').notNull(),
    body: text('body').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('official_outbox_uid').on(table.uid)],
);
