import pg from 'pg';
import { beforeEach, expect, inject, test } from 'vitest';
import { migrateDatabase } from '../../../server/platform/database/migrate.ts';
import { type Migration, readMigrations } from '../../../server/platform/database/migration-files.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';

let url: string;
let client: pg.Client;
beforeEach(async () => {
  url = await freshDatabase(inject('postgresUrl'), 'migrated');
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table big (id int, name text)');
  await client.query("insert into big values (1, 'a'), (2, 'a')");
  return () => client.end();
});

const later = (...statements: string[]): readonly Migration[] => {
  const all = readMigrations();
  const createdAt = (all.at(-1)?.createdAt ?? 0) + 1;
  return [...all, { tag: '9999_later', createdAt, hash: 'later', statements }];
};
const isValid = async (name: string) => {
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [name]);
  return rows[0]?.indisvalid;
};

test('a table can be written while a migration builds its indexes', async () => {
  const open = new pg.Client({ connectionString: url });
  await open.connect();
  await open.query('begin');
  await open.query("insert into big values (3, 'b')");
  const indexes = [
    'CREATE INDEX CONCURRENTLY "big_by_id" ON "big" USING btree ("id")',
    'create index concurrently big_by_name on big (name)',
  ];
  const migrated = migrateDatabase(url, { migrations: later(...indexes) });
  // The build waits for the open transaction.
  await expect.poll(() => isValid('big_by_id')).toBe(false);
  await client.query("insert into big values (4, 'b')");
  await open.query('commit');
  await open.end();
  await migrated;
  expect([await isValid('big_by_id'), await isValid('big_by_name')]).toEqual([true, true]);
});

test('an index whose build failed is dropped and built again by the next start', async () => {
  const migrations = later('CREATE UNIQUE INDEX CONCURRENTLY "big_name" ON "big" ("name")');
  await expect(migrateDatabase(url, { migrations })).rejects.toThrow(
    'the migration 9999_later failed: could not create unique',
  );
  expect(await isValid('big_name')).toBe(false);
  await client.query('delete from big where id = 2');
  await migrateDatabase(url, { migrations });
  expect(await isValid('big_name')).toBe(true);
  await migrateDatabase(url, { migrations });
});
