import * as fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { LEDGER_BUGS, seedBug } from '../../harness/money/ledger-bugs.ts';
import { ledgerOp, openLedger, runLedger } from '../../harness/money/ledger-load.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';

const OPERATIONS = Number(process.env['LEDGER_OPERATIONS'] ?? 1_000);
const AT_ONCE = 1_000;

async function openFresh(): Promise<OpenDatabase> {
  const database = openDatabase(await freshDatabase(inject('postgresUrl'), 'migrated'), () => undefined, 60_000);
  await openLedger(database.db);
  return database;
}

test(`${OPERATIONS} operations over 8 connections break no law of the ledger`, { timeout: 600_000 }, async () => {
  const database = await openFresh();
  let executed = 0;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(ledgerOp(600), { minLength: AT_ONCE, maxLength: AT_ONCE }), async (ops) => {
      run += 1;
      const load = await runLedger(database.db, ops, { run: `run${run}` });
      executed += load.executed;
      expect(load.broken).toEqual([]);
    }),
    // Shrinking would take as long again without telling more.
    { numRuns: Math.ceil(OPERATIONS / AT_ONCE), endOnFailure: true },
  );
  expect(executed).toBeGreaterThanOrEqual(OPERATIONS);
  const { rows } = await database.pool.query('select kind, count(*)::int as n from transfer group by kind');
  // Every kind of operation took place.
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['hold', 'move', 'post', 'void']);
  await database.close();
});

describe('detection of seeded bugs', () => {
  const NAMES = 40;
  const ops = [
    ...fc.sample(ledgerOp(NAMES), { numRuns: 250, seed: 4 }),
    // Which holds succeed depends on timing, so every name is captured and released before the end.
    ...Array.from({ length: NAMES }, (_, name) => [
      { do: 'post' as const, name, to: 700_001 },
      { do: 'void' as const, name, to: 700_001 },
    ]).flat(),
  ];
  let database: OpenDatabase;

  test.each(LEDGER_BUGS)('a law of the ledger is broken by the bug: $name', { timeout: 120_000 }, async (bug) => {
    database = await openFresh();
    await seedBug(database.pool, bug);
    expect((await runLedger(database.db, ops, { run: 'bug' })).broken).toContain(bug.breaks);
    await database.close();
  });

  test('a law of the ledger is broken when a minute too many is charged', async () => {
    database = await openFresh();
    const load = await runLedger(database.db, ops, {
      run: 'bug',
      minutes: (metered, free) => (metered < free ? 0 : Math.ceil((metered - free) / 60_000) + 1),
    });
    expect(load.broken).toContain('a call costs what its time says');
    await database.close();
  });

  test('no law of the ledger is broken without a seeded bug', async () => {
    database = await openFresh();
    expect((await runLedger(database.db, ops, { run: 'whole' })).broken).toEqual([]);
    await database.close();
  });
});
