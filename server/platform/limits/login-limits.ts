import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KNOWN_LOGINS_PER_MINUTE, LOGINS_PER_MINUTE } from '../../../contract/account/rules.ts';
import type { Input } from '../../../contract/api/endpoint.ts';
import type { EndpointName, Endpoints } from '../../../contract/endpoints.ts';
import type { AddressOf } from '../http/client-address.ts';
import { hashOpenId } from './open-id.ts';
import type { TakeShared } from './shared-rates.ts';

const WINDOW_MS = 60_000;
/** Number of addresses, and of secrets or credentials, whose logins are counted; the least recently used are evicted. */
const REMEMBERED = 50_000;

/** An API request that is about to be handled, as a `CallLimit` receives it. */
export type LimitedCall = {
  readonly request: FastifyRequest;
  readonly name: EndpointName;
  readonly input: unknown;
  /** Device id that the request claims. */
  readonly device: string;
};
/** A rate limit of API requests: counts the request and returns how long the caller must wait, in ms; 0 if it may proceed. */
export type CallLimit = (call: LimitedCall) => Promise<number>;

type LoginLimitPorts = {
  readonly addressOf: AddressOf;
  readonly shared: TakeShared;
  /** Whether this device was signed in to the account before. */
  readonly isKnownDevice: (uid: number, device: string) => Promise<boolean>;
};

/**
 * Creates the limit of logins over HTTP: 5 per minute per address, and 5 per secret or credential (threats: rate limits). By account,
 * only wrong passwords are counted (wrong-passwords.ts), because any other limit would let a stranger lock the owner out. Devices that
 * were signed in to the account before have their own limit for password logins, so that a stranger behind the same address cannot use it
 * up.
 */
export async function limitLogins(app: FastifyInstance, ports: LoginLimitPorts): Promise<CallLimit> {
  const { addressOf, shared, isKnownDevice } = ports;
  await app.register(rateLimit, { global: false, max: LOGINS_PER_MINUTE, timeWindow: WINDOW_MS, cache: REMEMBERED });
  const identities = new WeakMap<FastifyRequest, string>();
  const byAddress = app.createRateLimit({ keyGenerator: ({ raw }) => addressOf(raw) });
  const byKnown = app.createRateLimit({
    max: KNOWN_LOGINS_PER_MINUTE,
    keyGenerator: ({ raw }) => `known ${addressOf(raw)}`,
  });
  const byIdentity = app.createRateLimit({ keyGenerator: (request) => identities.get(request) ?? '' });
  const waitOf = async (limit: typeof byAddress, request: FastifyRequest) => {
    const found = await limit(request);
    return !found.isAllowed && found.isExceeded ? found.ttl : 0;
  };

  return async ({ request, name, input, device }) => {
    const address = addressOf(request.raw);
    if (name === 'userPwdLogin') {
      const isKnown = await isKnownDevice((input as Input<Endpoints['userPwdLogin']>).uid, device);
      const waitMs = await waitOf(isKnown ? byKnown : byAddress, request);
      return waitMs || shared(isKnown ? 'known login from' : 'login from', address);
    }
    if (name !== 'login' && name !== 'passkeyLogin') return 0;
    // The address is checked first, so that one address cannot exhaust limits that others share.
    const waitMs = await waitOf(byAddress, request);
    if (waitMs > 0) return waitMs;
    // A passkey cannot be guessed, so only its logins per address are limited.
    if (name === 'passkeyLogin') return shared('login from', address);
    identities.set(request, identityKey(input as Input<Endpoints['login']>));
    return (
      (await waitOf(byIdentity, request)) ||
      (await shared('login from', address)) ||
      shared('login to', identities.get(request) ?? '')
    );
  };
}

/** Key by which logins with the same device secret and Google credential are counted: a hash of both. */
const identityKey = ({ openId, credential }: Input<Endpoints['login']>) =>
  `identity:${hashOpenId(`${openId}\n${credential}`)}`;
