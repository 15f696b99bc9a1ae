import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number, as long as every server process takes the same one. */
const MIGRATION_LOCK = 4_600_001;
const CONNECT_MS = 10_000;

/** Brings the database to this version. Several processes may start at once: one migrates, the others wait for it. */
export async function migrateDatabase(url: string): Promise<void> {
  // An own connection: the lock belongs to it, and no statement time-out of the pool cuts a long migration.
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
  // A connection that breaks fails the query under way; without a listener it would end the process besides.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  } finally {
    await client.end();
  }
}
