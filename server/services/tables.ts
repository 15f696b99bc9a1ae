import { pgTable, text } from 'drizzle-orm/pg-core';
import { momentColumn } from '../database/account.ts';

/** Which server process does some work, until when (services/leader.ts). */
export const leader = pgTable('leader', {
  work: text('work').primaryKey(),
  holder: text('holder').notNull(),
  until: momentColumn('until').notNull(),
});
