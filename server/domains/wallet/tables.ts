import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { LIMIT_SCOPES, LIMIT_WINDOWS } from '../../../contract/wallet/limits.ts';
import { SUBJECT_TYPES } from '../../../contract/wallet/records.ts';
import { momentColumn, ownUid, uidColumn } from '../../platform/database/account.ts';

export const CURRENCIES = ['gems', 'silver'] as const;
export type Currency = (typeof CURRENCIES)[number];

const whole = (name: string) => bigint(name, { mode: 'number' }).notNull();
const currency = () => text('currency', { enum: CURRENCIES }).notNull();

/**
 * Whole gems or silver coins of an account, or of ours (uids below 1, see wallet/ledger.ts). `amount` is the sum of the
 * postings, kept by a trigger for people only: a row that every transfer changes would let only one through at a time.
 * No reference to the account: that may go, the history of its money may not. `spent` only grows: by what went for calls, gifts
 * and media.
 */
export const wallet = pgTable(
  'wallet',
  { uid: whole('uid'), currency: currency(), amount: whole('amount').default(0), spent: whole('spent').default(0) },
  (table) => [
    primaryKey({ columns: [table.uid, table.currency] }),
    check('wallet_never_negative', sql`${table.amount} >= 0 and ${table.spent} >= 0`),
    check('wallet_of_ours_is_summed', sql`${table.uid} > 0 or ${table.amount} = 0`),
  ],
);

/** One movement of money. Neither changed nor deleted: a held one is settled by a later row that names it. */
export const transfer = pgTable(
  'transfer',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Whoever asks twice under one name has asked once. */
    operation: text('operation').notNull(),
    /** `move` has its effect at once; `hold` waits for a `post` or a `void`. */
    kind: text('kind', { enum: ['move', 'hold', 'post', 'void'] }).notNull(),
    currency: currency(),
    gross: whole('gross'),
    /** The held transfer that a `post` or `void` settles. */
    settles: bigint('settles', { mode: 'number' }),
    /** What it was for. Whatever settles a hold has the subject of the hold. */
    subjectType: text('subject_type', { enum: SUBJECT_TYPES }).notNull(),
    subjectId: text('subject_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('transfer_once').on(table.operation),
    uniqueIndex('transfer_settled_once').on(table.settles),
    unique('transfer_currency').on(table.id, table.currency),
    foreignKey({ name: 'transfer_settles', columns: [table.settles], foreignColumns: [table.id] }),
    check('transfer_gross', sql`${table.gross} between 1 and 9007199254740991`),
    check('transfer_subject', sql`char_length(${table.subjectId}) between 1 and 200`),
    check('transfer_settles_or_not', sql`(${table.settles} is null) = (${table.kind} in ('move', 'hold'))`),
  ],
);

/** What a transfer does to one wallet. The postings of a transfer are of one currency, its own, and sum to zero. */
export const posting = pgTable(
  'posting',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transferId: whole('transfer_id'),
    uid: whole('uid'),
    currency: currency(),
    amount: whole('amount'),
    /** The wallet after it, as a trigger writes it. Null for ours. */
    after: bigint('after', { mode: 'number' }),
  },
  (table) => [
    foreignKey({
      name: 'posting_of_transfer',
      columns: [table.transferId, table.currency],
      foreignColumns: [transfer.id, transfer.currency],
    }),
    foreignKey({
      name: 'posting_to_wallet',
      columns: [table.uid, table.currency],
      foreignColumns: [wallet.uid, wallet.currency],
    }),
    uniqueIndex('posting_once').on(table.transferId, table.uid, table.currency),
    index('posting_by_wallet').on(table.uid, table.currency, table.id),
    check('posting_not_nothing', sql`${table.amount} <> 0`),
    check('posting_after', sql`(${table.uid} > 0) = (${table.after} is not null)`),
  ],
);

/**
 * What a day (UTC) did to a wallet, kept by the ledger. `went`: for calls, gifts and media, by the day on which it was taken; what was
 * only held and came back is not in it. `came`: all the rest, less what was taken back, so it may be below zero.
 */
export const walletDay = pgTable(
  'wallet_day',
  {
    uid: uidColumn('uid').notNull(),
    currency: currency(),
    day: date('day').notNull(),
    came: whole('came'),
    went: whole('went'),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.currency, table.day] }),
    check('wallet_day_went', sql`${table.went} >= 0`),
  ],
);

/** What somebody allows themselves. `gems`: null for no limit; from `nextAt` on it is `next`, without anybody writing it. */
export const spendLimit = pgTable(
  'spend_limit',
  {
    uid: ownUid(),
    scope: text('scope', { enum: LIMIT_SCOPES }).notNull(),
    window: text('window', { enum: LIMIT_WINDOWS }).notNull(),
    gems: bigint('gems', { mode: 'number' }),
    next: bigint('next', { mode: 'number' }),
    nextAt: momentColumn('next_at'),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.scope, table.window] }),
    check('spend_limit_gems', sql`${table.gems} >= 0 and ${table.next} >= 0`),
  ],
);

/** Who may spend and buy nothing for now, and why. */
export const moneyLock = pgTable('money_lock', {
  uid: uidColumn('uid').primaryKey(),
  why: text('why').notNull(),
  at: momentColumn('at').notNull().defaultNow(),
});
