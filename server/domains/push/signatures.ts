import webPush from 'web-push';
import { createBoundedMap } from '../../platform/limits/bounded-map.ts';
import { PUSH_SIGNATURE_LASTS_MS, PUSH_SIGNATURE_SPARE_MS, PUSH_SIGNATURES_MAX } from './bounds.ts';
import type { PushKey } from './keys.ts';

/** Cache of the signatures that authenticate this server to push services (VAPID, RFC 8292). */
export type Signatures = {
  /**
   * Returns the Authorization header for pushes to this endpoint. Signing takes most of the time of a push, so one signature is
   * cached per push service.
   */
  headerFor(endpoint: string, key: PushKey): string;
  /** Drops a signature that the service rejected: the next push is signed again. */
  forget(endpoint: string, key: PushKey): void;
};

type Signed = { readonly header: string; readonly until: number };

/** Creates the cache of VAPID signatures of a process. `contact`: the operator's address for push services (RFC 8292, section 2.1). */
export function createSignatures(contact: string, now: () => number): Signatures {
  // Bounded, because clients choose the host name within a push service's domain.
  const known = createBoundedMap<string, Signed>({ max: PUSH_SIGNATURES_MAX });
  const nameOf = (audience: string, { publicKey }: PushKey) => `${audience} ${publicKey}`;

  function sign(audience: string, { publicKey, privateKey }: PushKey): Signed {
    const at = now();
    const expires = Math.floor((at + PUSH_SIGNATURE_LASTS_MS) / 1_000);
    const headers = webPush.getVapidHeaders(audience, contact, publicKey, privateKey, 'aes128gcm', expires);
    return { header: headers.Authorization, until: at + PUSH_SIGNATURE_LASTS_MS - PUSH_SIGNATURE_SPARE_MS };
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
