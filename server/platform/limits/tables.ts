import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * What was done in the window of time that is open, by kind and by whom: counted here because all processes share it. The table is
 * unlogged: a crash of the database forgets the counts of a minute.
 */
export const rateUse = pgTable('rate_use', {
  /** `<kind> <whom>`. */
  key: text('key').primaryKey(),
  used: integer('used').notNull(),
  /** The end of the window, ms. */
  until: bigint('until', { mode: 'number' }).notNull(),
});
