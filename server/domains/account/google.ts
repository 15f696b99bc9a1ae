import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { fail, ok, type Result } from '../../../contract/result.ts';

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];

/**
 * Codes of the errors of jose about Google's key server, not about the token: a timeout, an answer other than 200 or without JSON (which is
 * jose's general error), and JSON without keys.
 */
const KEY_SERVER_ERRORS = [errors.JWKSTimeout.code, errors.JOSEError.code, errors.JWKSInvalid.code];

type GoogleIdentity = { readonly sub: string; readonly name: string };
/**
 * Verifies a Google ID token for a login or a proof of ownership. `nonce` is a secret of the page; the token contains its hash
 * (contract/account/login-endpoints.ts).
 */
export type VerifyGoogle = (credential: string, nonce: string) => Promise<Result<GoogleIdentity>>;

/** Verifier of a server without a client id: refuses every token. */
const notConfigured: VerifyGoogle = async () =>
  fail({ code: 'bad-request', detail: 'login by Google is not configured on this server' });

/**
 * Creates the verifier of Google ID tokens, once per process: signature by Google's published keys, issuer, audience, expiry, and the
 * nonce of the page, which a thief of the token does not know. Without a client id it refuses every token.
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
      // Other errors of jose mean a bad token. A failed connection to the key server is no error of jose, and is thrown too.
      if (error instanceof errors.JOSEError && !KEY_SERVER_ERRORS.includes(error.code)) {
        return fail({ code: 'google-refused' });
      }
      throw error;
    }
  };
}

const hashNonce = (nonce: string) => createHash('sha256').update(nonce).digest('hex');
