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

/** Currencies of wallets. `gems` are bought, spent, and earned by hosts; `silver` is earned by check-ins, tasks and the lucky box. */
export const CURRENCIES = ['gems', 'silver'] as const;
/** A currency of a wallet. */
export type Currency = (typeof CURRENCIES)[number];

const whole = (name: string) => bigint(name, { mode: 'number' }).notNull();
const currency = () => text('currency', { enum: CURRENCIES }).notNull();

/**
 * Whole gems or silver coins of an account or of an internal wallet (uids below 1, see wallet/ledger.ts). `amount` is the sum of the
 * postings, updated by a trigger for accounts only: a row that every transfer updates would serialize all transfers. It has no foreign key
 * to the account, because an account can be deleted and its money history cannot. `spent` only grows: it counts spending on calls,
 * bookings, gifts and media.
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

/** A transfer of money in the ledger, by `move`. Rows are never updated or deleted: a hold is settled by a later row that references it. */
export const transfer = pgTable(
  'transfer',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Idempotency key of the transfer: `move` records an operation once. */
    operation: text('operation').notNull(),
    /** `move` takes effect at once; `hold` is settled by a `post` or a `void`. */
    kind: text('kind', { enum: ['move', 'hold', 'post', 'void'] }).notNull(),
    currency: currency(),
    gross: whole('gross'),
    /** The held transfer that a `post` or `void` settles. */
    settles: bigint('settles', { mode: 'number' }),
    /** The reason for the transfer. A `post` or `void` has the subject of its hold. */
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

/** The change of one wallet by a transfer, with the balance after it. The postings of a transfer have its currency and sum to zero. */
export const posting = pgTable(
  'posting',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transferId: whole('transfer_id'),
    uid: whole('uid'),
    currency: currency(),
    amount: whole('amount'),
    /** Balance of the wallet after this posting, set by a trigger. Null for internal wallets. */
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
 * Daily (UTC) sums of a wallet, updated by the ledger and read for spend limits. `went`: spent on calls, bookings, gifts and media, on the
 * day of the charge or hold, without voided holds. `came`: all other changes; negative when more was taken back than credited.
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

/**
 * A spend limit that a user set for themselves. `gems`: null for no limit; from `nextAt` on `next` applies, without an update of the
 * row.
 */
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

/** Accounts that may not spend or buy for now, and the reason: `op:<log id>` of the operator, or `dispute:<reversal id>`. */
export const moneyLock = pgTable('money_lock', {
  uid: uidColumn('uid').primaryKey(),
  why: text('why').notNull(),
  at: momentColumn('at').notNull().defaultNow(),
});
