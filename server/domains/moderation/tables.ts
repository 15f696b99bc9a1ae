import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { EDITS_MAX } from '../../../contract/chat/kind-rules.ts';
import type { Payload } from '../../../contract/chat/payload.ts';
import { REPORTED_MESSAGES_MAX } from '../../../contract/people/rules.ts';
import { momentColumn, ownUid, uidColumn } from '../../platform/database/account.ts';
import { report } from '../people/tables.ts';

/** Messages that a report has at most: those that a device sends, each with all its corrections. */
const EVIDENCE_MAX = REPORTED_MESSAGES_MAX * (1 + EDITS_MAX);

/**
 * Messages that users attached to their reports, and the corrections of these messages, at most `EVIDENCE_MAX` per ticket. `sealed`: the
 * edge forwarded exactly this content; otherwise it is the reporter's claim. Their files are retained while the report is
 * open (server/domains/media/reported.ts).
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
    check('report_message_place', sql`${table.place} between 1 and ${sql.raw(String(EVIDENCE_MAX))}`),
  ],
);

/**
 * Messages and media that the word list or the media check refused. `mid` is the id of the message or of the file. Words count once per
 * receiver, because the sender chooses the stanza id; a picture counts once for all receivers. The number in 24 hours decides about locks
 * of writing.
 */
export const violation = pgTable(
  'violation',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    uid: ownUid(),
    /** The intended receiver; null for a file that was not delivered. */
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

/** Secrets shared by all processes, each created at first use; the key of seals, and of payout accounts. */
export const secret = pgTable('secret', { name: text('name').primaryKey(), value: text('value').notNull() });

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Frames of the pictures of calls, as evidence: one that a report brought, or those of a random match that the media check refused
 * (`MEDIA_CHECK_URL`). The server encoded each again and stamped it with its own time. The edge never sees pictures of calls, so a frame
 * of a report is what the reporter's device sent.
 */
export const callFrame = pgTable(
  'call_frame',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The case that it belongs to; null for a refused frame that opened none. */
    ticket: text('ticket').references(() => report.ticket, { onDelete: 'cascade' }),
    sid: text('sid').notNull(),
    /** The user whose picture it shows. */
    uid: ownUid(),
    origin: text('origin', { enum: ['report', 'check'] }).notNull(),
    at: momentColumn('at').notNull(),
    jpeg: bytes('jpeg').notNull(),
    /** HMAC of call, user, origin, time and picture (`sealOfFrame`), which shows a later change of them in the database. */
    seal: text('seal').notNull(),
  },
  (table) => [
    uniqueIndex('call_frame_of_report').on(table.ticket).where(sql`origin = 'report'`),
    index('call_frame_of_ticket').on(table.ticket),
    index('call_frame_of_call').on(table.sid, table.uid),
    index('call_frame_of_user').on(table.uid),
    check('call_frame_origin', sql`${table.origin} in ('report', 'check')`),
  ],
);
