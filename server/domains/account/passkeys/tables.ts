import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { account, momentColumn, ownUid, uidColumn } from '../../../platform/database/account.ts';

/**
 * User handle of each account (WebAuthn): a random text that authenticators store with its passkeys and return at a sign-in. The server
 * finds the account by credential id and checks that this handle is equal.
 */
export const passkeyHandle = pgTable('passkey_handle', {
  uid: ownUid().primaryKey(),
  handle: text('handle').notNull().unique(),
});

/** Public keys of the passkeys by which accounts sign in. */
export const passkey = pgTable(
  'passkey',
  {
    /** SHA-256 of the credential id. */
    hash: text('hash').primaryKey(),
    uid: ownUid(),
    /** Credential id and COSE key, in base64url. */
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    /** The authenticator's count of signatures; 0 if it does not count them, as for passkeys that are synchronized between devices. */
    signCount: bigint('sign_count', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<readonly string[]>().notNull().default([]),
    /** The host name for which it was made: it works on pages of that host only. */
    rpId: text('rp_id').notNull(),
    /** The device on which it was added (its id, as in `device_token`), its platform and browser. */
    device: text('device').notNull(),
    platform: text('platform').notNull(),
    browser: text('browser').notNull(),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
    /** When the passkey last made a valid signature; null: not used yet. */
    usedAt: momentColumn('used_at'),
  },
  (table) => [index('passkey_of').on(table.uid)],
);

/** Challenges that were not answered yet. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    /** SHA-256 of the challenge. */
    hash: text('hash').primaryKey(),
    /** The account that adds a passkey. Null: for a signature by any passkey. */
    uid: uidColumn('uid').references(() => account.uid, { onDelete: 'cascade' }),
    /** The origin of the page that asked for the challenge; only a page of it can answer. */
    origin: text('origin').notNull(),
    until: momentColumn('until').notNull(),
  },
  (table) => [index('passkey_challenge_until').on(table.until), index('passkey_challenge_of').on(table.uid)],
);
