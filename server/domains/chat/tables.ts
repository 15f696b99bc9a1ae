import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { account, momentColumn, uidColumn } from '../../platform/database/account.ts';

const whole = (name: string) => bigint(name, { mode: 'number' }).notNull();

/**
 * Archived messages, one row for each of the two accounts. `id` is the archive id that clients know (XEP-0313). For one owner, a row with
 * a larger id is never committed before a row with a smaller id (archive/write.ts), so that a client that reads from an id on misses
 * none. Ids below the start of the sequence belong to rows imported from Prosody's files (archive/prosody/). There is no foreign key to
 * the account: each message would check, and so lock, two account rows. archive/forget.ts deletes rows.
 */
export const archive = pgTable(
  'archive',
  {
    owner: whole('owner'),
    id: whole('id').generatedAlwaysAsIdentity({ startWith: 1_000_000_001 }),
    /** The uid of the other side of the conversation, which for a message of a service may be the official account. */
    peer: whole('peer'),
    /** True when the owner sent it. */
    out: boolean('out').notNull(),
    /** The sender's stanza id, the same for all attempts to send it. */
    mid: text('mid').notNull(),
    /** The server time at which the message was accepted, as in the stanza. */
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

/** Messages of users to the support team. A row is written before the message is archived, once for all attempts to send it. */
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
