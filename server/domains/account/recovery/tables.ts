import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { momentColumn, ownUid } from '../../../platform/database/account.ts';

/** Verified e-mail addresses that recover accounts, in lower case; an address recovers one account. */
export const recoveryEmail = pgTable('recovery_email', {
  uid: ownUid().primaryKey(),
  address: text('address').notNull().unique(),
  verifiedAt: momentColumn('verified_at').notNull().defaultNow(),
});

/** `verify`: the owner adds an address. `recover`: a caller without a session asks for a new password. */
const CODE_PURPOSES = ['verify', 'recover'] as const;

/** Mailed codes that were not used yet: one per account and purpose, the latest, which is valid until `until`. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    uid: ownUid(),
    purpose: text('purpose', { enum: CODE_PURPOSES }).notNull(),
    /** The address to which the code was mailed. */
    address: text('address').notNull(),
    /** Slow hash of the code, `scrypt$...` (server/domains/account/passwords.ts). */
    codeHash: text('code_hash').notNull(),
    /** Number of entered codes so far, right or wrong, each counted before it is compared. */
    tries: smallint('tries').notNull().default(0),
    until: momentColumn('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.purpose] }),
    index('recovery_code_by_address').on(table.address),
    index('recovery_code_until').on(table.until),
  ],
);
