import { createHmac } from 'node:crypto';
import type { Relay } from '../../../contract/calls/calls.ts';
import { RELAY_CREDENTIAL_MAX_S, RELAY_CREDENTIAL_SPARE_S, RELAY_TEST_SECONDS } from '../../../contract/calls/rules.ts';

/**
 * STUN and TURN servers of the configuration, with the secret shared with the TURN server; `relaysFor` makes each user's relay servers
 * of them.
 */
export type RelaySettings = {
  /** `turn:` and `turns:` URLs of one coturn server, which shares `turnSecret`. Empty: no relay. */
  readonly turnUrls: readonly string[];
  readonly turnSecret: string;
  readonly stunUrls: readonly string[];
  /** Only relay candidates are used, so that neither side learns the other's address. */
  readonly relayOnly: boolean;
};

/** The subject and lifetime of credentials. coturn counts its user quota by the username after the timestamp (`sid-side`). */
type RelayUse = { readonly sid: string; readonly side: string; readonly now: number; readonly seconds: number };

/**
 * Subject and lifetime of the credentials for a user's relay test (`relayServers`). The name is the same for each test of a user, so
 * that the relay's quota applies.
 */
export const testOf = ({ turnSecret }: RelaySettings, uid: number, now: number): RelayUse => ({
  sid: 'test',
  side: createHmac('sha256', turnSecret).update(`relay test of ${uid}`).digest('hex').slice(0, 16),
  now,
  seconds: RELAY_TEST_SECONDS,
});

/**
 * Returns the STUN servers, and the TURN servers with credentials, for one user in one call or relay test, and whether only relays may be
 * used. Credentials follow coturn's `use-auth-secret` (draft-uberti-behave-turn-rest): the username is `<expiry in seconds>:<sid>-<side>`,
 * the password its HMAC-SHA1 with `turnSecret`, valid for `seconds` (at most RELAY_CREDENTIAL_MAX_S) plus RELAY_CREDENTIAL_SPARE_S. They
 * contain no user name.
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
