import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { account, momentColumn, uidColumn } from '../../platform/database/account.ts';

const whole = (name: string) => bigint(name, { mode: 'number' }).notNull();

/**
 * Archived messages, one row for each of the two people. `id` is the archive id that clients know (XEP-0313); of one
 * owner, a row with a larger id is never committed before one with a smaller (archive/write.ts), so that who reads on
 * after an id misses nothing. The ids below the start of the sequence are of rows carried over from Prosody's files
 * (archive/prosody/). No reference to the account: a row is written for each message, and checking two accounts would
 * lock them; archive/forget.ts deletes.
 */
export const archive = pgTable(
  'archive',
  {
    owner: whole('owner'),
    id: whole('id').generatedAlwaysAsIdentity({ startWith: 1_000_000_001 }),
    /** The account that the other side is; the official service is that of its account. */
    peer: whole('peer'),
    /** Said by the owner. */
    out: boolean('out').notNull(),
    /** The sender's stanza id, the same over all attempts to send it. */
    mid: text('mid').notNull(),
    /** The server's clock when it was accepted, as the stanza says it. */
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** The whole `<message>` as it was forwarded, with the bare `from`. */
    stanza: text('stanza').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.id] }),
    uniqueIndex('archive_once').on(table.owner, table.peer, table.out, table.mid),
    index('archive_by_peer').on(table.owner, table.peer, table.id),
  ],
);

/** What people write to the team. Written before the message is archived, and once for all attempts to send it. */
export const supportInbox = pgTable(
  'support_inbox',
  {
    uid: uidColumn('uid')
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    mid: text('mid').notNull(),
    body: text('body').notNull(),
    at: momentColumn('at').notNull().defaultNow(),
    answeredAt: momentColumn('answered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.mid] }),
    index('support_open').on(table.at).where(sql`${table.answeredAt} is null`),
  ],
);
