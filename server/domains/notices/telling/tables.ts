import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { NoticeItem, NoticeTemplate } from '../../../../contract/notices/item.ts';
import { account, momentColumn, ownUid, uidColumn } from '../../../platform/database/account.ts';

/**
 * Entries of the notification lists of all accounts. `key` identifies the event, so that it is listed once; `seq` is the position from
 * which devices request.
 */
export const notice = pgTable(
  'notice',
  {
    uid: ownUid(),
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    /** The account that the entry is about; null for the product itself, which has an account in the demo only. */
    about: uidColumn('about').references(() => account.uid, { onDelete: 'cascade' }),
    template: text('template').$type<NoticeTemplate>().notNull(),
    values: jsonb('values').$type<NoticeItem['content']['values']>().notNull(),
    at: momentColumn('at').notNull().defaultNow(),
  },
  (table) => [
    index('notice_by_uid').on(table.uid, table.seq),
    uniqueIndex('notice_once').on(table.uid, table.key),
    index('notice_by_about').on(table.about),
    index('notice_by_age').on(table.at),
  ],
);

/** When the last stream of an account ended (written by a trigger of `online_stream`), to distinguish an absence from a reconnect. */
export const leftOnline = pgTable('left_online', {
  uid: ownUid().primaryKey(),
  at: momentColumn('at').notNull(),
});

/** Users who came online after an absence, until the arrivals job notifies their friends (written by a trigger of `online_stream`). */
export const cameOnline = pgTable('came_online', {
  uid: ownUid().primaryKey(),
  at: momentColumn('at').notNull(),
});
