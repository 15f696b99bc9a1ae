import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { InferOutput } from 'valibot';
import type { settingsChange } from '../../contract/account/settings.ts';
import { REPORT_REASONS } from '../../contract/people/people.ts';
import { account } from '../schema.ts';

const person = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => account.uid, { onDelete: 'cascade' });
const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow();
/** The order in which rows came, by which lists are paged: exact, unlike a time. */
const sequence = () => bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity();

/** `uid` likes `target_uid`. */
export const personLike = pgTable(
  'person_like',
  { uid: person('uid'), targetUid: person('target_uid'), seq: sequence(), createdAt: moment('created_at') },
  (table) => [
    primaryKey({ columns: [table.uid, table.targetUid] }),
    index('person_like_by_uid').on(table.uid, table.seq),
    index('person_like_by_target').on(table.targetUid, table.seq),
    check('person_like_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

/** `uid` asked `target_uid` and waits for the answer. Between friends there is no row. */
export const friendRequest = pgTable(
  'friend_request',
  { uid: person('uid'), targetUid: person('target_uid'), seq: sequence(), createdAt: moment('created_at') },
  (table) => [
    primaryKey({ columns: [table.uid, table.targetUid] }),
    index('friend_request_by_target').on(table.targetUid, table.seq),
    check('friend_request_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

/** Two rows for each friendship, one from either side, so that both read their list from one index. */
export const friendship = pgTable(
  'friendship',
  { uid: person('uid'), targetUid: person('target_uid'), seq: sequence(), createdAt: moment('created_at') },
  (table) => [
    primaryKey({ columns: [table.uid, table.targetUid] }),
    index('friendship_by_uid').on(table.uid, table.seq),
    index('friendship_by_target').on(table.targetUid),
    check('friendship_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

export const favourite = pgTable(
  'favourite',
  { uid: person('uid'), targetUid: person('target_uid'), seq: sequence(), createdAt: moment('created_at') },
  (table) => [
    primaryKey({ columns: [table.uid, table.targetUid] }),
    index('favourite_by_uid').on(table.uid, table.seq),
    index('favourite_by_target').on(table.targetUid),
    check('favourite_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

/** A report waits for the support until it is closed. While it is open, the same complaint is the same ticket. */
export const report = pgTable(
  'report',
  {
    ticket: text('ticket').primaryKey(),
    uid: person('uid'),
    targetUid: person('target_uid'),
    reason: text('reason', { enum: REPORT_REASONS }).notNull(),
    note: text('note').notNull(),
    mid: text('mid').notNull(),
    open: boolean('open').notNull().default(true),
    createdAt: moment('created_at'),
  },
  (table) => [
    uniqueIndex('report_one_open').on(table.uid, table.targetUid, table.reason, table.mid).where(sql`open`),
    index('report_by_target').on(table.targetUid, table.createdAt),
    check('report_not_oneself', sql`${table.uid} <> ${table.targetUid}`),
  ],
);

/** What an account set differently from the defaults (contract/account/settings.ts). No row: all as by default. */
export const accountSettings = pgTable('account_settings', {
  uid: person('uid').primaryKey(),
  changed: jsonb('changed').$type<InferOutput<typeof settingsChange>>().notNull().default({}),
});
