import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Need } from '../process/readiness.ts';
import type { OpenDatabase } from './connect.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** Key of the advisory lock, the same in every process. */
const MIGRATION_LOCK = 4_600_001;
const CONNECT_MS = 10_000;

/**
 * Migrates the database to this build, at the start of each process and tool. Concurrent processes wait for the one that migrates.
 * Databases older than 0.1 are refused.
 */
export async function migrateDatabase(url: string): Promise<void> {
  // A connection of its own: it holds the session lock, and has no statement timeout.
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
  // A broken connection fails the active query; without a listener it would also end the process.
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
 * Refuses databases older than gemcall 0.1. The baseline migration creates its schema with the time of its last migration; drizzle skips
 * migrations that are not newer than the newest applied one, so a 0.1 database is accepted unchanged. Older ones lack migrations that no
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

/** SQLSTATE `undefined_table`: the readiness check then reports that migrations are missing. */
const NO_TABLE = '42P01';

/**
 * Readiness check: the database answers and has all migrations of this build. It may have more: in a rolling upgrade, old processes run
 * on the newer schema.
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
