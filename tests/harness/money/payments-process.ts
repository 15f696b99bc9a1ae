import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { accountPart } from '../../../server/domains/account/part.ts';
import { uncachedSite } from '../../../server/domains/account/site/site.ts';
import { paymentsPart } from '../../../server/domains/payments/part.ts';
import { PgPresence } from '../../../server/domains/people/presence.ts';
import { gather } from '../../../server/part.ts';
import type { Parts } from '../../../server/parts.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { listenToDatabase, noNews } from '../../../server/platform/database/notifications.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { noMetrics } from '../../../server/platform/metrics/metrics.ts';
import { createReadiness } from '../../../server/platform/process/readiness.ts';

/**
 * Accounts and payments of the server as a process that a test kills. All modules are loaded before `start`, so that the next process can
 * wait for the end of the former. Jobs run only on `work`. Instead of sending XMPP messages it reports their recipients to its parent.
 */
export type PaymentsOrder = { readonly id: number; readonly say: 'start' | 'work' };

const PATIENCE_MS = 60_000;
const { signal } = new AbortController();
const log = createLog('silent');
let work = async () => {};

async function start(): Promise<{ readonly port: number }> {
  const config = readConfig(process.env);
  const { db } = openDatabase(config.databaseUrl, () => undefined, PATIENCE_MS, PATIENCE_MS);
  const news = noNews();
  const presence = new PgPresence(db);
  const around = { config, db, presence, greeting: { greet: undefined }, news, site: uncachedSite, metrics: noMetrics };
  const domains = [accountPart({ ...around, log }, { pushKey: () => '' }), paymentsPart({ ...around, log })] as const;
  const [, payments] = domains;
  for (const service of payments.services ?? []) {
    service.start({
      send(stanza) {
        process.send?.({ told: String(stanza.attrs['to']) });
        return true;
      },
      sendAsAccount: () => undefined,
      here: () => new Set<number>(),
      toLeader: async () => false,
    });
  }
  const heard = listenToDatabase({ connectionString: config.databaseUrl, log, channels: payments.channels ?? [] });
  // Endpoints of other domains are missing; tests do not call them.
  const parts = { all: domains, handlers: gather(domains, 'handlers'), replays: {}, cookies: {} } as unknown as Parts;
  const app = await buildApp({ config, db, parts, news, log, readiness: createReadiness([]) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await heard.ready;
  work = async () => {
    for (const job of payments.jobs ?? []) await job.run(signal);
  };
  const address = app.server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
}

process.on('message', ({ id, say }: PaymentsOrder) => {
  const done = say === 'start' ? start() : work().then(() => ({}));
  // A failing job does not end the server: it stays due.
  done.then(
    (answer) => process.send?.({ id, ...answer }),
    (error: unknown) => process.send?.({ id, failed: error instanceof Error ? (error.stack ?? error.message) : error }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ loaded: true });
