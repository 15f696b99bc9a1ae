import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Payload } from '../../../../contract/chat/payload.ts';
import { account } from '../../../platform/database/account.ts';

/** XMPP services that send chat messages to users from an outbox. */
export const SPEAKERS = ['gift', 'official'] as const;
/** An XMPP service that sends chat messages to users from the outbox. */
export type Speaker = (typeof SPEAKERS)[number];

/**
 * Pending messages of the services (server/domains/chat/service-outbox/). A row is inserted in the transaction that causes the message,
 * and deleted once the message is archived, unless it is transient, and delivered.
 */
export const serviceOutbox = pgTable(
  'service_outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    service: text('service', { enum: SPEAKERS }).notNull(),
    toUid: bigint('to_uid', { mode: 'number' })
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    /** The conversation to which the message belongs, by the uid of its peer: the official account, or the account that it is about. */
    peer: bigint('peer', { mode: 'number' }).notNull(),
    /** The stanza id, the same for all attempts to send it. */
    stanzaId: text('stanza_id').notNull(),
    payload: jsonb('payload').$type<Payload>().notNull(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('service_outbox_once').on(table.service, table.toUid, table.stanzaId),
    check('service_outbox_service', sql`${table.service} in ('gift', 'official')`),
  ],
);
