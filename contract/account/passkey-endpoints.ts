import { boolean, object, optional } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { proof, sessionId } from './life-endpoints.ts';
import { loginAnswer } from './login-endpoints.ts';
import { creationOptions, credentialJson, requestOptions } from './passkey.ts';

/** Endpoints for passkeys (WebAuthn): to add and remove them, and to sign in. */
export const passkeyRows = {
  /** Returns what the browser needs to create a passkey for the calling account. */
  beginPasskey: {
    path: '/api/account_service/passkey_begin',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ proof }),
    output: creationOptions,
  },
  addPasskey: {
    path: '/api/account_service/passkey_add',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ registration: credentialJson }),
    output: object({}),
  },
  removePasskey: {
    path: '/api/account_service/passkey_remove',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    /** `id`: from the list of `sessions`. */
    input: object({ id: sessionId, proof }),
    output: object({}),
  },
  /** Returns what the browser needs to sign by a passkey, for `passkeyLogin` or as a proof of identity. */
  beginAssertion: {
    path: '/api/login_service/passkey_begin',
    access: 'public',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({}),
    output: requestOptions,
  },
  passkeyLogin: {
    path: '/api/login_service/passkey_login',
    access: 'public',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    /** `restore`: cancels the pending deletion of the account. */
    input: object({ assertion: credentialJson, restore: optional(boolean(), false) }),
    output: loginAnswer,
  },
} as const satisfies EndpointTable;
