import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Need } from '../process/readiness.ts';
import type { OpenDatabase } from './connect.ts';

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
    await refuseOlderThanBaseline(client);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  } finally {
    await client.end();
  }
}

/**
 * The first migration creates the schema of gemcall 0.1 and has the time of its last migration. drizzle skips migrations that are not newer
 * than the newest one of the database, so a database of that version is taken over as it is. An older one lacks migrations that no
 * longer exist.
 */
async function refuseOlderThanBaseline(client: pg.Client): Promise<void> {
  const [baseline] = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  const { rows: tables } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (!baseline || tables[0]?.name === null) return;
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  const newest = rows[0]?.newest ?? null;
  if (newest === null || Number(newest) >= baseline.folderMillis) return;
  throw new Error(
    'the database is older than gemcall 0.1: start the last commit of 0.1 on it once (CHANGELOG.md), then this one',
  );
}

/** PostgreSQL's code for a table that is not there. */
const NO_TABLE = '42P01';

/**
 * The database answers and has every migration of this build. Further ones are no fault: while processes are replaced one by one,
 * the older ones serve on a database that the newer build has brought forward.
 */
export function needDatabase(pool: OpenDatabase['pool']): Need {
  const ours = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis);
  const lacking = 'the database lacks migrations of this build';
  return {
    name: 'the database',
    async lacks() {
      try {
        const { rows } = await pool.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations');
        const done = new Set(rows.map(({ at }) => Number(at)));
        return ours.every((at) => done.has(at)) ? undefined : lacking;
      } catch (error) {
        if (error instanceof Error && Reflect.get(error, 'code') === NO_TABLE) return lacking;
        throw error;
      }
    },
  };
}
