import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../server/platform/database/connect.ts';
import { diskSpace } from '../../server/platform/database/disk-space.ts';
import { needDatabase } from '../../server/platform/database/migrate.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { startProxy, type TcpProxy } from '../harness/servers/proxy.ts';

let proxy: TcpProxy;
let database: OpenDatabase;
beforeAll(async () => {
  const url = new URL(inject('postgresUrl'));
  proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  database = openDatabase(url.href, () => undefined, 5_000, 500);
});
afterAll(async () => {
  proxy.blackhole(false);
  await database.close();
  await proxy.close();
});

test('a connection that does not answer fails its transaction in time and is never reused', async () => {
  const { db, pool } = database;
  await db.execute(sql`select 1`);
  const working = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    proxy.blackhole(true);
    await tx.execute(sql`select 2`);
  });
  await expect(working).rejects.toThrow();
  await expect.poll(() => pool.totalCount, { timeout: 10_000 }).toBe(0);
  proxy.blackhole(false);
  await expect
    .poll(
      () =>
        db.execute(sql`select 3 as three`).then(
          ({ rows }) => rows,
          () => [],
        ),
      { timeout: 10_000 },
    )
    .toEqual([{ three: 3 }]);
});

test('a broken connection fails its own transaction and no other one', async () => {
  const { db } = database;
  const broken = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    proxy.reset();
    // No query runs at this moment, so only the connection itself gets the error.
    await expect.poll(() => proxy.connections, { timeout: 10_000 }).toBe(0);
    await new Promise(setImmediate);
    await tx.execute(sql`select 2`);
  });
  await expect(broken).rejects.toThrow();
  expect((await db.execute(sql`select 4 as four`)).rows).toEqual([{ four: 4 }]);
});

test('the locks of a transaction are released when its process stops responding', async () => {
  const url = inject('postgresUrl');
  const other = openDatabase(url, () => undefined);
  await other.db.execute(sql`create table held (id int primary key)`);
  await other.db.execute(sql`insert into held values (1)`);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>();
  const silent = database.db.transaction(async (tx) => {
    await tx.execute(sql`select * from held for update`);
    proxy.blackhole(true);
    haveLocked();
    await over;
    await tx.execute(sql`select 5`);
  });
  silent.catch(() => undefined);
  await locked;
  expect((await other.db.execute(sql`update held set id = 2`)).rowCount).toBe(1);
  end();
  await expect(silent).rejects.toThrow();
  proxy.blackhole(false);
  await other.db.execute(sql`drop table held`);
  await other.close();
});

test('a process is not ready while its database is read-only', async () => {
  const url = new URL(await freshDatabase(inject('postgresUrl'), 'migrated'));
  const writable = openDatabase(url.href, () => undefined);
  expect(await needDatabase(writable.pool).lacks()).toBeUndefined();
  await writable.close();
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const readOnly = openDatabase(url.href, () => undefined);
  expect(await needDatabase(readOnly.pool).lacks()).toBe('the database is read-only');
  await readOnly.close();
});

test('a connection whose server has become read-only fails its transaction and is never reused', async () => {
  const url = await freshDatabase(inject('postgresUrl'), 'migrated');
  const { db, pool, close } = openDatabase(url, () => undefined);
  const refused = db.transaction(async (tx) => {
    await tx.execute(sql`set session characteristics as transaction read only`);
    await tx.execute(sql`set transaction read only`);
    await tx.execute(sql`delete from leader`);
  });
  await expect(refused).rejects.toThrow();
  await expect.poll(() => pool.totalCount, { timeout: 10_000 }).toBe(0);
  await db.execute(sql`delete from leader`);
  await close();
});

test('a process is not ready while the disk of its database is full, and ready again when it has space', async () => {
  const { db, pool, close } = openDatabase(await freshDatabase(inject('postgresUrl'), 'migrated'), () => undefined);
  const refusal = `raise exception 'could not extend file' using errcode = 'disk_full'`;
  await pool.query(`create function refuse_row() returns trigger language plpgsql as $$ begin ${refusal}; end $$`);
  await pool.query('create trigger refuse before insert on market for each row execute function refuse_row()');
  await pool.query(
    `create function refuse_table() returns event_trigger language plpgsql as $$ begin ${refusal}; end $$`,
  );
  await pool.query('create event trigger refuse on ddl_command_start execute function refuse_table()');
  const write = sql`insert into market (country, currency) values ('XX', 'EUR')`;
  const need = diskSpace.need(pool);
  expect(await need.lacks()).toBeUndefined();
  await expect(db.execute(write)).rejects.toThrow();
  expect(await need.lacks()).toBe('the disk of the database is full');
  await pool.query('set session_replication_role = replica; drop event trigger refuse; reset session_replication_role');
  expect(await need.lacks()).toBeUndefined();
  await expect(db.transaction((tx) => tx.execute(write))).rejects.toThrow();
  expect(await need.lacks()).toBeUndefined();
  await close();
});
