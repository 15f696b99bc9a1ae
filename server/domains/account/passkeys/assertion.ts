import { isIP } from 'node:net';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../../platform/database/connect.ts';
import { lockAccountRow } from '../tokens.ts';
import { hashOf, takeChallenge } from './challenges.ts';
import { type Assertion, parseAssertion } from './credential-json.ts';
import { passkey, passkeyHandle } from './tables.ts';

/**
 * The RP ID of a page: the host name of its origin, which is one of the server's allowed origins. Undefined for an IP address, for which
 * WebAuthn makes no passkeys.
 */
export function rpIdOf(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined;
}

/** The account and the passkey of a valid signature. */
type Verified = { readonly uid: number; readonly credentialId: string };

/**
 * Verifies a signature by a passkey (`credentialJson`) and returns the account; undefined if it is not valid. It is valid once, on the page
 * that asked for it, with the user verified by the device, and with a count of signatures that grew if the authenticator counts them. Must
 * not run in a transaction that a refusal rolls back: the challenge would be valid again.
 */
export async function verifyAssertion(db: Queries, text: string, origin: string): Promise<Verified | undefined> {
  const given = parseAssertion(text);
  if (given === undefined) return undefined;
  return db.transaction(async (tx) => {
    const challenge = await takeChallenge(tx, given.response.clientDataJSON, { uid: null, origin });
    const expectedRPID = rpIdOf(origin);
    if (challenge === undefined || expectedRPID === undefined) return undefined;
    const [owner] = await tx.select({ uid: passkey.uid }).from(passkey).where(isSame(given));
    if (owner === undefined) return undefined;
    await lockAccountRow(tx, owner.uid);
    const [found] = await tx
      .select({ key: passkey, handle: passkeyHandle.handle })
      .from(passkey)
      .innerJoin(passkeyHandle, eq(passkeyHandle.uid, passkey.uid))
      .where(isSame(given));
    if (found === undefined || found.handle !== given.response.userHandle) return undefined;
    const { credentialId, publicKey, signCount, transports, rpId } = found.key;
    if (rpId !== expectedRPID) return undefined;
    const verified = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID,
      credential: {
        id: credentialId,
        publicKey: Buffer.from(publicKey, 'base64url'),
        counter: signCount,
        transports: [...transports],
      },
      requireUserVerification: true,
      // The library throws on every mismatch; only for a wrong signature it returns `verified: false`.
    }).catch(() => undefined);
    if (verified?.verified !== true) return undefined;
    await tx
      .update(passkey)
      .set({ signCount: verified.authenticationInfo.newCounter, usedAt: sql`now()` })
      .where(isSame(given));
    return { uid: owner.uid, credentialId };
  });
}

/** Whether the account has the passkey with this credential id. */
export async function hasPasskey(db: Queries, uid: number, credentialId: string): Promise<boolean> {
  const [found] = await db
    .select({ uid: passkey.uid })
    .from(passkey)
    .where(isSame({ id: credentialId }));
  return found?.uid === uid;
}

const isSame = ({ id }: Pick<Assertion, 'id'>) => eq(passkey.hash, hashOf(id));
