import { join } from 'node:path';
import { importAlbums, importPortraits } from '../../../demo/accounts/pictures.ts';
import { seedDemo } from '../../../demo/accounts/seed.ts';
import { seedStories } from '../../../demo/stories.ts';
import { openMediaStore } from '../../../server/domains/media/store.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { migrateDatabase } from '../../../server/platform/database/migrate.ts';
import { startPostgres } from '../../../tools/dev/postgres.ts';
import { createDatabase, MADE, type Made } from './postgres.ts';

/*
 * Makes the cluster that tests copy (`kept-cluster.ts`), in a process of its own, so that the test process loads none of the server's
 * modules.
 */

const [folder, password] = process.argv.slice(2);
if (folder === undefined || password === undefined) throw new Error('make-cluster.ts <folder> <password>');

/** Fails the build of the cluster: a picture missing here would be missing in every test. */
const warn = (...about: unknown[]) => {
  throw new Error('the demo is not whole', { cause: about });
};

const server = await startPostgres({ folder: join(folder, 'cluster'), password, durable: false, log: () => {} });
const make = async (name: Made, copyOf?: Made) => {
  await createDatabase(server.url('postgres'), MADE[name], copyOf && MADE[copyOf]);
  return server.url(MADE[name]);
};

await migrateDatabase(await make('migrated'));

const accounts = openDatabase(await make('accounts', 'migrated'), () => undefined);
await seedDemo(accounts.db);
await accounts.close();

const whole = openDatabase(await make('demo', 'accounts'), () => undefined);
const { db } = whole;
const pictures = { db, log: { warn }, store: openMediaStore({ db, dataDir: folder }) };
await importPortraits(pictures);
await seedStories(db);
await importAlbums(pictures);
await whole.close();

await server.stop();
