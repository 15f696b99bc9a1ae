import type { FastifyInstance } from 'fastify';
import { HEADER_OPERATION, HEADER_REQUEST_ID, HEADER_TOKEN } from '../../../contract/api/envelope.ts';
import { failureOf } from './failures.ts';
import { RequestRefused } from './replies.ts';

/**
 * Whether pages of the Origin may call this server: the same origin, or one of the configured brand origins. A request without the header
 * does not come from a page, and is allowed.
 */
export function isOwnOrigin(origin: string | undefined, host: string, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Rejects requests of pages with a foreign origin with status 403, on every route of this scope, and disables caching of its responses. */
export function refuseForeignPages(app: FastifyInstance, allowed: readonly string[]): void {
  app.addHook('onRequest', async ({ headers: { origin }, host }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isOwnOrigin(origin, host, allowed)) throw new RequestRefused(failureOf({ code: 'forbidden' }));
  });
}

/** Headers that clients send and read, besides those that CORS always allows (worker/api, worker/media). */
const ASKED_WITH = ['Authorization', 'Content-Type', HEADER_TOKEN, HEADER_REQUEST_ID, HEADER_OPERATION].join(', ');
const ANSWERED_WITH = ['Date', 'Retry-After'].join(', ');
/** Cache time of a preflight in seconds, at least as long as the maximum of any browser. */
const REMEMBERED_S = '86400';

/**
 * Allows pages of exactly the configured brand origins to call the routes of this scope (CORS). `paths` are the targets of preflight
 * requests. The API reads no cookies, but credentials are allowed, because browsers ignore `Clear-Site-Data` in responses to requests
 * without them.
 */
export function allowBrandOrigins(app: FastifyInstance, allowed: readonly string[], paths: readonly string[]): void {
  if (allowed.length === 0) return;
  app.addHook('onRequest', async ({ headers: { origin } }, reply) => {
    reply.header('vary', 'Origin');
    if (origin === undefined || !allowed.includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': ANSWERED_WITH,
    });
  });
  for (const path of paths) {
    app.options(path, async ({ headers: { origin = '' } }, reply) => {
      if (!allowed.includes(origin)) throw new RequestRefused(failureOf({ code: 'forbidden' }));
      return reply
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': ASKED_WITH,
          'access-control-max-age': REMEMBERED_S,
        })
        .code(204)
        .send();
    });
  }
}
