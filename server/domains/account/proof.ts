import { eq } from 'drizzle-orm';
import type { Proof } from '../../../contract/account/life.ts';
import type { Input } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { VerifyGoogle } from './google.ts';
import { verifyAssertion } from './passkeys/assertion.ts';
import { listPasskeys } from './passkeys/list.ts';
import { verifyPassword } from './passwords.ts';
import { isSecretOf, listSecrets } from './secrets.ts';
import { deviceOf } from './tokens.ts';

type Caller = { readonly db: Queries; readonly uid: number; readonly tokenHash: string };

/**
 * The kind of proof of ownership that the client asks of its user before a change of the ways to sign in, of the recovery address, or the
 * deletion: the password, else Google, else the secret of the requesting device, or a passkey if that device has no secret of the account.
 * `createProofCheck` checks the proof that is then given.
 */
export async function proofOf({ db, uid, tokenHash }: Caller): Promise<Proof> {
  const [found] = await db
    .select({ hash: account.passwordHash, sub: account.googleSub })
    .from(account)
    .where(eq(account.uid, uid));
  if (found?.hash) return 'password';
  if (found?.sub) return 'google';
  const device = await deviceOf(db, tokenHash);
  const hasSecret = (await listSecrets(db, uid)).some((secret) => secret.device === device);
  return !hasSecret && (await listPasskeys(db, uid)).length > 0 ? 'passkey' : 'device';
}

/** Proof of ownership in a request: a passkey, a password, a Google token with its nonce, or the secret of the device. */
export type GivenProof = Input<Endpoints['deleteAccount']>['proof'];

/**
 * Whether a request carries a valid proof of ownership: the signature of a passkey of the account; or its password; if it has none, Google;
 * without both, any device secret of the account. A valid token alone does not suffice.
 */
export type IsProven = (
  caller: { readonly db: Queries; readonly uid: number; readonly origin: string },
  proof: GivenProof,
) => Promise<boolean>;

/** Creates the check of proofs, once for all endpoints that need one. */
export const createProofCheck =
  (verifyGoogle: VerifyGoogle): IsProven =>
  async ({ db, uid, origin }, { passwd = '', openId = '', credential = '', nonce = '', passkey }) => {
    if (passkey !== undefined) return (await verifyAssertion(db, passkey, origin))?.uid === uid;
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
  };
