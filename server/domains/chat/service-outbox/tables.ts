import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Payload } from '../../../../contract/chat/payload.ts';
import { account } from '../../../platform/database/account.ts';

/** Services that write messages. */
export const SPEAKERS = ['gift', 'official'] as const;
export type Speaker = (typeof SPEAKERS)[number];

/**
 * What the services have still to say (server/domains/chat/service-outbox/): written where it is decided, in one transaction with
 * that, and gone once it stands in the archive and went out.
 */
export const serviceOutbox = pgTable(
  'service_outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    service: text('service', { enum: SPEAKERS }).notNull(),
    toUid: bigint('to_uid', { mode: 'number' })
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    /** In whose conversation it is kept; the official account's is its own. */
    peer: bigint('peer', { mode: 'number' }).notNull(),
    /** The same however often it is sent. */
    stanzaId: text('stanza_id').notNull(),
    payload: jsonb('payload').$type<Payload>().notNull(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('service_outbox_once').on(table.service, table.toUid, table.stanzaId),
    check('service_outbox_service', sql`${table.service} in ('gift', 'official')`),
  ],
);
