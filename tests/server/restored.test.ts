import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { beforeEach, expect, inject, test } from 'vitest';
import { findMissingFiles } from '../../server/domains/media/missing-files.ts';
import { openMediaStore } from '../../server/domains/media/store.ts';
import { openDatabase } from '../../server/platform/database/connect.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { picture } from './media/media-files.ts';

const SCRIPT = fileURLToPath(new URL('../../deploy/restored.sql', import.meta.url));
let url: string;
let pool: pg.Pool;

beforeEach(async () => {
  url = await freshDatabase(inject('postgresUrl'), 'accounts');
  pool = new pg.Pool({ connectionString: url });
  return () => pool.end();
});

const restored = () =>
  promisify(execFile)('psql', [url, '--quiet', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-f', SCRIPT]);

async function nextValues(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    `select sequencename as name, nextval(format('%I.%I', schemaname, sequencename)::regclass) as value
     from pg_sequences where schemaname = 'public'`,
  );
  return new Map(rows.map(({ name, value }) => [name, Number(value)]));
}

test('every id of the schema is taken from a sequence that a restore moves', async () => {
  const { rows } = await pool.query(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval(%')
       and pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) is null
       and column_default not like 'nextval(''%_id_seq''%'`,
  );
  expect(rows).toEqual([]);
  expect((await nextValues()).size).toBeGreaterThan(15);
});

test('no id or uid is given out twice when one backup is restored again and again', async () => {
  const given = [await nextValues()];
  for (let restores = 0; restores < 3; restores++) {
    // The counters are again where they were in the backup.
    for (const [name, value] of given[0] ?? []) await pool.query(`select setval('public.${name}', ${value})`);
    await restored();
    given.push(await nextValues());
  }
  for (const [name, first] of given[0] ?? []) {
    const values = given.map((values) => values.get(name) ?? 0);
    expect(
      values.toSorted((a, b) => a - b),
      name,
    ).toEqual(values);
    expect(new Set(values).size, name).toBe(given.length);
    expect(values.at(-1)).toBeGreaterThan(first + 1_000_000);
    expect(values.every(Number.isSafeInteger), name).toBe(true);
  }
});

test('a restore moves a counter that is already ahead of the time by one', async () => {
  await pool.query(`select setval('guest_uid', 900000000000000)`);
  await restored();
  expect((await nextValues()).get('guest_uid')).toBe(900_000_000_000_002);
});

test('a restore changes the version of the gift catalogue and makes the comparison of payments due', async () => {
  await pool.query(`insert into payment_comparison values ('demo', now() + interval '1 day')`);
  const version = async () => (await pool.query('select version from gift_version')).rows[0].version;
  const before = await version();
  await restored();
  expect(await version()).toBeGreaterThan(before + 1_000);
  expect((await pool.query('select from payment_comparison where due_at <= now()')).rowCount).toBe(1);
});

test('the comparison of media finds the rows whose file is missing, with their owners', async () => {
  const { db, close } = openDatabase(url, () => undefined);
  const store = openMediaStore({ db, dataDir: temporaryFolder('missing') });
  const [kept, lost] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string];
  const file = join(temporaryFolder('picture'), 'picture.webp');
  await picture().webp().toFile(file);
  await store.importFile(file, { ownerUid: 9001, id: kept });
  await store.importFile(file, { ownerUid: 9002, id: lost });
  const path = store.folder.original(lost, 'picture');
  rmSync(path);
  expect(await Array.fromAsync(findMissingFiles(db, store))).toEqual([{ id: lost, ownerUid: 9002, path }]);
  expect(await store.folder.has(store.folder.original(kept, 'picture'))).toBe(true);
  await close();
});
