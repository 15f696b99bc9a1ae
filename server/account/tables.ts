import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { momentColumn, ownUid } from '../database/account.ts';

/** A vcToken is stored by its SHA-256 only; one live token per account and device. `usedAt` is exact to a day. */
export const deviceToken = pgTable(
  'device_token',
  {
    hash: text('hash').primaryKey(),
    uid: ownUid(),
    device: text('device').notNull(),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    usedAt: momentColumn('used_at').notNull().defaultNow(),
    revokedAt: momentColumn('revoked_at'),
  },
  (table) => [uniqueIndex('device_token_one_live').on(table.uid, table.device).where(sql`revoked_at is null`)],
);
