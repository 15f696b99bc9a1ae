import {
  array,
  type GenericSchema,
  type InferOutput,
  literal,
  maxLength,
  object,
  optional,
  pipe,
  regex,
  safeParse,
  string,
} from 'valibot';

/** Binary data in base64url. `maxChars` bounds what is parsed: keys and signatures that resist quantum computers have thousands. */
const binary = (maxChars: number) =>
  pipe(string(), maxLength(maxChars), regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'));
/** A credential id has at most 1,023 bytes (WebAuthn, Credential ID). */
const credentialId = binary(1_364);
const common = { id: credentialId, rawId: credentialId, type: literal('public-key') };
/** Results of extensions are dropped: the product asks for none. */
const clientExtensionResults = object({});

const registration = object({
  ...common,
  response: object({
    clientDataJSON: binary(4_096),
    attestationObject: binary(32_768),
    transports: optional(pipe(array(pipe(string(), regex(/^[a-z-]{1,20}$/))), maxLength(10)), []),
  }),
  clientExtensionResults,
});

const assertion = object({
  ...common,
  response: object({
    clientDataJSON: binary(4_096),
    authenticatorData: binary(4_096),
    signature: binary(8_192),
    /** Names the account; every passkey of this product is discoverable, so its authenticator returns it. */
    userHandle: binary(128),
  }),
  clientExtensionResults,
});

/** An authenticator's signature of a challenge by a passkey, for a sign-in or as a proof of ownership. */
export type Assertion = InferOutput<typeof assertion>;

/**
 * Parses JSON text (`credentialJson`) as an authenticator's response that adds a passkey; undefined if it has another form. Verifies
 * nothing.
 */
export const parseRegistration = (text: string) => parseJson(registration, text);
/** Parses JSON text (`credentialJson`) as a signature by a passkey; undefined if it has another form. Verifies nothing. */
export const parseAssertion = (text: string) => parseJson(assertion, text);

function parseJson<Schema extends GenericSchema>(schema: Schema, text: string): InferOutput<Schema> | undefined {
  try {
    const parsed = safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

const clientData = object({ challenge: string() });

/** The challenge that the client data of a credential names; undefined if it names none. */
export const challengeIn = (clientDataJSON: string): string | undefined =>
  parseJson(clientData, Buffer.from(clientDataJSON, 'base64url').toString('utf8'))?.challenge;
