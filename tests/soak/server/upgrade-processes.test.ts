import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { loadBalances } from '../../../server/domains/wallet/balances.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { migrateDatabase } from '../../../server/platform/database/migrate.ts';
import { readMigrations } from '../../../server/platform/database/migration-files.ts';
import { boundHere } from '../../../tools/test/slow-machine.ts';
import { type OwnPostgres, startOwnPostgres } from '../../harness/postgres/own-postgres.ts';
import { emptyDatabase } from '../../harness/postgres/postgres.ts';
import { until } from '../../harness/servers/kept-server.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { MONEY, MONEY_STANDS_MAX_MS, moveMoney, UID } from '../../server/upgrade/matrix.ts';
import { EARLIER, loadDump, readColumns, readRows } from '../../server/upgrade/rows.ts';

/** The upgrade beside a real `pg_dump`, and killed by a real SIGKILL, on a PostgreSQL that Debian's pg_dump can read. */
const run = promisify(execFile);
const INTERRUPTED = join(import.meta.dirname, '../../server/upgrade/interrupted-migration.ts');
const all = readMigrations();
let postgres: OwnPostgres;

beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres?.stop());

describe.each(EARLIER)('a database of %s', { timeout: 20 * MINUTE_MS }, (version) => {
  const then = all.findIndex(({ tag }) => tag === version) + 1;
  let url: string;
  let open: OpenDatabase;
  let columns: Awaited<ReturnType<typeof readColumns>>;
  let before: Awaited<ReturnType<typeof readRows>>;

  beforeEach(async () => {
    url = await emptyDatabase(postgres.url);
    await migrateDatabase(url, { migrations: all.slice(0, then) });
    open = openDatabase(url, () => undefined);
    await loadDump(open.pool, version);
    columns = await readColumns(open.pool);
    before = await readRows(open.pool, columns);
    expect(before.get('archive')).toHaveLength(24);
    return () => open.close();
  });

  const check = async ({ pool }: OpenDatabase, except: readonly string[] = []) => {
    const after = await readRows(pool, columns);
    for (const table of columns.keys()) {
      if (!except.includes(table)) expect(after.get(table), table).toEqual(before.get(table));
    }
  };

  test('is upgraded while pg_dump reads it and an older process moves money, and the dump can be restored', async () => {
    const { gems } = await loadBalances(open.db, UID);
    // pg_dump locks tables by their age: it holds all others while it waits for this one.
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('create table read_last ()');
    await holder.query('begin; lock table read_last in access exclusive mode');
    const file = join(temporaryFolder('dump'), 'dump.sql');
    const dumped = run('pg_dump', ['--no-owner', `--file=${file}`, url]);
    await until('pg_dump to hold its locks', async () => {
      const { rows } = await open.pool.query(
        `select from pg_locks join pg_stat_activity using (pid)
         where application_name = 'pg_dump' and relation = 'posting'::regclass and granted`,
      );
      return rows.length > 0;
    });
    const { promise: waiting, resolve: onWaiting } = Promise.withResolvers<object>();
    const migrated = migrateDatabase(url, {
      lockPauseMs: 50,
      report: (fields) => 'waitsFor' in fields && onWaiting(fields),
    });
    const stop = moveMoney(open);
    const first = await Promise.race([waiting, migrated.then(() => 'no wait')]);
    expect(first).toMatchObject({ waitsFor: [{ program: 'pg_dump' }] });
    await holder.query('commit');
    await dumped;
    await migrated;
    await holder.query('drop table read_last');
    await holder.end();
    const { transfers, longestMs } = await stop();
    expect(transfers).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(boundHere(MONEY_STANDS_MAX_MS));
    expect((await loadBalances(open.db, UID)).gems).toBe(gems + transfers);
    await check(open, MONEY);
    expect(await auditLedger(open.db)).toEqual([]);

    const copy = await emptyDatabase(postgres.url);
    await run('psql', [copy, '--quiet', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-f', file]);
    const restored = openDatabase(copy, () => undefined);
    await check(restored);
    await restored.close();
  });

  test('is unchanged when a process is killed in each migration, and the next start finishes it', async () => {
    for (const [at, { tag }] of all.entries()) {
      if (at < then) continue;
      const child = spawn(process.execPath, [INTERRUPTED, url, tag], { stdio: 'inherit' });
      await until('the end of the migration', async () => {
        const { rows } = await open.pool.query(
          `select from pg_stat_activity where query = 'select pg_sleep(3)' and datname = current_database()`,
        );
        return rows.length > 0;
      });
      child.kill('SIGKILL');
      expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
      // Waits until the session of the killed process has ended.
      await migrateDatabase(url, { migrations: all.slice(0, at) });
      await check(open);
      await migrateDatabase(url, { migrations: all.slice(0, at + 1) });
      await check(open);
    }
    await migrateDatabase(url);
    expect(await auditLedger(open.db)).toEqual([]);
  });
});

test('the dumps of earlier versions are small', () => {
  expect(EARLIER).toHaveLength(4);
  const folder = join(import.meta.dirname, '../../server/upgrade/dumps');
  for (const name of EARLIER) expect(readFileSync(join(folder, `${name}.sql`)).byteLength).toBeLessThan(200_000);
});
