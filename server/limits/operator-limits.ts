import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AddressOf } from '../http/client-address.ts';

const WINDOW_MS = 60_000;
/** Addresses and names remembered; the least recently seen are forgotten first. */
const REMEMBERED = 5_000;

/** How long who signs in under this name must wait, in ms; 0 when they may try. */
export type SignInLimit = (request: FastifyRequest, name: string) => Promise<number>;

/** So many tries to sign in to the page of the operator per minute, from one address and then for one name. */
export async function limitSignIns(app: FastifyInstance, addressOf: AddressOf, max: number): Promise<SignInLimit> {
  await app.register(rateLimit, { global: false, max, timeWindow: WINDOW_MS, cache: REMEMBERED });
  const names = new WeakMap<FastifyRequest, string>();
  const byAddress = app.createRateLimit({ keyGenerator: ({ raw }) => addressOf(raw) });
  const byName = app.createRateLimit({ keyGenerator: (request) => `name:${names.get(request) ?? ''}` });
  return async (request, name) => {
    const address = await byAddress(request);
    if (!address.isAllowed && address.isExceeded) return address.ttl;
    names.set(request, name);
    const found = await byName(request);
    return !found.isAllowed && found.isExceeded ? found.ttl : 0;
  };
}
