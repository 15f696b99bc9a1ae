import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, expect, inject, test } from 'vitest';
import { migrateDatabase } from '../../server/platform/database/migrate.ts';
import { emptyDatabase } from '../harness/postgres/postgres.ts';
import { schemaStatements } from '../harness/postgres/schema-sql.ts';

const DATABASE = join(import.meta.dirname, '../../server/platform/database');
/** The timestamp of the last migration of gemcall 0.1. */
const LAST_OF_0_1 = 1_795_820_619_452;
let url: string;
let pool: pg.Pool;

beforeEach(async () => {
  url = await emptyDatabase(inject('postgresUrl'));
  await migrateDatabase(url);
  pool = new pg.Pool({ connectionString: url });
  return () => pool.end();
});

test('schema.sql is the schema of a migrated database', async () => {
  const head = '-- Generated from a migrated database by tests/server/schema.test.ts. Change it by a migration.';
  const text = [head, ...(await schemaStatements(pool))].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot(join(DATABASE, 'schema.sql'));
});

test('schema.sql defines each function once', () => {
  const text = readFileSync(join(DATABASE, 'schema.sql'), 'utf8');
  const names = [...text.matchAll(/^CREATE OR REPLACE FUNCTION public\.(\w+)/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(names).toEqual([...new Set(names)]);
});

test('each snapshot of the schema is a single line', () => {
  const meta = join(DATABASE, 'migrations/meta');
  const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
  expect(snapshots).not.toEqual([]);
  const lines = snapshots.map((name) => readFileSync(join(meta, name), 'utf8').trimEnd().split('\n').length);
  expect(lines.every((count) => count === 1)).toBe(true);
});

test('a database with the last migration of 0.1 is adopted and gets the later migrations', async () => {
  const oldUrl = await emptyDatabase(inject('postgresUrl'));
  const old = new pg.Pool({ connectionString: oldUrl });
  try {
    await old.query(readFileSync(join(DATABASE, 'migrations/0000_baseline.sql'), 'utf8'));
    await old.query(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
    await old.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2), ($3, $4)', [
      'earlier',
      LAST_OF_0_1 - 1,
      'last',
      LAST_OF_0_1,
    ]);
    await migrateDatabase(oldUrl);
    expect(await schemaStatements(old)).toEqual(await schemaStatements(pool));
  } finally {
    await old.end();
  }
});

test('an older database is refused with the version that it needs first, and is not changed', async () => {
  await pool.query('update drizzle.__drizzle_migrations set created_at = $1', [LAST_OF_0_1 - 1]);
  const before = await schemaStatements(pool);
  await expect(migrateDatabase(url)).rejects.toThrow('start the last commit of 0.1 on it once');
  expect(await schemaStatements(pool)).toEqual(before);
});
