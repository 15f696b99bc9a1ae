import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { checkDatabase, migrateDatabase } from '../../server/platform/database/migrate.ts';
import { readMigrations } from '../../server/platform/database/migration-files.ts';
import { boundHere } from '../../tools/test/slow-machine.ts';
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

test('a database with the last migration of 0.1 is adopted and gets the later migrations, and its operators stay admins', async () => {
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
    const addOperator = (name: string) =>
      old.query(`insert into operator_account (name, password_hash, code_secret) values ($1, 'x', 'x')`, [name]);
    await addOperator('old');
    await migrateDatabase(oldUrl);
    expect(await schemaStatements(old)).toEqual(await schemaStatements(pool));
    await addOperator('young');
    const { rows } = await old.query('select name, team_role from operator_account order by name');
    expect(rows).toEqual([
      { name: 'old', team_role: 'admin' },
      { name: 'young', team_role: 'support' },
    ]);
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

test('a database of a newer build is refused', async () => {
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`);
  await expect(migrateDatabase(url)).rejects.toThrow('was migrated by a newer gemcall');
});

test('a database is refused with the migration that a build with another list has skipped, and is not changed', async () => {
  const [skipped] = readMigrations().slice(-2);
  const readSkipped = () =>
    pool.query('select 1 from drizzle.__drizzle_migrations where created_at = $1', [skipped?.createdAt]);
  await pool.query('delete from drizzle.__drizzle_migrations where created_at = $1', [skipped?.createdAt]);
  await expect(migrateDatabase(url)).rejects.toThrow(
    `the database lacks the migration ${skipped?.tag}, although later ones were applied: a build with another list`,
  );
  expect((await readSkipped()).rowCount).toBe(0);
  // A later migration of that build is no newer gemcall.
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'other', max(created_at) + 1 from drizzle.__drizzle_migrations`);
  await expect(checkDatabase(url)).rejects.toThrow(`the database lacks the migration ${skipped?.tag}`);
});

test('a database is refused when another build has applied a migration between those of this build', async () => {
  const last = readMigrations().at(-1)?.createdAt ?? 0;
  const foreign = [last - 1, 'foreign'];
  await pool.query('insert into drizzle.__drizzle_migrations (created_at, hash) values ($1, $2)', foreign);
  await expect(migrateDatabase(url)).rejects.toThrow(
    `the database has a migration of ${new Date(last - 1).toISOString()} that this build does not know: a build with`,
  );
});

test('a migration that was changed after it was applied is refused with its name', async () => {
  const last = readMigrations().at(-1);
  await pool.query(`update drizzle.__drizzle_migrations set hash = 'other' where created_at = $1`, [last?.createdAt]);
  await expect(migrateDatabase(url)).rejects.toThrow(`the migration ${last?.tag} was changed after it was applied`);
});

test('a database that lacks a column of this build is refused with the column', async () => {
  await pool.query('alter table profile drop column about cascade');
  await expect(migrateDatabase(url)).rejects.toThrow('the database lacks profile.about: a migration was changed');
});

test.each([
  ['changes a table', 'gift', 'alter table gift add column next text'],
  [
    'drops a function',
    'drizzle.__drizzle_migrations',
    'drop function if exists next(); alter table gift add column next text',
  ],
])(
  'a migration that %s while a dump is running names it, lets other statements run, and is then applied',
  async (...about) => {
    const [, table, statement] = about;
    const migrations = [
      ...readMigrations(),
      { tag: 'next', createdAt: Date.now() * 2, hash: 'next', statements: [statement] },
    ];
    const dump = await pool.connect();
    await dump.query(`set application_name = 'pg_dump'`);
    await dump.query('begin');
    await dump.query(`lock table ${table} in access share mode`);
    type Holders = readonly { readonly program: string }[];
    const { promise: waiting, resolve: onWaiting } = Promise.withResolvers<Holders>();
    const migrated = migrateDatabase(url, {
      migrations,
      lockWaitMs: 200,
      lockPauseMs: 1,
      report(fields: { readonly waitsFor?: Holders }) {
        // On a busy machine a try may end before its holder is known.
        if (fields.waitsFor !== undefined && fields.waitsFor.length > 0) onWaiting(fields.waitsFor);
      },
    });
    const holders = await waiting;
    const begun = performance.now();
    await pool.query('select count(*) from gift');
    expect(performance.now() - begun).toBeLessThan(boundHere(1_500));
    await dump.query('commit');
    dump.release();
    await migrated;
    expect(holders[0]?.program).toBe('pg_dump');
    expect((await pool.query('select next from gift limit 1')).rowCount).toBe(1);
  },
);

test('a migration that fails is rolled back and named with its cause', async () => {
  const statements = ['create table half (id int)', 'alter table nothing add column id int'];
  const migrations = [...readMigrations(), { tag: 'bad', createdAt: Date.now() * 2, hash: 'bad', statements }];
  await expect(migrateDatabase(url, { migrations })).rejects.toThrow(
    'the migration bad failed: relation "nothing" does not exist (42P01',
  );
  expect((await pool.query(`select to_regclass('half') as name`)).rows).toEqual([{ name: null }]);
});

describe('a database that cannot be used', () => {
  test('a database with another encoding is refused with the command that creates a right one', async () => {
    const other = new URL(await emptyDatabase(inject('postgresUrl')));
    const name = `${other.pathname.slice(1)}_latin`;
    await pool.query(`create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`);
    other.pathname = `/${name}`;
    await expect(migrateDatabase(other.href)).rejects.toThrow(/encoding LATIN1, but UTF8 is required; create it/);
  });

  test('a read-only database is refused', async () => {
    const name = new URL(url).pathname.slice(1);
    await pool.query(`alter database ${name} set default_transaction_read_only = on`);
    await expect(migrateDatabase(url)).rejects.toThrow('the database is read-only');
  });

  test('a missing database, a wrong password and a closed port are named without the password', async () => {
    const at = (change: (to: URL) => void) => {
      const to = new URL(url);
      change(to);
      return migrateDatabase(to.href);
    };
    await expect(at((to) => Object.assign(to, { pathname: '/none' }))).rejects.toThrow(
      /database none at .*does not exist/,
    );
    await expect(at((to) => Object.assign(to, { password: 'hidden' }))).rejects.toThrow(
      /password authentication failed/,
    );
    await expect(at((to) => Object.assign(to, { port: '1' }))).rejects.toThrow(
      /failed to connect to the database .*:1: .*ECONNREFUSED.*DATABASE_URL/,
    );
  });
});
