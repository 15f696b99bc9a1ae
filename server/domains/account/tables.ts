import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { MOVE_STATES } from '../../../contract/account/life.ts';
import { momentColumn, ownUid } from '../../platform/database/account.ts';

/** The move of an account to another device by QR code; one row per account, the latest move. */
export const accountMove = pgTable(
  'account_move',
  {
    uid: ownUid().primaryKey(),
    /** SHA-256 of the code in the QR picture. */
    codeHash: text('code_hash').notNull().unique(),
    state: text('state', { enum: MOVE_STATES }).notNull().default('waiting'),
    /** SHA-256 of the secret of the claiming device. */
    claimedBy: text('claimed_by'),
    /** Platform and browser of the claiming device. */
    platform: text('platform').notNull().default(''),
    browser: text('browser').notNull().default(''),
    /** Digits that the claiming device shows, and the choices that the first device offers. */
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

/** Devices on which a user gave an age below the minimum; logins and moves are refused there until `until`. */
export const refusedDevice = pgTable('refused_device', {
  /** SHA-256 of the device's id. */
  hash: text('hash').primaryKey(),
  until: momentColumn('until').notNull(),
});

/** Accounts locked by an operator, or as a demo account on a server without DEMO: their sessions are ended and logins refused. */
export const accountLock = pgTable('account_lock', {
  uid: ownUid().primaryKey(),
  /** Id of the entry in the operator log, or `demo-off` for a demo account. */
  why: text('why').notNull(),
  at: momentColumn('at').notNull().defaultNow(),
});

/** Started exports of account data: `id` authorizes reading pages, and the rows of 24 hours count towards the daily limit. */
export const dataExport = pgTable(
  'data_export',
  { id: text('id').primaryKey(), uid: ownUid(), at: momentColumn('at').notNull().defaultNow() },
  (table) => [index('data_export_of').on(table.uid, table.at)],
);
