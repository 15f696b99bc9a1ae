import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AddressOf } from '../http/client-address.ts';
import type { GiveBackShared, TakeShared } from './shared-rates.ts';

const WINDOW_MS = 60_000;
/** Addresses remembered; the least recently seen are forgotten first. */
const REMEMBERED = 5_000;

/** Counts a try under this name before it is checked: how long it must wait, in ms, or `right` to take it back. */
export type SignInLimit = (
  request: FastifyRequest,
  name: string,
) => Promise<{ readonly waitMs: number } | { right(): Promise<void> }>;

type SignInPorts = {
  readonly addressOf: AddressOf;
  /** Tries per minute from one address. */
  readonly max: number;
  readonly take: TakeShared;
  readonly giveBack: GiveBackShared;
};

/**
 * So many tries to sign in to the page of the operator per minute from one address; by name only wrong ones count, and more of them,
 * so that one stranger does not keep an operator out.
 */
export async function limitSignIns(app: FastifyInstance, ports: SignInPorts): Promise<SignInLimit> {
  const { addressOf, max, take, giveBack } = ports;
  await app.register(rateLimit, { global: false, max, timeWindow: WINDOW_MS, cache: REMEMBERED });
  const byAddress = app.createRateLimit({ keyGenerator: ({ raw }) => addressOf(raw) });
  return async (request, name) => {
    const address = await byAddress(request);
    if (!address.isAllowed && address.isExceeded) return { waitMs: address.ttl };
    const waitMs = await take('wrong operator', name.slice(0, 64));
    return waitMs > 0 ? { waitMs } : { right: () => giveBack('wrong operator', name.slice(0, 64)) };
  };
}
