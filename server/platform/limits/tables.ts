import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Use counts of the current window of each shared rate limit, by limit (`SharedRate`) and subject, for all processes. The table is
 * unlogged: a crash of PostgreSQL loses the counts of the current windows, which last at most an hour.
 */
export const rateUse = pgTable('rate_use', {
  /** `<limit> <subject>`. */
  key: text('key').primaryKey(),
  used: integer('used').notNull(),
  /** End of the window, in ms since the epoch. */
  until: bigint('until', { mode: 'number' }).notNull(),
});
