import * as fc from 'fast-check';
import { moneyOp, openMoneyHouse, seedMoneyHouse } from '../harness/money/money-load.ts';
import { freshDatabase } from '../harness/postgres/database.ts';
import type { Benches } from './bench.ts';
import { shared } from './support/shared-runs.ts';

/** Set fewer to try it out. */
const OPERATIONS = Number(process.env['MONEY_OPERATIONS'] ?? 20_000);
const AT_ONCE = 2_000;

/** All operations over 8 connections, audited after each two thousand. Returns the number of violated laws and the time. */
const load = shared(async () => {
  const url = await freshDatabase('migrated');
  await seedMoneyHouse(url);
  const house = await openMoneyHouse(url);
  const broken = new Set<string>();
  const began = performance.now();
  let executed = 0;
  for (let done = 0; done < OPERATIONS; done += AT_ONCE) {
    const result = await house.run(fc.sample(moneyOp, Math.min(AT_ONCE, OPERATIONS - done)), `bench${done}`);
    executed += result.executed;
    for (const law of result.broken) broken.add(law);
  }
  const seconds = (performance.now() - began) / 1_000;
  await house.close();
  for (const law of broken) console.log(`  broken: ${law}`);
  return { broken: broken.size, missed: OPERATIONS - executed, seconds };
});

export const benches: Benches = [
  {
    name: 'laws broken by 20,000 purchases, reversals, limits, calls, rewards and gifts',
    unit: 'count',
    aim: 0,
    runs: 1,
    run: load('broken'),
  },
  { name: 'operations of 20,000 that were not executed', unit: 'count', aim: 0, runs: 1, run: load('missed') },
  { name: '20,000 operations of money, audits included', unit: 's', runs: 1, run: load('seconds') },
];
