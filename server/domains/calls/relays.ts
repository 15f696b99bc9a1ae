import { createHmac } from 'node:crypto';
import type { Relay } from '../../../contract/calls/calls.ts';
import { RELAY_CREDENTIAL_MAX_S, RELAY_CREDENTIAL_SPARE_S, RELAY_TEST_SECONDS } from '../../../contract/calls/rules.ts';

export type RelaySettings = {
  /** `turn:` and `turns:` addresses of one coturn, which shares the secret. Empty: none. */
  readonly turnUrls: readonly string[];
  readonly turnSecret: string;
  readonly stunUrls: readonly string[];
  /** Neither side may learn the other's address. */
  readonly relayOnly: boolean;
};

/** Whom credentials are for, and for how long. A relay counts its quota by the part of the name behind the time. */
type RelayUse = { readonly sid: string; readonly side: string; readonly now: number; readonly seconds: number };

/** For who only tries them: the same name each time, or the relay's quota of one name would bound nobody. */
export const testOf = ({ turnSecret }: RelaySettings, uid: number, now: number): RelayUse => ({
  sid: 'test',
  side: createHmac('sha256', turnSecret).update(`relay test of ${uid}`).digest('hex').slice(0, 16),
  now,
  seconds: RELAY_TEST_SECONDS,
});

/**
 * The relay servers of one person in one call. Credentials are those of coturn's `use-auth-secret` (draft-uberti-behave-turn-rest):
 * the name begins with the second in which they expire, the password is its HMAC-SHA1. They live as long as the call can,
 * and RELAY_CREDENTIAL_SPARE_S more. No name of anybody is in them.
 */
export function relaysFor(
  settings: RelaySettings,
  { sid, side, now, seconds }: RelayUse,
): { servers: (Relay & { urls: string[] })[]; policy: 'all' | 'relay' } {
  const { turnUrls, turnSecret, stunUrls, relayOnly } = settings;
  const servers: (Relay & { urls: string[] })[] = [];
  if (stunUrls.length > 0) servers.push({ urls: [...stunUrls] });
  if (turnUrls.length > 0) {
    const lifetime = Math.min(seconds, RELAY_CREDENTIAL_MAX_S) + RELAY_CREDENTIAL_SPARE_S;
    const username = `${Math.ceil(now / 1_000) + lifetime}:${sid}-${side}`;
    const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
    servers.push({ urls: [...turnUrls], username, credential });
  }
  return { servers, policy: relayOnly ? 'relay' : 'all' };
}
