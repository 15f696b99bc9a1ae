import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { account } from '../schema.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow();

/** What the operator changed, who it was, and why. Append-only (see the triggers in the migrations). */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: moment('at'),
    /** The login name at the machine where the command ran. */
    who: text('who').notNull(),
    command: text('command').notNull(),
    what: jsonb('what').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [check('operator_log_reason', sql`${table.reason} <> ''`)],
);

/**
 * What the official service has still to say (server/official/): written where it is decided, in one transaction with
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
    at: moment('at'),
  },
  (table) => [index('official_outbox_uid').on(table.uid)],
);
