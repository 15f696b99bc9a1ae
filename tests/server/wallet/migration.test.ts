import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../server/database/connect.ts';
import { migrateDatabase } from '../../../server/database/migrate.ts';
import { auditLedger } from '../../../server/wallet/audit.ts';
import { freshDatabase } from '../../harness/postgres.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../server/database/migrations');

/** The migrations before this one. */
function migrationsBefore(tag: string): string {
  const folder = temporaryFolder('migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  const entries = journal.entries.filter((entry: { tag: string }) => entry.tag < tag);
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries }));
  return folder;
}

test('balances from before the ledger are kept, each with an opening posting', async () => {
  const url = await freshDatabase(inject('postgresUrl'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: migrationsBefore('0007') });
  await client.query(`insert into account (uid, role, nick_name) select uid, 2, 'X' from generate_series(1, 3) uid`);
  await client.query(
    `insert into balance values (1, 'gems', 1000, 0), (1, 'silver', 7, 5), (2, 'gems', 0, 90), (3, 'gems', 4294967296, 0)`,
  );
  await migrateDatabase(url);
  const { rows } = await client.query(
    'select uid::int, currency, amount::text, spent::int from wallet where uid > 0 order by uid, currency',
  );
  expect(rows).toEqual([
    { uid: 1, currency: 'gems', amount: '1000', spent: 0 },
    { uid: 1, currency: 'silver', amount: '7', spent: 5 },
    { uid: 2, currency: 'gems', amount: '0', spent: 90 },
    { uid: 3, currency: 'gems', amount: '4294967296', spent: 0 },
  ]);
  await client.end();
  const { db, close } = openDatabase(url, () => undefined);
  expect(await auditLedger(db)).toEqual([]);
  await close();
});

test('transfers from before subjects get theirs, each posting its balance, each day its sums', async () => {
  const url = await freshDatabase(inject('postgresUrl'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: migrationsBefore('0026') });
  await client.query('insert into wallet (uid, currency) select uid, $1 from generate_series(1, 2) uid', ['gems']);
  await client.query(`insert into gift_sent (from_uid, to_uid, op, gift_id, count, price, total, combo, area, sid, ask, lock_id, stanza_id, order_hash)
    select 1, 2, 'op:1', id, 1, 10, 1, 'op:1', 'chat', '', '', '', 'stanza', '' from gift limit 1`);
  const transfer = (
    operation: string,
    kind: string,
    gross: number,
    legs: readonly (readonly [number, number])[],
    settles?: string,
  ) =>
    client.query('select ledger_transfer($1, $2, $3, $4, (select id from transfer where operation = $5), $6, $7)', [
      operation,
      kind,
      'gems',
      gross,
      settles ?? null,
      legs.map(([uid]) => uid),
      legs.map(([, amount]) => amount),
    ]);
  const moves = (operation: string, from: number, to: number) =>
    transfer(operation, 'move', 10, [
      [from, -10],
      [to, 10],
    ]);
  await transfer('welcome:1', 'move', 1_000, [
    [-2, -1_000],
    [1, 1_000],
  ]);
  await moves('demo:2', -2, 2);
  await moves('gift:1:op:1', 1, 2);
  await moves('gift:1:lost', 1, 2);
  await transfer('call:a:b:1', 'hold', 30, [
    [1, -30],
    [-1, 30],
  ]);
  await transfer(
    'call:a:b:1:post',
    'post',
    30,
    [
      [-1, -30],
      [2, 18],
      [0, 12],
    ],
    'call:a:b:1',
  );
  await transfer('call:a:b:2', 'hold', 30, [
    [1, -30],
    [-1, 30],
  ]);
  await transfer(
    'call:a:b:2:void',
    'void',
    30,
    [
      [-1, -30],
      [1, 30],
    ],
    'call:a:b:2',
  );
  await transfer('unlock:lock', 'hold', 20, [
    [1, -20],
    [-1, 20],
  ]);
  await transfer(
    'unlock:lock:post',
    'post',
    20,
    [
      [-1, -20],
      [2, 12],
      [0, 8],
    ],
    'unlock:lock',
  );
  await moves('unlock:lock:refund', 0, 1);
  await moves('by hand', 1, 2);
  await migrateDatabase(url);
  const { rows } = await client.query(
    `select operation || ' is ' || subject_type || ' ' || subject_id as one from transfer where settles is null order by id`,
  );
  expect(rows.map(({ one }) => one)).toEqual([
    'welcome:1 is welcome 1',
    'demo:2 is welcome 2',
    'gift:1:op:1 is gift stanza',
    'gift:1:lost is gift 1:lost',
    'call:a:b:1 is call a:b',
    'call:a:b:2 is call a:b',
    'unlock:lock is media lock',
    'unlock:lock:refund is media lock',
    'by hand is adjust by hand',
  ]);
  const after = await client.query('select "after"::int from posting where uid = 1 order by id');
  expect(after.rows.map((row) => row.after)).toEqual([1_000, 990, 980, 950, 920, 950, 930, 940, 930]);
  const days = await client.query('select uid::int, came::int, went::int from wallet_day order by uid');
  expect(days.rows).toEqual([
    { uid: 1, came: 1_000, went: 70 },
    { uid: 2, came: 70, went: 0 },
  ]);
  await expect(client.query('delete from posting')).rejects.toThrow('append-only');
  await expect(client.query(`update transfer set subject_id = 'x'`)).rejects.toThrow('append-only');
  await client.end();
  const { db, close } = openDatabase(url, () => undefined);
  // What was taken by hand had counted as spent.
  expect(await auditLedger(db)).toEqual([]);
  await close();
});
