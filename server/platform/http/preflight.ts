import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { PREFLIGHT_MAX_BYTES, PREFLIGHT_PATH, PREFLIGHTS_PER_MINUTE } from '../../../contract/calls/rules.ts';
import type { Config } from '../../config.ts';
import { clientAddress } from './client-address.ts';
import { failureOf } from './failures.ts';
import { allowBrandOrigins, refuseForeignPages } from './origins.ts';
import { RequestRefused } from './replies.ts';

const WINDOW_MS = 60_000;
/** Maximum number of addresses whose preflights are counted; the least recently seen is removed first. */
const REMEMBERED = 10_000;

/**
 * Registers `POST /preflight`, which receives up to 256 KiB and stores nothing, so that a page can measure its upload speed before a
 * call. Limited to `PREFLIGHTS_PER_MINUTE` per address.
 */
export async function registerPreflight(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(async (scope) => {
    allowBrandOrigins(scope, config.allowedOrigins, [PREFLIGHT_PATH]);
    refuseForeignPages(scope, config.allowedOrigins);
    await scope.register(rateLimit, {
      global: false,
      max: PREFLIGHTS_PER_MINUTE,
      timeWindow: WINDOW_MS,
      cache: REMEMBERED,
    });
    const addressOf = clientAddress(config.trustProxy);
    const byAddress = scope.createRateLimit({ keyGenerator: ({ raw }) => addressOf(raw) });
    const options = { parseAs: 'buffer', bodyLimit: PREFLIGHT_MAX_BYTES } as const;
    scope.addContentTypeParser<Buffer>('application/octet-stream', options, (_request, _body, done) => done(null));
    if (config.rateLimits)
      // Before the body is read: a caller above the limit is rejected without reading it.
      scope.addHook('onRequest', async (request) => {
        const found = await byAddress(request);
        if (!found.isAllowed && found.isExceeded)
          throw new RequestRefused(failureOf({ code: 'rate-limited', retryAfterMs: found.ttl }));
      });
    scope.post(PREFLIGHT_PATH, { bodyLimit: PREFLIGHT_MAX_BYTES }, (_request, reply) =>
      reply.header('cache-control', 'no-store').code(204).send(),
    );
  });
}
