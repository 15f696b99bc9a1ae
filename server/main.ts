import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { watchSite } from './domains/account/site/site.ts';
import { busyAmong } from './domains/calls/store.ts';
import { listenForOperators } from './domains/operator/page/listen.ts';
import { PgPresence } from './domains/people/presence.ts';
import { allParts, type CreateParts } from './parts.ts';
import { openDatabase } from './platform/database/connect.ts';
import { migrateDatabase, needDatabase } from './platform/database/migrate.ts';
import { noNews } from './platform/database/notifications.ts';
import { REQUESTS_END_MS } from './platform/http/bounds.ts';
import { endRequests } from './platform/http/end-requests.ts';
import { listenOn } from './platform/http/listen.ts';
import type { RunningJobs } from './platform/jobs/jobs.ts';
import { createLog } from './platform/log/log.ts';
import { listenForMetrics } from './platform/metrics/listen.ts';
import { type Gauge, noMetrics } from './platform/metrics/metrics.ts';
import { createCollector } from './platform/metrics/prometheus.ts';
import { createReadiness } from './platform/process/readiness.ts';
import { shareJobs } from './platform/services/leader-jobs.ts';

export type RunningServer = { readonly url: string; readonly port: number; close(): Promise<void> };

export type EndTimes = { readonly requestsEndMs: number };

/**
 * Starts the whole server process: database, parts, then the public port. What has started is ended when a step fails. `close` sends
 * people elsewhere first, lets requests and jobs end that are under way, and then ends the parts that they need.
 */
export async function startServer(
  config: Config,
  log = createLog(config.logLevel),
  createParts: CreateParts = allParts,
  times: EndTimes = { requestsEndMs: REQUESTS_END_MS },
): Promise<RunningServer> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let end = closers.pop(); end !== undefined; end = closers.pop()) await end();
  };
  try {
    await migrateDatabase(config.databaseUrl);
    const collector = config.metrics && createCollector();
    const metrics = collector?.metrics ?? noMetrics;
    const {
      db,
      pool,
      close: closeDatabase,
    } = openDatabase(
      config.queriesAt,
      (error) => log.warn({ err: error }, 'an idle database connection broke'),
      undefined,
      undefined,
      (seconds) => metrics.measure('database', 'general', seconds),
    );
    closers.push(closeDatabase);
    const site = await watchSite(config.databaseUrl, log);
    closers.push(site.close);
    const presence = new PgPresence(db, busyAmong);
    const news = noNews();
    const parts = createParts({ config, db, presence, greeting: { greet: undefined }, news, site, metrics, log });
    for (const part of parts.all) await part.prepare?.();

    const readiness = createReadiness([needDatabase(pool), ...parts.all.flatMap((part) => part.needs ?? [])]);
    const app = await buildApp({ config, db, parts, news, log, readiness });
    closers.push(() => app.close());
    await app.ready();
    for (const part of parts.all) {
      // Also one that fails to start: it may have started by half.
      closers.push(async () => part.close?.());
      await part.start?.({ httpServer: app.server });
    }
    const listening = await listenOn(app, config);
    const { port } = listening;
    const jobs = shareJobs(
      parts.all.flatMap((part) => part.jobs ?? []),
      config,
      log,
    );
    closers.push(jobs.close);
    if (collector && config.metrics) {
      collector.add([...parts.all.flatMap((part) => part.gauges ?? []), jobLag(jobs)]);
      const listener = await listenForMetrics(collector, { ...config.metrics, allowedHosts: config.allowedHosts });
      closers.push(listener.close);
      log.info({ port: listener.port }, 'figures are given');
    }
    if (config.operator) {
      const page = await listenForOperators({ ...config, ...config.operator }, log);
      closers.push(page.close);
      log.info({ port: page.port }, 'operators may sign in');
    }
    const url = `http://${config.host}:${port}`;
    const drained = async () => {
      for (const part of parts.all.toReversed()) await part.drain?.();
    };
    closers.push(() => Promise.all([endRequests(app.server, listening, times.requestsEndMs), drained(), jobs.close()]));
    // First of all at the end: nobody new is sent here while the rest closes.
    closers.push(async () => readiness.end());
    for (const part of parts.all) part.listening?.(url);
    return { url, port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const jobLag = (jobs: RunningJobs): Gauge => ({
  name: 'gemcall_job_lag_seconds',
  help: 'How long a job is past the time by which it should have come to a good end',
  label: 'job',
  read: async () => jobs.lags(),
});

/** Longer than what is under way may take; whoever replaces the process may count on it. */
const END_WITHIN_MS = 35_000;

async function runFromEnvironment(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  // The process ends all the same, and is started again; this is where the cause can be read.
  process.on('uncaughtExceptionMonitor', (err) => log.fatal({ err }, 'a fault that nobody owned'));
  const server = await startServer(config, log);
  log.info({ port: server.port }, 'listening');
  let ending = false;
  const giveUp = (why: string) => {
    log.warn({}, why);
    process.exit(1);
  };
  const end = async () => {
    if (ending) giveUp('asked to end twice: what still runs is cut');
    ending = true;
    setTimeout(giveUp, END_WITHIN_MS, 'the end takes too long: what still runs is cut');
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

if (import.meta.main) {
  runFromEnvironment().catch((error: unknown) => {
    // A refused connection is an AggregateError without words, but with a code.
    console.error(error instanceof Error ? error.message || Reflect.get(error, 'code') || error.name : error);
    process.exit(1);
  });
}
