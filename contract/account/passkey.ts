import { array, maxLength, object, pipe, string } from 'valibot';

/**
 * Schema of the JSON text of the `PublicKeyCredential` that a browser made (WebAuthn Level 3, `toJSON`): a new passkey, or the signature by
 * one. Only the server reads it (server/domains/account/passkeys/credential-json.ts).
 */
export const credentialJson = pipe(string(), maxLength(65_536));

/** Schema of what a page needs to create a passkey; binary data in base64url. `known`: passkeys that the account has for this host. */
export const creationOptions = object({
  challenge: string(),
  rpId: string(),
  userHandle: string(),
  userName: string(),
  displayName: string(),
  known: array(object({ id: string(), transports: array(string()) })),
});

/** Schema of what a page needs to ask the browser for a signature by any passkey of this host. */
export const requestOptions = object({ challenge: string(), rpId: string() });
