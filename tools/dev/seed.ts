import { sql } from 'drizzle-orm';
import { importPortraits } from '../../demo/accounts/pictures.ts';
import { seedDemo } from '../../demo/accounts/seed.ts';
import { seedCrowd } from '../../demo/accounts/seed-many.ts';
import type { Config } from '../../server/config.ts';
import { openMediaStore } from '../../server/domains/media/store.ts';
import { openDatabase } from '../../server/platform/database/connect.ts';
import { migrateDatabase } from '../../server/platform/database/migrate.ts';
import { main, printMessage, printMigration, Stop } from '../stop.ts';
import { readSettings } from './backend.ts';
import { reachOwnDatabase } from './reach-database.ts';
import { readSeedCount } from './seed-count.ts';

/** `npm run seed -- --anchors 10000`: adds generated hosts to the database that `npm start` uses, whether or not it is running. */
await main(async () => {
  const count = readSeedCount(process.argv.slice(2));
  const settings = readSettings();
  const reached = settings.ownDatabase
    ? await reachOwnDatabase(settings.dataDir, settings.port)
    : { url: settings.databaseUrl, close: async () => {} };
  try {
    const start = performance.now();
    const { added, total } = await fill(reached.url, settings, count);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    printMessage(`${added} anchors added in ${seconds} s, ${total} in all`);
  } catch (error) {
    throw settings.ownDatabase ? error : new Stop(`DATABASE_URL cannot be filled: ${reasonOf(error)}`);
  } finally {
    await reached.close();
  }
});

async function fill(url: string, { demo, dataDir }: Pick<Config, 'demo' | 'dataDir'>, count: number) {
  await migrateDatabase(url, { report: printMigration });
  const { db, close } = openDatabase(url, () => undefined);
  try {
    if (demo) {
      await seedDemo(db);
      const log = { warn: (_about: unknown, line?: string) => printMessage(line ?? 'a picture is missing') };
      await importPortraits({ db, log, store: openMediaStore({ db, dataDir }) });
    }
    const added = await seedCrowd(db, count);
    // Update planner statistics, so that the lists are fast from the first request on.
    await db.execute(sql`analyze account, profile, anchor`);
    const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from anchor`);
    return { added, total: rows[0]?.total ?? 0 };
  } finally {
    await close();
  }
}

/** The cause of an error: a refused connection is an AggregateError with a code only; a failed query has it in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message || String(Reflect.get(error, 'code') ?? error.name);
}
