import { sql } from 'drizzle-orm';
import { bigserial, check, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Values that the operator set (server/account/site/settings.ts); a missing row means the default. Each change is
 * announced as
 * `site_setting_changed` with its key, and logged in `site_setting_log` (see the trigger in the migrations).
 */
export const siteSetting = pgTable('site_setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});

/** Append-only: shows later which values applied at a time. Null: the default. */
export const siteSettingLog = pgTable('site_setting_log', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  key: text('key').notNull(),
  before: jsonb('before'),
  after: jsonb('after'),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
});

/** Changes by the operator, with their author and reason. Append-only (see the triggers in the migrations). */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    /** Login name on the machine where the command ran. */
    who: text('who').notNull(),
    command: text('command').notNull(),
    what: jsonb('what').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [check('operator_log_reason', sql`${table.reason} <> ''`)],
);
