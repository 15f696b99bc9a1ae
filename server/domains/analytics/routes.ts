import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import {
  COLLECTED_MAX_BYTES,
  COLLECTED_PER_MINUTE,
  COLLECTOR_PAUSE_MAX_MS,
  EVENTS_STORED_MAX,
} from '../../../contract/analytics/rules.ts';
import { DEBUG_PATH, FORM_TYPE, SYNC_PATH } from '../../../contract/analytics/wire.ts';
import type { ServerDeps } from '../../part.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { failureOf } from '../../platform/http/failures.ts';
import { refuseInvalidIds } from '../../platform/http/ids.ts';
import { allowBrandOrigins, refuseForeignPages } from '../../platform/http/origins.ts';
import { RequestRefused } from '../../platform/http/replies.ts';
import { insertEvents, type NewEvent, readBatch, readOne } from './ingest.ts';
import { countEvents, limitStorage } from './storage-limit.ts';

const WINDOW_MS = 60_000;
/** Maximum number of IP addresses whose requests are counted for the rate limit; the least recently used are evicted. */
const REMEMBERED = 10_000;
/** `errorLevel` values of `DEBUG_PATH`, defined by the collector's protocol. */
const GOOD = 0;
const BAD = 2;

/**
 * Registers the collector (product 7.8), the routes to which devices send the events that they collect with consent. It returns no
 * stored data.
 */
export async function registerCollector(
  app: FastifyInstance,
  { config, db, site }: Pick<ServerDeps, 'config' | 'db' | 'site'>,
): Promise<void> {
  const hasRoom = limitStorage(EVENTS_STORED_MAX, () => countEvents(db), Date.now);
  /** Stores events. While the operator has paused analytics, they are dropped, as a device may not know of the pause yet. */
  async function store(rows: readonly NewEvent[]): Promise<void> {
    if ((await site.read(db)).pauseMeasuring) return;
    // The storage is full: the device retries after that time and retains its newest events.
    if (!(await hasRoom(rows.length)))
      throw new RequestRefused(failureOf({ code: 'rate-limited', retryAfterMs: COLLECTOR_PAUSE_MAX_MS }));
    await insertEvents(db, rows);
  }

  await app.register(async (scope) => {
    // Form posts are simple requests (Fetch), so no preflight is needed.
    allowBrandOrigins(scope, config.allowedOrigins, []);
    refuseForeignPages(scope, config.allowedOrigins);
    refuseInvalidIds(scope);
    await scope.register(rateLimit, {
      global: false,
      max: COLLECTED_PER_MINUTE,
      timeWindow: WINDOW_MS,
      cache: REMEMBERED,
    });
    const addressOf = clientAddress(config.trustProxy);
    const byAddress = scope.createRateLimit({ keyGenerator: ({ raw }) => addressOf(raw) });
    const options = { parseAs: 'string', bodyLimit: COLLECTED_MAX_BYTES } as const;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>(FORM_TYPE, options, (_request, text, done) =>
      done(null, new URLSearchParams(text)),
    );
    if (config.rateLimits)
      // onRequest runs before the body is read.
      scope.addHook('onRequest', async (request) => {
        const found = await byAddress(request);
        if (!found.isAllowed && found.isExceeded)
          throw new RequestRefused(failureOf({ code: 'rate-limited', retryAfterMs: found.ttl }));
      });
    scope.post<{ Body: URLSearchParams }>(SYNC_PATH, { bodyLimit: COLLECTED_MAX_BYTES }, async ({ body }) => {
      const read = readBatch(body, Date.now());
      if (!read.ok) throw new RequestRefused(failureOf({ code: 'bad-request', detail: read.error.detail }));
      await store(read.value);
      return { code: 0 };
    });
    scope.post<{ Body: URLSearchParams }>(DEBUG_PATH, { bodyLimit: COLLECTED_MAX_BYTES }, async ({ body }) => {
      const read = readOne(body, Date.now());
      if (!read.ok) return { errorLevel: BAD, errorReasons: [read.error.detail] };
      if (body.get('dryRun') !== '1') await store([read.value]);
      return { errorLevel: GOOD };
    });
  });
}
