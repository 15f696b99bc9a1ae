import { bigint, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { momentColumn, ownUid } from '../database/account.ts';

/** Who was told that a host came online, and when the last time. */
export const onlineTold = pgTable(
  'online_told',
  { uid: ownUid(), host: bigint('host', { mode: 'number' }).notNull(), at: momentColumn('at').notNull() },
  (table) => [primaryKey({ columns: [table.uid, table.host] })],
);
