import * as fc from 'fast-check';
import { type OpenDatabase, openDatabase } from '../../server/database/connect.ts';
import { migrateDatabase } from '../../server/database/migrate.ts';
import { freshDatabase } from '../harness/database.ts';
import { ledgerOp, openLedger, runLedger } from '../harness/ledger-load.ts';
import type { Benches } from './bench.ts';
import { shared } from './support/shared-runs.ts';

/** Fewer to try it out. */
const OPERATIONS = Number(process.env['LEDGER_OPERATIONS'] ?? 100_000);
const AT_ONCE = 1_000;
const NAMES = 600;

/** All operations over 8 connections, audited after each thousand: the laws that were broken, and how long it took. */
const load = shared(async () => {
  const url = await freshDatabase();
  await migrateDatabase(url);
  const database: OpenDatabase = openDatabase(url, () => undefined, 60_000);
  await openLedger(database.db);
  const broken = new Set<string>();
  const began = performance.now();
  for (let done = 0; done < OPERATIONS; done += AT_ONCE) {
    const ops = fc.sample(ledgerOp(NAMES), AT_ONCE);
    const result = await runLedger(database.db, ops, { run: `bench${done}` });
    for (const law of result.broken) broken.add(law);
  }
  const seconds = (performance.now() - began) / 1_000;
  await database.close();
  for (const law of broken) console.log(`  broken: ${law}`);
  return { broken: broken.size, seconds };
});

export const benches: Benches = [
  { name: 'laws of the ledger broken by 100,000 operations', unit: 'count', aim: 0, runs: 1, run: load('broken') },
  { name: '100,000 operations of the ledger, audits included', unit: 's', runs: 1, run: load('seconds') },
];
