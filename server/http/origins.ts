import type { FastifyInstance } from 'fastify';
import { failureOf } from './failures.ts';
import { RequestRefused } from './replies.ts';

/** A page may call the API when it is ours, or of a brand host named in the configuration. No header: not a page. */
export function isOwnOrigin(origin: string | undefined, host: string, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Refuses the calls of foreign pages, on every route of this scope. */
export function refuseForeignPages(app: FastifyInstance, allowed: readonly string[]): void {
  app.addHook('onRequest', async ({ headers: { origin }, host }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isOwnOrigin(origin, host, allowed)) throw new RequestRefused(failureOf({ code: 'forbidden' }));
  });
}
