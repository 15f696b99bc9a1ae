import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type PayoutAccount, payoutAccount } from '../../../../contract/hosting/payouts.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { loadSecret } from '../../moderation/seal.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = async (db: Queries) => Buffer.from(await loadSecret(db, 'payout'), 'base64url');

/** Encrypts a payout account for storage (AES-256-GCM, a random IV); the account's uid is authenticated with it. */
export async function sealAccount(db: Queries, uid: number, account: PayoutAccount): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await keyOf(db), iv).setAAD(Buffer.from(String(uid)));
  const text = Buffer.concat([cipher.update(JSON.stringify(account), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** Decrypts a stored payout account. Throws if it was changed, or sealed for another account. */
export async function openAccount(db: Queries, uid: number, sealed: string): Promise<PayoutAccount> {
  const bytes = Buffer.from(sealed, 'base64url');
  const cipher = createDecipheriv(CIPHER, await keyOf(db), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(String(uid)))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]);
  return v.parse(payoutAccount, JSON.parse(text.toString('utf8')));
}

/** The last four characters of a number, which identify an account to its owner. */
export const last4Of = ({ number }: PayoutAccount): string => number.slice(-4);
