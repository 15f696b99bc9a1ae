import { sql } from 'drizzle-orm';
import { bigint, boolean, pgSequence, pgTable, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** JavaScript numbers hold every uid: the contract's `uid` refuses what is not a safe integer. */
export const uidColumn = (name: string) => bigint(name, { mode: 'number' });
export const momentColumn = (name: string) => timestamp(name, { withTimezone: true });

/** New accounts start above the A/B threshold of product 2.3 and above the demo accounts. */
export const guestUid = pgSequence('guest_uid', { startWith: 264457100 });

export const account = pgTable('account', {
  uid: uidColumn('uid').primaryKey(),
  role: smallint('role').notNull(),
  nickName: text('nick_name').notNull(),
  /** `scrypt$...`, see account/passwords.ts. Null: no login by password. */
  passwordHash: text('password_hash'),
  /** SHA-256 of the guest's device secret. */
  openIdHash: text('open_id_hash').unique(),
  googleSub: text('google_sub').unique(),
  paid: boolean('paid').notNull().default(false),
  createdAt: momentColumn('created_at').notNull().defaultNow(),
});

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
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    usedAt: momentColumn('used_at').notNull().defaultNow(),
    revokedAt: momentColumn('revoked_at'),
  },
  (table) => [uniqueIndex('device_token_one_live').on(table.uid, table.device).where(sql`revoked_at is null`)],
);
