import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { loadBalances } from '../../../server/domains/wallet/balances.ts';
import { grant } from '../../../server/domains/wallet/ledger.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { migrateDatabase } from '../../../server/platform/database/migrate.ts';
import { type Migration, readMigrations } from '../../../server/platform/database/migration-files.ts';
import { boundHere } from '../../../tools/test/slow-machine.ts';
import { emptyDatabase, freshDatabase } from '../../harness/postgres/postgres.ts';
import { loadDump, readColumns, readRows } from './rows.ts';

/** Whose money `moveMoney` moves. */
export const UID = 100_001;
export const MONEY_STANDS_MAX_MS = 2_000;
/** The tables that `moveMoney` writes. */
export const MONEY = ['posting', 'transfer', 'wallet', 'wallet_day'];

/** An older process that moves money without a pause until `stop`, which returns the number of transfers and the longest in ms. */
export function moveMoney({ db }: OpenDatabase) {
  let isEnding = false;
  let transfers = 0;
  let longestMs = 0;
  const serving = (async () => {
    while (!isEnding) {
      const startedAt = performance.now();
      await grant(db, `old:${transfers}`, UID, 'gems', 1, { type: 'adjust', id: `${transfers}` });
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      transfers += 1;
    }
  })();
  return async () => {
    isEnding = true;
    await serving;
    return { transfers, longestMs };
  };
}

/** Tests the upgrade of a database of an earlier version: idle, while an older process serves, during a dump, and killed. */
export const testUpgrade = (version: string) =>
  describe(`a database of ${version}`, () => {
    const all = readMigrations();
    const then = all.findIndex(({ tag }) => tag === version) + 1;
    const missing = all.slice(then);
    let template: string;
    let url: string;
    let open: OpenDatabase;
    let check: (except?: readonly string[]) => Promise<void>;

    beforeAll(async () => {
      template = await emptyDatabase(inject('postgresUrl'));
      await migrateDatabase(template, { migrations: all.slice(0, then) });
      const { pool, close } = openDatabase(template, () => undefined);
      await loadDump(pool, version);
      await close();
    });
    beforeEach(async () => {
      url = await freshDatabase(inject('postgresUrl'), new URL(template));
      open = openDatabase(url, () => undefined);
      const columns = await readColumns(open.pool);
      const before = await readRows(open.pool, columns);
      expect(before.get('archive')).toHaveLength(24);
      check = async (except = []) => {
        const after = await readRows(open.pool, columns);
        for (const table of columns.keys()) {
          if (!except.includes(table)) expect(after.get(table), table).toEqual(before.get(table));
        }
      };
      return () => open.close();
    });

    async function expectServed(stop: ReturnType<typeof moveMoney>, gems: number): Promise<void> {
      const { transfers, longestMs } = await stop();
      expect(longestMs).toBeLessThan(boundHere(MONEY_STANDS_MAX_MS));
      expect((await loadBalances(open.db, UID)).gems).toBe(gems + transfers);
      await check(MONEY);
      expect(await auditLedger(open.db)).toEqual([]);
    }

    test('has the same rows after the upgrade of an idle product, and money moves', async () => {
      await migrateDatabase(url);
      await check();
      expect(await grant(open.db, 'after', UID, 'gems', 1, { type: 'adjust', id: 'after' })).toBe('done');
      expect(await auditLedger(open.db)).toEqual([]);
    });

    test('is upgraded while an older process moves money', async () => {
      const { gems } = await loadBalances(open.db, UID);
      const stop = moveMoney(open);
      await migrateDatabase(url);
      await expectServed(stop, gems);
    });

    test('is upgraded while a dump holds its locks and an older process moves money', async () => {
      const { gems } = await loadBalances(open.db, UID);
      const dump = new pg.Client({ connectionString: url, application_name: 'pg_dump' });
      await dump.connect();
      await dump.query('begin');
      const tables = [...(await readColumns(open.pool)).keys()].map((table) => `"${table}"`);
      await dump.query(`lock table ${tables.join(', ')} in access share mode`);
      const { promise: waiting, resolve: onWaiting } = Promise.withResolvers<void>();
      const stop = moveMoney(open);
      const migrated = migrateDatabase(url, {
        lockPauseMs: 50,
        report: (fields) => 'waitsFor' in fields && onWaiting(),
      });
      // A migration that needs no lock of the dump does not wait.
      await Promise.race([waiting, migrated]);
      await dump.query('commit');
      await migrated;
      await dump.end();
      await expectServed(stop, gems);
    });

    test('is unchanged when a process is killed at the end of a migration, and the next start finishes it', async () => {
      const dying = (migration: Migration): Migration => ({
        ...migration,
        statements: [...migration.statements, 'select pg_terminate_backend(pg_backend_pid())'],
      });
      for (const [at, migration] of missing.entries()) {
        const migrations = [...all.slice(0, then + at), dying(migration)];
        await expect(migrateDatabase(url, { migrations })).rejects.toThrow(`the migration ${migration.tag} failed`);
        await check();
        await migrateDatabase(url, { migrations: all.slice(0, then + at + 1) });
      }
      await migrateDatabase(url);
      await check();
      expect(await auditLedger(open.db)).toEqual([]);
    });
  });
