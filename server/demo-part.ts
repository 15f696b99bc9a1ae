import { setTimeout as wait } from 'node:timers/promises';
import type { HostsPart, runDemoHosts } from '../demo/hosts/part.ts';
import { lockPublishedAccounts } from './domains/account/published-accounts.ts';
import { openMediaFiles } from './domains/media/files/open.ts';
import { openMediaStore } from './domains/media/store.ts';
import type { ServerDeps, ServerPart } from './part.ts';
import type { Database } from './platform/database/connect.ts';
import { isReachable } from './platform/http/listen.ts';
import type { Logger } from './platform/log/log.ts';

/** Delay of the album import after the port listens: it uses a full core, while right after the start all clients reconnect. */
const ALBUMS_AFTER_MS = 5_000;

/** Interval at which the demo's operator accepts applications of hosts, sends payouts, and accepts booked calls for its hosts. */
const APPROVE_EVERY_MS = 5_000;

/** Log message when other machines can reach a demo. */
const PUBLIC_DEMO =
  'this demo is reachable from other machines: its accounts have a published password, its gems are free';

/**
 * Creates the demo domain. With DEMO it seeds accounts, media and stories at the start, runs demo hosts (in the leading process, with
 * DEMO_HOSTS) once the port listens, and does the work of an operator: it accepts applications of hosts and sends payouts. Without DEMO it
 * only locks the demo accounts that an earlier start left. The code in demo/ is imported only with DEMO, because production images leave
 * it out.
 */
export function demoPart({ config, db, greeting, log }: ServerDeps): ServerPart {
  const part = { name: 'demo' };
  if (!config.demo) return { ...part, prepare: () => lockLeftovers(db, log) };
  const pictures = { db, log, store: openMediaStore({ db, dataDir: config.dataDir, files: openMediaFiles(config) }) };
  const ending = new AbortController();
  let albums = Promise.resolve();
  let runHosts: typeof runDemoHosts | undefined;
  let hosts: HostsPart | undefined;
  async function leave(): Promise<void> {
    ending.abort();
    await albums;
    await hosts?.close();
  }
  return {
    ...part,
    jobs: [
      {
        name: 'demo operator',
        everyMs: APPROVE_EVERY_MS,
        async run() {
          const { answerBookings, approveApplications, sendPayouts } = await import('../demo/operator.ts');
          await approveApplications(db, config.identity !== undefined);
          if (config.payouts === 'demo') await sendPayouts(db);
          if (config.demoHosts) await answerBookings(db);
        },
      },
    ],
    async prepare() {
      const [{ seedDemo }, { importPortraits }, { seedStories }, hostsCode] = await Promise.all([
        import('../demo/accounts/seed.ts'),
        import('../demo/accounts/pictures.ts'),
        import('../demo/stories.ts'),
        import('../demo/hosts/part.ts'),
      ]);
      runHosts = hostsCode.runDemoHosts;
      await seedDemo(db);
      await importPortraits(pictures);
      await seedStories(db);
    },
    listening(url) {
      if (isReachable(config)) log.warn({ host: config.host }, PUBLIC_DEMO);
      // Albums and videos are not in any list, so they may come later.
      const { signal } = ending;
      albums = wait(ALBUMS_AFTER_MS, undefined, { signal })
        .then(() => import('../demo/accounts/pictures.ts'))
        .then(({ importAlbums }) => importAlbums(pictures, signal))
        .catch(() => undefined);
      // Demo hosts run with DEMO_HOSTS, in processes of ROLE=all only. They are clients with streams; the leading process runs all of them.
      if (!config.demoHosts || config.role !== 'all') return;
      const { databaseUrl, xmppDomain: domain, demoHostTempo: tempo } = config;
      hosts = runHosts?.({ url, databaseUrl, domain, tempo, db, log });
      greeting.greet = hosts?.greet;
    },
    drain: leave,
    close: leave,
  };
}

/** Without DEMO, locks demo accounts that an earlier start left in the database. */
async function lockLeftovers(db: Database, log: Logger): Promise<void> {
  const locked = await lockPublishedAccounts(db);
  if (locked.length > 0) log.warn({ uids: locked }, 'locked demo accounts that still have the published password');
}
