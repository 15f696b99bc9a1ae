import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import {
  COLLECTED_MAX_BYTES,
  COLLECTED_PER_MINUTE,
  COLLECTOR_RESTS_MAX_MS,
  EVENTS_STORED_MAX,
} from '../../../contract/analytics/rules.ts';
import { DEBUG_PATH, FORM_TYPE, SYNC_PATH } from '../../../contract/analytics/wire.ts';
import type { Surroundings } from '../../part.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { failureOf } from '../../platform/http/failures.ts';
import { refuseInvalidIds } from '../../platform/http/ids.ts';
import { allowBrandOrigins, refuseForeignPages } from '../../platform/http/origins.ts';
import { RequestRefused } from '../../platform/http/replies.ts';
import { keepEvents, type Row, readBatch, readOne } from './collect.ts';
import { countEvents, limitStorage } from './storage-limit.ts';

const WINDOW_MS = 60_000;
/** Number of remembered addresses; the least recently seen is removed first. */
const REMEMBERED = 10_000;
/** Answers of `DEBUG_PATH`, as the collector's wire has them. */
const GOOD = 0;
const BAD = 2;

/** The collector (product 7.8): takes what devices measured, with consent. It answers nothing about what it has. */
export async function registerCollector(
  app: FastifyInstance,
  { config, db, site }: Pick<Surroundings, 'config' | 'db' | 'site'>,
): Promise<void> {
  const hasRoom = limitStorage(EVENTS_STORED_MAX, () => countEvents(db), Date.now);
  /** Stores events, unless the operator paused measuring: what a device measured before it knew of that is dropped. */
  async function store(rows: readonly Row[]): Promise<void> {
    if ((await site.read(db)).pauseMeasuring) return;
    // A device rests for that time, and keeps its newest events.
    if (!(await hasRoom(rows.length)))
      throw new RequestRefused(failureOf({ code: 'rate-limited', retryAfterMs: COLLECTOR_RESTS_MAX_MS }));
    await keepEvents(db, rows);
  }

  await app.register(async (scope) => {
    // A form needs no preflight.
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
      // Before the body: a caller over the limit is refused without reading it.
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
