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

/** JavaScript numbers hold every uid: the contract's `uid` refuses what is not a safe integer. */
export const uidColumn = (name: string) => bigint(name, { mode: 'number' });
export const momentColumn = (name: string) => timestamp(name, { withTimezone: true });

/** New accounts start above the A/B threshold of product 2.3 and above the demo accounts. */
export const guestUid = pgSequence('guest_uid', { startWith: 264457100 });

/** `asked`: by its owner. `age`: they are too young. */
const CLOSED_WHY = ['asked', 'age'] as const;

/** A purged account is a tombstone: its row stays, so that no uid is given twice and the history of money names somebody. */
export const account = pgTable(
  'account',
  {
    uid: uidColumn('uid').primaryKey(),
    role: smallint('role').notNull(),
    nickName: text('nick_name').notNull(),
    /** `scrypt$...`, see account/passwords.ts. Null: no login by password. */
    passwordHash: text('password_hash'),
    /** When the account got its first password. Null: none, or one from before this was noted. */
    passwordSince: momentColumn('password_since'),
    googleSub: text('google_sub').unique(),
    paid: boolean('paid').notNull().default(false),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    /** That of an adult, or null while it is not known. */
    birthDate: date('birth_date'),
    /** From then on it is nobody's; what is there of it goes later (account/closing/). */
    closedAt: momentColumn('closed_at'),
    closedWhy: text('closed_why', { enum: CLOSED_WHY }),
    /** When its data went. */
    purgedAt: momentColumn('purged_at'),
  },
  (table) => [
    index('account_to_purge').on(table.closedAt).where(sql`closed_at is not null and purged_at is null`),
    check('account_closed', sql`(${table.closedAt} is null) = (${table.closedWhy} is null)`),
    check('account_purged', sql`${table.purgedAt} is null or ${table.closedAt} is not null`),
  ],
);

/** The account that a row belongs to, and goes with. */
export const ownUid = () =>
  uidColumn('uid')
    .notNull()
    .references(() => account.uid, { onDelete: 'cascade' });

/** A vcToken is stored by its SHA-256 only; one live token per account and device. `usedAt` is exact to a day. */
export const deviceToken = pgTable(
  'device_token',
  {
    hash: text('hash').primaryKey(),
    uid: ownUid(),
    device: text('device').notNull(),
    /** As the login said: `Windows`, `Firefox`; empty for one before this was asked. */
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

/** Secrets of devices by which a guest signs in. An account has as many as it was taken to. */
export const accountOpenid = pgTable(
  'account_openid',
  {
    /** SHA-256 of the secret. */
    hash: text('hash').primaryKey(),
    uid: ownUid(),
    /** The device that signed in with it last, as `device_token` names it; empty for one that has not since this is noted. */
    device: text('device').notNull().default(''),
    /** Of that device, as its login said. */
    platform: text('platform').notNull().default(''),
    browser: text('browser').notNull().default(''),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    /** Its last login, or when it was bound. */
    usedAt: momentColumn('used_at').notNull().defaultNow(),
    /** It is bound no longer, and can be restored for a day (account/secrets.ts). */
    endedAt: momentColumn('ended_at'),
    restoredAt: momentColumn('restored_at'),
  },
  (table) => [
    index('account_openid_of').on(table.uid),
    index('account_openid_ended').on(table.endedAt).where(sql`ended_at is not null`),
  ],
);
