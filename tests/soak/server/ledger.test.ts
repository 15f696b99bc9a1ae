import { beforeAll, describe, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { playInTwo } from '../../harness/load/load-processes.ts';
import { LEDGER_BUGS, seedBug } from '../../harness/money/ledger-bugs.ts';
import { judgeLedger, type LedgerShare, openLedger } from '../../harness/money/ledger-load.ts';
import { openMoneyBank, openMoneyHouse, seedMoneyHouse } from '../../harness/money/money-load.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { report, sized } from './size.ts';

const LEDGER_OPERATIONS = sized(4_000, 60_000);
const MONEY_OPERATIONS = sized(600, 40_000);
const BUG_OPERATIONS = 400;
const SEED = 13;
const HOURS_MS = 3 * HOUR_MS;

let [plain, sold] = ['', ''];
beforeAll(async () => {
  [plain, sold] = await Promise.all([migrated(), migrated()]);
  const { db, close } = openDatabase(plain, () => undefined, 60_000);
  await openLedger(db);
  await close();
  await seedMoneyHouse(sold);
});
const migrated = () => freshDatabase(inject('postgresUrl'), 'migrated');
const copyOf = (url: string) => freshDatabase(inject('postgresUrl'), new URL(url));
const rate = (operations: number, ms: number) => ({
  operations,
  minutes: (ms / 60_000).toFixed(1),
  'a second': Math.round(operations / (ms / 1_000)),
});
const add = (shares: readonly { executed: number }[]) => shares.reduce((sum, { executed }) => sum + executed, 0);

test(`${LEDGER_OPERATIONS} operations of the ledger from two processes break no law`, {
  timeout: HOURS_MS,
}, async () => {
  const url = await copyOf(plain);
  const { db, pool, close } = openDatabase(url, () => undefined, 60_000);
  const began = performance.now();
  const order = { what: 'ledger', url, run: 'soak', operations: LEDGER_OPERATIONS, seed: SEED } as const;
  // Few names, so that one process repeats operations of the other.
  const shares = await playInTwo<LedgerShare>({ ...order, names: LEDGER_OPERATIONS / 5 });
  report('the ledger from two processes', rate(LEDGER_OPERATIONS, performance.now() - began));
  expect(add(shares)).toBe(LEDGER_OPERATIONS);
  expect(await judgeLedger(db, 'soak', shares)).toEqual([]);
  const { rows } = await pool.query(`select distinct kind || ' ' || currency as what from transfer order by 1`);
  const kinds = ['hold', 'move', 'post', 'void'].flatMap((kind) => [`${kind} gems`, `${kind} silver`]);
  expect(rows.map(({ what }) => what)).toEqual(kinds);
  await close();
});

test(`${MONEY_OPERATIONS} purchases, reversals, calls, rewards and gifts from two processes break no law`, {
  timeout: HOURS_MS,
}, async () => {
  const bank = openMoneyBank();
  const house = await openMoneyHouse(await copyOf(sold), bank);
  const url = String(house.pool.options.connectionString);
  const began = performance.now();
  const order = { what: 'money', url, run: 'soak', operations: MONEY_OPERATIONS, seed: SEED, names: 0 } as const;
  const shares = await playInTwo<{ executed: number }>(order, bank);
  report('money from two processes', rate(MONEY_OPERATIONS, performance.now() - began));
  expect(add(shares)).toBe(MONEY_OPERATIONS);
  expect(await house.judge()).toEqual([]);
  const { rows } = await house.pool.query<{ what: string }>(
    `select distinct subject_type || ' ' || kind as what from transfer
     union select 'order ' || state from payment_order union select kind || ' ' || state from reversal`,
  );
  const seen = rows.map(({ what }) => what);
  for (const what of [
    'order move',
    'reversal move',
    'call hold',
    'call post',
    'call void',
    'task move',
    'lucky move',
    'gift move',
    'adjust move',
    'order paid',
    'order review',
    'order failed',
    'refund done',
    'refund refused',
    'surplus done',
  ])
    expect(seen).toContain(what);
  await house.close();
});

describe('a seeded bug is found with two processes:', () => {
  test('there are at least twelve bugs', () => expect(LEDGER_BUGS.length).toBeGreaterThanOrEqual(12));

  test.each(LEDGER_BUGS)('$name', { timeout: 300_000 }, async (bug) => {
    const url = await copyOf(plain);
    const { db, pool, close } = openDatabase(url, () => undefined, 60_000);
    await seedBug(pool, bug);
    const order = { what: 'ledger', url, run: 'bug', operations: BUG_OPERATIONS, seed: 4, names: 60 } as const;
    const shares = await playInTwo<LedgerShare>(order);
    expect(await judgeLedger(db, 'bug', shares)).toContain(bug.breaks);
    await close();
  });
});
