import { importJWK, SignJWT } from 'jose';
import { createBoundedMap } from '../../platform/limits/bounded-map.ts';
import { PUSH_SIGNATURE_LASTS_MS, PUSH_SIGNATURE_SPARE_MS, PUSH_SIGNATURES_MAX } from './bounds.ts';
import type { PushKey } from './keys.ts';

/** Cache of the signatures that authenticate this server to push services (VAPID, RFC 8292). */
export type Signatures = {
  /**
   * Returns the Authorization header for pushes to this endpoint. Signing takes most of the time of a push, so one signature is
   * cached per push service.
   */
  headerFor(endpoint: string, key: PushKey): Promise<string>;
  /** Drops a signature that the service rejected: the next push is signed again. */
  forget(endpoint: string, key: PushKey): void;
};

type Signed = { readonly header: Promise<string>; readonly until: number };

/**
 * Signs a VAPID header (RFC 8292, section 3) that expires at `exp`, in seconds since the epoch. The function of `web-push` compares this
 * time with the clock of the machine, and throws when that was set back.
 */
async function signHeader(
  { aud, sub, exp }: { readonly aud: string; readonly sub: string; readonly exp: number },
  { publicKey, privateKey: d }: PushKey,
): Promise<string> {
  // An uncompressed point: a byte, then both coordinates.
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d }, 'ES256');
  const token = await new SignJWT({ aud, exp, sub }).setProtectedHeader({ typ: 'JWT', alg: 'ES256' }).sign(key);
  return `vapid t=${token}, k=${publicKey}`;
}

/** Creates the cache of VAPID signatures of a process. `contact`: the operator's address for push services (RFC 8292, section 2.1). */
export function createSignatures(contact: string, now: () => number): Signatures {
  // Bounded, because clients choose the host name within a push service's domain.
  const known = createBoundedMap<string, Signed>({ max: PUSH_SIGNATURES_MAX });
  const nameOf = (audience: string, { publicKey }: PushKey) => `${audience} ${publicKey}`;

  function sign(audience: string, key: PushKey): Signed {
    const at = now();
    const exp = Math.floor((at + PUSH_SIGNATURE_LASTS_MS) / 1_000);
    const header = signHeader({ aud: audience, exp, sub: contact }, key);
    return { header, until: at + PUSH_SIGNATURE_LASTS_MS - PUSH_SIGNATURE_SPARE_MS };
  }

  return {
    headerFor(endpoint, key) {
      const { origin } = new URL(endpoint);
      const name = nameOf(origin, key);
      // A read does not extend the lifetime in the cache: the signature made first is evicted first.
      const found = known.peek(name);
      if (found && found.until > now()) return found.header;
      const signed = sign(origin, key);
      known.set(name, signed);
      return signed.header;
    },
    forget: (endpoint, key) => void known.delete(nameOf(new URL(endpoint).origin, key)),
  };
}
