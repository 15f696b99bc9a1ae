import { sql } from 'drizzle-orm';
import { bigserial, check, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { MAINTENANCE_STATES } from '../../../../contract/chat/official.ts';

/**
 * Values that the operator set (server/domains/account/site/settings.ts); a missing row means the default. Each change is
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
    /** Login name on the machine where the command ran, or `operator:<name>` of who signed in to the page. */
    who: text('who').notNull(),
    command: text('command').notNull(),
    what: jsonb('what').notNull(),
    reason: text('reason').notNull(),
    /** Of the form by which it was asked for on the page: sent twice, it is done once. */
    form: text('form').unique(),
  },
  (table) => [check('operator_log_reason', sql`${table.reason} <> ''`)],
);

/** Maintenance that the operator has planned (server/domains/account/site/maintenance.ts). */
export const maintenanceWindow = pgTable(
  'maintenance_window',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    /** The last state that people were told; null before the first. */
    told: text('told', { enum: MAINTENANCE_STATES }),
  },
  (table) => [check('maintenance_window_order', sql`${table.startsAt} <= ${table.endsAt}`)],
);
