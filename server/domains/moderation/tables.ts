import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Payload } from '../../../contract/chat/payload.ts';
import { momentColumn, ownUid, uidColumn } from '../../platform/database/account.ts';
import { report } from '../people/tables.ts';

/**
 * What was reported, at most five messages a ticket. `sealed`: our edge has seen it so; else it is what the reporter says. The
 * files of these messages stay: server/domains/media/reported.ts.
 */
export const reportMessage = pgTable(
  'report_message',
  {
    ticket: text('ticket')
      .notNull()
      .references(() => report.ticket, { onDelete: 'cascade' }),
    place: smallint('place').notNull(),
    fromUid: uidColumn('from_uid').notNull(),
    toUid: uidColumn('to_uid').notNull(),
    /** The sender's stanza id. */
    mid: text('mid').notNull(),
    at: momentColumn('at').notNull(),
    payload: jsonb('payload').$type<Payload>().notNull(),
    sealed: boolean('sealed').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ticket, table.place] }),
    index('report_message_by_mid').on(table.mid),
    check('report_message_place', sql`${table.place} between 1 and 5`),
  ],
);

/**
 * Messages and pictures that the word list or the check of media refused. `mid`: of the message, or the file. Words count once for
 * each addressee, because the sender chooses the stanza id; a picture counts once, however many people it was sent to.
 */
export const violation = pgTable(
  'violation',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    uid: ownUid(),
    /** To whom it was written; null for a file that nobody got. */
    about: uidColumn('about'),
    rule: text('rule', { enum: ['porn-words', 'porn-picture'] }).notNull(),
    mid: text('mid').notNull(),
    at: momentColumn('at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('violation_of_words').on(table.uid, table.about, table.mid).where(sql`rule = 'porn-words'`),
    uniqueIndex('violation_of_picture').on(table.uid, table.mid).where(sql`rule = 'porn-picture'`),
    index('violation_recent').on(table.uid, table.at),
    check('violation_rule', sql`${table.rule} in ('porn-words', 'porn-picture')`),
  ],
);

/** Secrets that all processes share, made when one is first needed. */
export const secret = pgTable('secret', { name: text('name').primaryKey(), value: text('value').notNull() });
