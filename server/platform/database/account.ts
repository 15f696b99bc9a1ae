import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  pgSequence,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** Creates a `bigint` column of a uid. A JavaScript number is exact, as the contract's `uid` refuses unsafe integers. */
export const uidColumn = (name: string) => bigint(name, { mode: 'number' });
/** Creates a `timestamptz` column, read as a `Date`. */
export const momentColumn = (name: string) => timestamp(name, { withTimezone: true });

/** Sequence of the uids of new accounts. It starts above the A/B threshold of product 2.3 and above the uids of demo accounts. */
export const guestUid = pgSequence('guest_uid', { startWith: 264457100 });

/** Why an account was closed. `asked`: by its owner or an operator. `age`: its user is underage. */
const CLOSED_WHY = ['asked', 'age'] as const;

/**
 * Accounts of users, hosts and the team. A purged one remains as a tombstone, so that its uid is never reused and the ledger refers to a
 * row.
 */
export const account = pgTable(
  'account',
  {
    uid: uidColumn('uid').primaryKey(),
    role: smallint('role').notNull(),
    nickName: text('nick_name').notNull(),
    /** `scrypt$...` (server/domains/account/passwords.ts). Null: no login by password. */
    passwordHash: text('password_hash'),
    /** When the first password was set. Null: none, or set before this column existed. */
    passwordSince: momentColumn('password_since'),
    googleSub: text('google_sub').unique(),
    paid: boolean('paid').notNull().default(false),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    /** Birth date, stored only if adult; null while unknown. */
    birthDate: date('birth_date'),
    /**
     * When the account was closed; null while it is open. A closed one cannot be used until its owner restores it by a login, and is purged
     * later (server/domains/account/purge.ts).
     */
    closedAt: momentColumn('closed_at'),
    closedWhy: text('closed_why', { enum: CLOSED_WHY }),
    /** When the data of the closed account was deleted; null before. */
    purgedAt: momentColumn('purged_at'),
  },
  (table) => [
    index('account_to_purge').on(table.closedAt).where(sql`closed_at is not null and purged_at is null`),
    check('account_closed', sql`(${table.closedAt} is null) = (${table.closedWhy} is null)`),
    check('account_purged', sql`${table.purgedAt} is null or ${table.closedAt} is not null`),
  ],
);

/** Creates the column `uid` of the account that owns a row; the row is deleted with the account. */
export const ownUid = () =>
  uidColumn('uid')
    .notNull()
    .references(() => account.uid, { onDelete: 'cascade' });

/**
 * Sessions: vcTokens, stored by SHA-256 only, live and revoked; one live token per account and device. `usedAt` is updated at most daily.
 */
export const deviceToken = pgTable(
  'device_token',
  {
    hash: text('hash').primaryKey(),
    uid: ownUid(),
    device: text('device').notNull(),
    /** Platform and browser as read at the login, such as `Windows`, `Firefox`; empty for logins before these columns existed. */
    platform: text('platform').notNull().default(''),
    browser: text('browser').notNull().default(''),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    usedAt: momentColumn('used_at').notNull().defaultNow(),
    revokedAt: momentColumn('revoked_at'),
  },
  (table) => [
    uniqueIndex('device_token_one_live').on(table.uid, table.device).where(sql`revoked_at is null`),
    index('device_token_known').on(table.uid, table.device),
  ],
);

/** Device secrets by which guests sign in, stored by SHA-256; one per device of the account. */
export const accountOpenid = pgTable(
  'account_openid',
  {
    /** SHA-256 of the secret. */
    hash: text('hash').primaryKey(),
    uid: ownUid(),
    /** The device that last signed in with this guest secret (its id, as in `device_token`); empty if none did since this column exists. */
    device: text('device').notNull().default(''),
    /** Platform and browser of that device. */
    platform: text('platform').notNull().default(''),
    browser: text('browser').notNull().default(''),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    /** Time of the last login, or of the binding. */
    usedAt: momentColumn('used_at').notNull().defaultNow(),
    /** When the secret was ended; it can be restored for a day (server/domains/account/secrets.ts). Null while it is valid. */
    endedAt: momentColumn('ended_at'),
    restoredAt: momentColumn('restored_at'),
  },
  (table) => [
    index('account_openid_of').on(table.uid),
    index('account_openid_ended').on(table.endedAt).where(sql`ended_at is not null`),
  ],
);
