import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LOGINS_PER_MINUTE } from '../../contract/account/rules.ts';
import type { Input } from '../../contract/api/endpoint.ts';
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts';
import type { AddressOf } from '../http/client-address.ts';
import { hashOpenId } from '../open-id.ts';
import type { TakeShared } from './shared-rates.ts';

const WINDOW_MS = 60_000;
/** Addresses and accounts remembered; the least recently seen are forgotten first. */
const REMEMBERED = 50_000;

/** How long the caller must wait, in ms; 0 when the call may go on. */
export type CallLimit = (request: FastifyRequest, name: EndpointName, input: unknown) => Promise<number>;

/** At most 5 logins per minute from one address, and 5 to one account from wherever (threats: rate limits). */
export async function limitLogins(app: FastifyInstance, addressOf: AddressOf, shared: TakeShared): Promise<CallLimit> {
  await app.register(rateLimit, { global: false, max: LOGINS_PER_MINUTE, timeWindow: WINDOW_MS, cache: REMEMBERED });
  const accounts = new WeakMap<FastifyRequest, string>();
  const byAddress = app.createRateLimit({ keyGenerator: ({ raw }) => addressOf(raw) });
  const byAccount = app.createRateLimit({ keyGenerator: (request) => accounts.get(request) ?? addressOf(request.raw) });

  return async (request, name, input) => {
    if (name !== 'login' && name !== 'userPwdLogin') return 0;
    const address = await byAddress(request);
    // Checked first, so that one address cannot lock an account for others by more than its own share.
    if (!address.isAllowed && address.isExceeded) return address.ttl;
    accounts.set(request, accountKey(name, input));
    const account = await byAccount(request);
    if (!account.isAllowed && account.isExceeded) return account.ttl;
    return (await shared('login from', addressOf(request.raw))) || shared('login to', accountKey(name, input));
  };
}

/** The account a login is for, as far as it can be known before it is checked. Secrets enter by their hash. */
function accountKey(name: 'login' | 'userPwdLogin', input: unknown): string {
  if (name === 'userPwdLogin') return `uid:${(input as Input<Endpoints['userPwdLogin']>).uid}`;
  const { openId, credential } = input as Input<Endpoints['login']>;
  return `identity:${hashOpenId(`${openId}\n${credential}`)}`;
}
