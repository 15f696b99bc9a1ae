import { pgTable, text } from 'drizzle-orm/pg-core';
import { momentColumn } from '../database/account.ts';

/** The server process that runs the services, and the end of its term (services/leader.ts). */
export const leader = pgTable('leader', {
  work: text('work').primaryKey(),
  holder: text('holder').notNull(),
  until: momentColumn('until').notNull(),
});
