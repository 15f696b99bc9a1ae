import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { PREFLIGHT_MAX_BYTES, PREFLIGHT_PATH, PREFLIGHTS_PER_MINUTE } from '../../contract/calls/rules.ts';
import type { Config } from '../config.ts';
import { clientAddress } from './client-address.ts';
import { failureOf } from './failures.ts';
import { letBrandsIn, refuseForeignPages } from './origins.ts';
import { RequestRefused } from './replies.ts';

const WINDOW_MS = 60_000;
/** Addresses remembered; the least recently seen are forgotten first. */
const REMEMBERED = 10_000;

/** `POST /preflight`: takes up to 256 KiB of anything and keeps nothing, so that a page learns how fast it can send. */
export async function registerPreflight(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(async (scope) => {
    letBrandsIn(scope, config.allowedOrigins, [PREFLIGHT_PATH]);
    refuseForeignPages(scope, config.allowedOrigins);
    await scope.register(rateLimit, {
      ...{ global: false, max: PREFLIGHTS_PER_MINUTE, timeWindow: WINDOW_MS, cache: REMEMBERED },
    });
    const addressOf = clientAddress(config.trustProxy);
    const byAddress = scope.createRateLimit({ keyGenerator: ({ raw }) => addressOf(raw) });
    const options = { parseAs: 'buffer', bodyLimit: PREFLIGHT_MAX_BYTES } as const;
    scope.addContentTypeParser<Buffer>('application/octet-stream', options, (_request, _body, done) => done(null));
    if (config.rateLimits)
      // Before the body: who asks too often is not listened to.
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
