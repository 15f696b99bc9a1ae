import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AddressOf } from '../http/client-address.ts';
import type { GiveBackShared, TakeShared } from './shared-rates.ts';

const WINDOW_MS = 60_000;
/** Number of addresses whose sign-ins are counted; the least recently used are evicted. */
const REMEMBERED = 5_000;
/** Characters of a name that count; names of operators have at most 32. */
const NAME_CHARS = 64;

/**
 * Counts a sign-in attempt at the operator page before it is checked. Returns how long it must wait, in ms, or `right`, which on success
 * undoes the count by name; that by address remains.
 */
export type SignInLimit = (
  request: FastifyRequest,
  name: string,
) => Promise<{ readonly waitMs: number } | { right(): Promise<void> }>;

type SignInPorts = {
  readonly addressOf: AddressOf;
  /** Attempts per minute from one address. */
  readonly max: number;
  readonly take: TakeShared;
  readonly giveBack: GiveBackShared;
};

/**
 * Creates the limit of sign-ins to the operator page, per minute and address. By name, only failed attempts count, with a higher limit,
 * so that a single stranger cannot lock an operator out.
 */
export async function limitSignIns(app: FastifyInstance, ports: SignInPorts): Promise<SignInLimit> {
  const { addressOf, max, take, giveBack } = ports;
  await app.register(rateLimit, { global: false, max, timeWindow: WINDOW_MS, cache: REMEMBERED });
  const byAddress = app.createRateLimit({ keyGenerator: ({ raw }) => addressOf(raw) });
  return async (request, given) => {
    // As the form's schema reads it: with white space around it, it is the same operator.
    const name = given.trim().slice(0, NAME_CHARS);
    const address = await byAddress(request);
    if (!address.isAllowed && address.isExceeded) return { waitMs: address.ttl };
    const waitMs = await take('wrong operator', name);
    return waitMs > 0 ? { waitMs } : { right: () => giveBack('wrong operator', name) };
  };
}
