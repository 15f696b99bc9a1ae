import { sql } from 'drizzle-orm';
import { bigserial, check, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { MAINTENANCE_STATES } from '../../../../contract/chat/official.ts';

/**
 * Settings that an operator changed (server/domains/account/site/settings.ts); a missing row means the default. A trigger (see the
 * migrations) announces each change on channel `site_setting_changed` with its key, and logs it in `site_setting_log`.
 */
export const siteSetting = pgTable('site_setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});

/**
 * Append-only log of changes of operator settings, written by a trigger, to show which values applied at a time. A null `before` or
 * `after` is the default.
 */
export const siteSettingLog = pgTable('site_setting_log', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  key: text('key').notNull(),
  before: jsonb('before'),
  after: jsonb('after'),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
});

/** Append-only log of operator actions on the page and the command line, with author and reason (see the triggers in the migrations). */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    /** `<login>@<host>` of the user who ran the command on the machine, `operator:<name>` of an operator of the page, or `stripe`. */
    who: text('who').notNull(),
    command: text('command').notNull(),
    what: jsonb('what').notNull(),
    reason: text('reason').notNull(),
    /** Id of the submitted form; unique, so that a form submitted twice acts once. */
    form: text('form').unique(),
  },
  (table) => [check('operator_log_reason', sql`${table.reason} <> ''`)],
);

/**
 * Maintenance windows that operators planned, also past ones, with the last state that server/domains/chat/announce-maintenance.ts
 * announced.
 */
export const maintenanceWindow = pgTable(
  'maintenance_window',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    /** The last announced state; null before the first. */
    told: text('told', { enum: MAINTENANCE_STATES }),
  },
  (table) => [check('maintenance_window_order', sql`${table.startsAt} <= ${table.endsAt}`)],
);
