import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Asked = { readonly challenge: string };
type Creation = Asked & { readonly userHandle: string };
/** Deviations of an attacker or a broken authenticator from the page's options. */
type Faults = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly signCount?: number;
  readonly userHandle?: string;
  readonly isVerified?: boolean;
};

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** CBOR (RFC 8949) of the few values that an authenticator sends. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.of((major << 5) | size)
      : size < 256
        ? Buffer.of((major << 5) | 24, size)
        : Buffer.of((major << 5) | 25, size >> 8, size & 0xff);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, of]) => [cbor(key), cbor(of as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** A device with one passkey (WebAuthn, ES256, attestation `none`), for a page of this origin. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const rpId = new URL(origin).hostname;
  let userHandle = '';

  const clientData = (type: string, { challenge }: Asked, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (flags: number, signCount: number, of: string, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(signCount);
    return Buffer.concat([sha256(of), Buffer.of(flags), count, more]);
  };
  const ids = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  return {
    id: ids.id,

    /** The answer to `navigator.credentials.create()`. */
    create(options: Creation, faults: Faults = {}) {
      userHandle = options.userHandle;
      const cose = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cbor(cose)]);
      const flags = PRESENT | ATTESTED | (faults.isVerified === false ? 0 : VERIFIED);
      const authData = authenticatorData(flags, faults.signCount ?? 0, faults.rpId ?? rpId, attested);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return JSON.stringify({
        ...ids,
        response: {
          clientDataJSON: clientData('webauthn.create', options, faults.origin ?? origin).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      });
    },

    /** The answer to `navigator.credentials.get()`. */
    get(options: Asked, faults: Faults = {}) {
      const client = clientData('webauthn.get', options, faults.origin ?? origin);
      const flags = PRESENT | (faults.isVerified === false ? 0 : VERIFIED);
      const data = authenticatorData(flags, faults.signCount ?? 0, faults.rpId ?? rpId);
      return JSON.stringify({
        ...ids,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: faults.userHandle ?? userHandle,
        },
        clientExtensionResults: {},
      });
    },
  };
}

/** A device with one passkey (`createAuthenticator`). */
export type Authenticator = ReturnType<typeof createAuthenticator>;
