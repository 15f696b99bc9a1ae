import { eq } from 'drizzle-orm';
import type { Proof } from '../../../contract/account/life.ts';
import type { Input } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { VerifyGoogle } from './google.ts';
import { verifyPassword } from './passwords.ts';
import { isSecretOf } from './secrets.ts';

/**
 * The proof of ownership that the account must give before a password change or deletion: its password, else Google, else the secret of a
 * guest's device.
 */
export async function proofOf(db: Queries, uid: number): Promise<Proof> {
  const [found] = await db
    .select({ hash: account.passwordHash, sub: account.googleSub })
    .from(account)
    .where(eq(account.uid, uid));
  if (found?.hash) return 'password';
  return found?.sub ? 'google' : 'device';
}

/** Proof of ownership in a request: a password, a Google token with its nonce, or the secret of the device. */
export type GivenProof = Input<Endpoints['deleteAccount']>['proof'];

/**
 * Whether a request to set the password or delete the account carries the proof that `proofOf` requires; a valid token alone does not
 * suffice.
 */
export async function isProven(
  db: Queries,
  uid: number,
  { passwd = '', openId = '', credential = '', nonce = '' }: GivenProof,
  verifyGoogle: VerifyGoogle,
): Promise<boolean> {
  const [found] = await db
    .select({ hash: account.passwordHash, sub: account.googleSub })
    .from(account)
    .where(eq(account.uid, uid));
  if (found === undefined) return false;
  if (found.hash !== null) return verifyPassword(passwd, found.hash);
  if (found.sub !== null) {
    const verified = await verifyGoogle(credential, nonce);
    return verified.ok && verified.value.sub === found.sub;
  }
  return isSecretOf(db, uid, openId);
}
