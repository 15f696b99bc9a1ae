import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { momentColumn, ownUid } from '../database/account.ts';

/**
 * Queued changes of accounts by endpoint and Idempotency-Key, with their answers, written in the transaction of their effect (wire 1.3).
 * For 30 days a retry gets the stored answer; where a successful one is not stored (`replay: 'recomputed'`), one from the current state.
 */
export const operation = pgTable(
  'operation',
  {
    uid: ownUid(),
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status').notNull().default(0),
    answer: jsonb('answer'),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.endpoint, table.key] }),
    index('operation_created').on(table.createdAt),
  ],
);

/** Encrypted answers of calls that are retried within seconds, if at all, such as logins (http/sealed-answers.ts). */
export const sealedAnswer = pgTable(
  'sealed_answer',
  {
    /** HMAC of endpoint and caller under the Idempotency-Key. */
    id: text('id').primaryKey(),
    bodyMac: text('body_mac').notNull(),
    answer: text('answer').notNull(),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
  },
  (table) => [index('sealed_answer_created').on(table.createdAt)],
);
