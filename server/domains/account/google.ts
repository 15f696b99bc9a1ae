import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { fail, ok, type Result } from '../../../contract/result.ts';

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];

type GoogleIdentity = { readonly sub: string; readonly name: string };
/** `nonce`: a secret of the page; its hash is in the token (contract/account/login-endpoints.ts). */
export type VerifyGoogle = (credential: string, nonce: string) => Promise<Result<GoogleIdentity>>;

/** Verifier for a server without a client id. */
const notConfigured: VerifyGoogle = async () =>
  fail({ code: 'bad-request', detail: 'login by Google is not configured on this server' });

/**
 * Checks the ID token of Google's sign-in: signature by Google's published keys, issuer, audience and expiry, and that it
 * was issued for the page that sends it: the thief of a token does not know the nonce.
 */
export function createGoogleVerifier(clientId: string, jwksUrl: string): VerifyGoogle {
  if (clientId === '') return notConfigured;
  const keys = createRemoteJWKSet(new URL(jwksUrl));
  return async (credential, nonce) => {
    if (credential === '') return fail({ code: 'invalid-token' });
    try {
      const { payload } = await jwtVerify(credential, keys, { issuer: ISSUERS, audience: clientId });
      if (nonce === '' || payload['nonce'] !== hashNonce(nonce)) return fail({ code: 'google-refused' });
      if (payload.sub === undefined) return fail({ code: 'google-refused' });
      const name = payload['name'];
      return ok({ sub: payload.sub, name: typeof name === 'string' ? name : '' });
    } catch (error) {
      // A key server that cannot be reached is our failure, not the account's.
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
        return fail({ code: 'google-refused' });
      }
      throw error;
    }
  };
}

const hashNonce = (nonce: string) => createHash('sha256').update(nonce).digest('hex');
