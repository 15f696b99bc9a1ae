import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { momentColumn } from '../../platform/database/account.ts';
import { DEFAULT_OPERATOR_ROLE, OPERATOR_ROLES } from './roles.ts';
import { ROLE_OPERATOR } from './rules.ts';

/** Accounts that sign in to the operator page. They are separate from accounts of the app and have no uid. */
export const operatorAccount = pgTable(
  'operator_account',
  {
    name: text('name').primaryKey(),
    role: smallint('role').notNull().default(ROLE_OPERATOR),
    /** What the operator may do on the page (`roles.ts`). */
    teamRole: text('team_role', { enum: OPERATOR_ROLES }).notNull().default(DEFAULT_OPERATOR_ROLE),
    /** The operator's own account of the app, if stated: the operator decides on no payout to it. */
    ownUid: bigint('own_uid', { mode: 'number' }),
    /** Hash in the format of server/domains/account/passwords.ts. */
    passwordHash: text('password_hash').notNull(),
    /** TOTP secret in base32; it is stored in clear, as codes are computed from it. */
    codeSecret: text('code_secret').notNull(),
    /** Time step (RFC 6238) of the last accepted code; codes up to it are used up. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    /** Number of wrong codes after the right password since the last sign-in; at `WRONG_CODES_MAX` the name cannot sign in. */
    wrongCodes: smallint('wrong_codes').notNull().default(0),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('operator_account_role', sql`${table.role} = 9`),
    check('operator_account_team_role', sql`${table.teamRole} in ('support', 'moderation', 'finance', 'admin')`),
  ],
);

/** Sessions of the operator page; a new one replaces the operator's earlier one. */
export const operatorSession = pgTable(
  'operator_session',
  {
    /** SHA-256 of the secret in the cookie. */
    hash: text('hash').primaryKey(),
    name: text('name')
      .notNull()
      .references(() => operatorAccount.name, { onDelete: 'cascade' }),
    madeAt: momentColumn('made_at').notNull().defaultNow(),
    seenAt: momentColumn('seen_at').notNull().defaultNow(),
  },
  (table) => [index('operator_session_of').on(table.name)],
);
