import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { MOVE_STATES } from '../../../contract/account/life.ts';
import { momentColumn, ownUid } from '../../platform/database/account.ts';

/** A guest's account on its way to another device; of each account the last try alone. */
export const accountMove = pgTable(
  'account_move',
  {
    uid: ownUid().primaryKey(),
    /** SHA-256 of the code in the picture. */
    codeHash: text('code_hash').notNull().unique(),
    state: text('state', { enum: MOVE_STATES }).notNull().default('waiting'),
    /** SHA-256 of the secret of the device that claims it. */
    claimedBy: text('claimed_by'),
    /** What that device runs on. */
    platform: text('platform').notNull().default(''),
    browser: text('browser').notNull().default(''),
    /** What that device shows, and what the other one chooses from. */
    digits: text('digits'),
    choices: jsonb('choices').$type<readonly string[]>().notNull().default([]),
    until: momentColumn('until').notNull(),
  },
  (table) => [
    check(
      'account_move_claimed',
      sql`(${table.state} in ('claimed', 'done')) <= (${table.claimedBy} is not null and ${table.digits} is not null)`,
    ),
  ],
);

/** Devices on which somebody said that they are too young. */
export const refusedDevice = pgTable('refused_device', {
  /** SHA-256 of the device's id. */
  hash: text('hash').primaryKey(),
  until: momentColumn('until').notNull(),
});

/** Accounts that the operator has locked: their sessions have ended, and nobody signs in. */
export const accountLock = pgTable('account_lock', {
  uid: ownUid().primaryKey(),
  /** Name of the entry in the log of the operator. */
  why: text('why').notNull(),
  at: momentColumn('at').notNull().defaultNow(),
});

/** Exports of an account's data that were begun. */
export const dataExport = pgTable(
  'data_export',
  { id: text('id').primaryKey(), uid: ownUid(), at: momentColumn('at').notNull().defaultNow() },
  (table) => [index('data_export_of').on(table.uid, table.at)],
);
