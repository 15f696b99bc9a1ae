import { join } from 'node:path';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { watchSite } from './domains/account/site/site.ts';
import { busyAmong } from './domains/calls/store.ts';
import { listenForOperators } from './domains/operator/page/listen.ts';
import { gatewayOf } from './domains/payments/gateways.ts';
import { PgPresence } from './domains/people/presence.ts';
import { ensureKeyFiles, needDataFolder } from './key-files.ts';
import { allParts, type CreateParts } from './parts.ts';
import { serverClock, warnOfClock, warnOfJump } from './platform/clock.ts';
import { openDatabase } from './platform/database/connect.ts';
import { diskSpace } from './platform/database/disk-space.ts';
import { migrateDatabase, needDatabase } from './platform/database/migrate.ts';
import { readNewestTime } from './platform/database/newest-time.ts';
import { noNews } from './platform/database/notifications.ts';
import { REQUESTS_END_MS } from './platform/http/bounds.ts';
import { endRequests } from './platform/http/end-requests.ts';
import { listenOn, pageHostOf } from './platform/http/listen.ts';
import { openPreviousBuilds } from './platform/http/site/previous-builds.ts';
import { createLog } from './platform/log/log.ts';
import { listenForMetrics } from './platform/metrics/listen.ts';
import { type Gauge, noMetrics } from './platform/metrics/metrics.ts';
import { createCollector } from './platform/metrics/prometheus.ts';
import { createReadiness, logReadiness } from './platform/process/readiness.ts';
import { needLeader, type SharedJobs, shareJobs } from './platform/services/leader-jobs.ts';

/** A started server process; `url` is its public address, `close` drains and stops it. */
export type RunningServer = { readonly url: string; readonly port: number; close(): Promise<void> };

/** Deadlines of a server that closes, which tests shorten. `requestsEndMs`: how long active requests may take to end. */
export type EndTimes = { readonly requestsEndMs: number };

/**
 * Starts the whole server process: database, domains (`ServerPart`), then the public port. If one of them fails to start, those already
 * started are closed. `close` first redirects clients to other processes, then lets active requests and jobs end, then closes the domains.
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
    ensureKeyFiles(config);
    await migrateDatabase(config.databaseUrl, { report: (fields, event) => log.info(fields, event) });
    const collector = config.metrics && createCollector();
    const metrics = collector?.metrics ?? noMetrics;
    const {
      db,
      pool,
      close: closeDatabase,
    } = openDatabase(
      config.queriesAt,
      (error) => log.warn({ err: error }, 'idle database connection failed'),
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

    serverClock.advanceTo(await readNewestTime(pool));
    let sharedJobs: SharedJobs | undefined;
    const leader = needLeader(() => sharedJobs?.leaderlessMs() ?? 0);
    const readiness = createReadiness(
      [
        needDatabase(pool),
        diskSpace.need(pool),
        needDataFolder(config),
        leader,
        ...parts.all.flatMap((part) => part.needs ?? []),
      ],
      [() => warnOfClock(serverClock), () => warnOfJump(serverClock)],
    );
    const onStoreError = (err: unknown) => log.error({ err }, 'failed to store the scripts of this build');
    const previousBuilds = openPreviousBuilds(join(config.dataDir, 'builds'), config.distDir, onStoreError);
    closers.push(async () => previousBuilds.close());
    const app = await buildApp({ config, db, parts, news, log, readiness, previousBuilds });
    closers.push(() => app.close());
    // A domain is closed also when its `start` fails, because it may have started partially.
    await app.ready();
    for (const part of parts.all) {
      closers.push(async () => part.close?.());
      await part.start?.({ httpServer: app.server });
    }
    const listening = await listenOn(app, config);
    const { port } = listening;
    void previousBuilds.store().catch(onStoreError);
    const jobs = shareJobs(
      [logReadiness(readiness, log), ...parts.all.flatMap((part) => part.jobs ?? [])],
      config,
      log,
    );
    sharedJobs = jobs;
    closers.push(jobs.close);
    if (collector && config.metrics) {
      collector.add([
        ...parts.all.flatMap((part) => part.gauges ?? []),
        jobLag(jobs),
        leaderless(jobs),
        ...CLOCK_GAUGES,
      ]);
      const listener = await listenForMetrics(collector, { ...config.metrics, allowedHosts: config.allowedHosts });
      closers.push(listener.close);
      log.info({ port: listener.port }, 'serving metrics');
    }
    if (config.operator) {
      const page = await listenForOperators({ ...config, ...config.operator, gateway: gatewayOf(config) }, log);
      closers.push(page.close);
      log.info({ port: page.port }, 'serving the operator page');
    }
    const url = `http://${pageHostOf(config.host)}:${port}`;
    const drained = async () => {
      for (const part of parts.all.toReversed()) await part.drain?.();
    };
    closers.push(() => Promise.all([endRequests(app.server, listening, times.requestsEndMs), drained(), jobs.close()]));
    // Runs first on close: load balancers stop sending new clients here while the rest closes.
    closers.push(async () => readiness.end());
    for (const part of parts.all) part.listening?.(url);
    return { url, port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const jobLag = (jobs: SharedJobs): Gauge => ({
  name: 'gemcall_job_lag_seconds',
  help: 'How long a job is past the time by which it should have come to a good end',
  label: 'job',
  read: async () => jobs.lags(),
});

const leaderless = (jobs: SharedJobs): Gauge => ({
  name: 'gemcall_leaderless_seconds',
  help: 'For how long no process has run the shared jobs',
  label: '',
  read: async () => ({ '': jobs.leaderlessMs() / 1_000 }),
});

const CLOCK_GAUGES: readonly Gauge[] = [
  {
    name: 'gemcall_clock_ahead_seconds',
    help: 'How far the clock of the machine is behind the times that were stored; it was set back',
    label: '',
    read: async () => ({ '': serverClock.machineBehindMs() / 1_000 }),
  },
  {
    name: 'gemcall_clock_jump_seconds',
    help: 'How far the clock of the machine was set forward within the last hour',
    label: '',
    read: async () => ({ '': serverClock.jumpedMs() / 1_000 }),
  },
];
