import { pgTable, text } from 'drizzle-orm/pg-core';
import { momentColumn } from '../database/account.ts';

/**
 * Leases of leader elections: for each `work` the server process that runs it (`holder`, empty after it gave the lease back), and when its
 * term ends (services/leader.ts).
 */
export const leader = pgTable('leader', {
  work: text('work').primaryKey(),
  holder: text('holder').notNull(),
  until: momentColumn('until').notNull(),
});
