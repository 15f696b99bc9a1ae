import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { fail, ok, type Result } from '../../contract/result.ts';

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];

type GoogleIdentity = { readonly sub: string; readonly name: string };
export type VerifyGoogle = (credential: string) => Promise<Result<GoogleIdentity>>;

/** Answers for a server without a client id. */
const notConfigured: VerifyGoogle = async () =>
  fail({ code: 'bad-request', detail: 'login by Google is not configured on this server' });

/** Checks the ID token of Google's sign-in: signature by Google's published keys, issuer, audience and expiry. */
export function createGoogleVerifier(clientId: string, jwksUrl: string): VerifyGoogle {
  if (clientId === '') return notConfigured;
  const keys = createRemoteJWKSet(new URL(jwksUrl));
  return async (credential) => {
    if (credential === '') return fail({ code: 'invalid-token' });
    try {
      const { payload } = await jwtVerify(credential, keys, { issuer: ISSUERS, audience: clientId });
      if (payload.sub === undefined) return fail({ code: 'google-refused' });
      const name = payload['name'];
      return ok({ sub: payload.sub, name: typeof name === 'string' ? name : '' });
    } catch (error) {
      // A key server that cannot be reached is our failure, not the person's.
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
        return fail({ code: 'google-refused' });
      }
      throw error;
    }
  };
}
