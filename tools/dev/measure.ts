import { EVENTS } from '../../contract/analytics/events.ts';
import { reportOf } from '../../server/domains/analytics/reports.ts';
import { openDatabase } from '../../server/platform/database/connect.ts';
import { migrateDatabase } from '../../server/platform/database/migrate.ts';
import { main, printMessage, printMigration, Stop } from '../stop.ts';
import { readSettings } from './backend.ts';
import { reachOwnDatabase } from './reach-database.ts';

const USAGE = `usage: npm run measure -- <report> [--days <n>]
  funnel <event>,<event>,...    how many devices went each step, after the one before
  events                        how often each event came, of how many devices
events: ${Object.keys(EVENTS).join(', ')}`;
const ANSWER_MS = 660_000;

/** `npm run measure -- funnel login,call_attempt,order_result --days 7`: analytics reports, whether or not the product is running. */
await main(async () => {
  const report = reportOf(process.argv.slice(2));
  if (!report) throw new Stop(USAGE);
  const settings = readSettings();
  const reached = settings.ownDatabase
    ? await reachOwnDatabase(settings.dataDir, settings.port)
    : { url: settings.databaseUrl, close: async () => {} };
  try {
    await migrateDatabase(reached.url, { report: printMigration });
    const { pool, close } = openDatabase(reached.url, () => undefined, undefined, ANSWER_MS);
    try {
      for (const line of await report(pool)) printMessage(line);
    } finally {
      await close();
    }
  } finally {
    await reached.close();
  }
});
