import * as fc from 'fast-check';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type MoneyHouse, moneyOp, openMoneyHouse, seedMoneyHouse } from '../../harness/money/money-load.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';

const OPERATIONS = Number(process.env['MONEY_OPERATIONS'] ?? 300);
const SEED = 13;

let seeded: string;
beforeAll(async () => {
  seeded = await freshDatabase(inject('postgresUrl'), 'migrated');
  await seedMoneyHouse(seeded);
});
const openFresh = async (): Promise<MoneyHouse> =>
  openMoneyHouse(await freshDatabase(inject('postgresUrl'), new URL(seeded)));

test(`${OPERATIONS} purchases, reversals, limits, calls, rewards and gifts over 8 connections break no law of the ledger`, {
  timeout: 600_000,
}, async () => {
  const house = await openFresh();
  const load = await house.run(fc.sample(moneyOp, { numRuns: OPERATIONS, seed: SEED }), 'load');
  expect(load).toEqual({ executed: OPERATIONS, broken: [] });
  // All kinds of operations took place.
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
  expect(seen.some((what) => what.startsWith('dispute '))).toBe(true);
  await house.close();
});

type Change = readonly [from: string, to: string];
/** Bugs in handling money, each with the law of the ledger that must detect it. `of`: the function that is changed. */
const BUGS: readonly { name: string; breaks: string; of?: string; change?: Change; sql?: readonly string[] }[] = [
  {
    name: 'the bonus of an order is not credited',
    breaks: 'a paid order has one credit of its gems and bonus, and no other has any',
    of: 'ledger_transfer',
    change: [
      'moment := ledger_now();',
      `moment := ledger_now();
       IF about = 'order' AND total > 1000 THEN total := total - 50; amounts := ARRAY[-total, total]; END IF;`,
    ],
  },
  {
    name: 'a refund that the bank refuses keeps the gems',
    breaks: 'the gems of a reversal are taken or owed, and back where it is void',
    of: 'ledger_transfer',
    change: [
      'moment := ledger_now();',
      `moment := ledger_now(); IF op LIKE 'reversal:%:back' THEN RETURN 'done'; END IF;`,
    ],
  },
  {
    name: 'returned gems go to another user',
    breaks: 'a reversal moves the gems of who paid, and of nobody else',
    of: 'ledger_transfer',
    change: [
      'moment := ledger_now();',
      `moment := ledger_now(); IF op LIKE 'reversal:%:back' THEN
         uids := ARRAY(SELECT CASE WHEN one > 0 THEN 730001 ELSE one END FROM unnest(uids) WITH ORDINALITY AS list (one, n) ORDER BY n);
       END IF;`,
    ],
  },
  {
    name: 'more money is refunded than the gems are worth',
    breaks: 'no more goes back of an order than it was',
    sql: [
      `create function doubled() returns trigger language plpgsql as $$ begin
         if new.kind = 'refund' then new.amount_minor := new.amount_minor * 2; end if; return new; end $$`,
      'create trigger doubled before insert on reversal for each row execute function doubled()',
    ],
  },
  {
    name: 'a second payment of one order is not refunded',
    breaks: 'who paid has got, or gets it back',
    sql: [
      `create function kept() returns trigger language plpgsql as $$ begin
         if new.kind = 'surplus' then return null; end if; return new; end $$`,
      'create trigger kept before insert on reversal for each row execute function kept()',
    ],
  },
  {
    name: 'a spending limit of the user is ignored',
    breaks: 'nobody spends more than they allow themselves',
    of: 'spending_refusal',
    change: [`THEN 'limited'`, 'THEN null'],
  },
  {
    name: 'a lock of gems is ignored',
    breaks: 'who may spend nothing spends nothing',
    of: 'spending_refusal',
    change: [`THEN 'locked'`, 'THEN null'],
  },
  {
    name: 'silver of an unanswered call stays held',
    breaks: 'nothing stays held when all is over',
    of: 'ledger_transfer',
    change: [
      'moment := ledger_now();',
      `moment := ledger_now(); IF what = 'void' AND money = 'silver' THEN RETURN 'done'; END IF;`,
    ],
  },
];

describe('laws of the ledger', () => {
  const ops = fc.sample(moneyOp, { numRuns: 130, seed: SEED });

  test.each(BUGS)('a law is broken when $name', { timeout: 120_000 }, async ({ breaks, of, change, sql = [] }) => {
    const house = await openFresh();
    for (const statement of sql) await house.pool.query(statement);
    if (of && change) {
      const { rows } = await house.pool.query(`select pg_get_functiondef($1::regproc) as text`, [of]);
      expect(rows[0].text).toContain(change[0]);
      await house.pool.query(rows[0].text.replace(change[0], () => change[1]));
    }
    expect((await house.run(ops, 'bug')).broken).toContain(breaks);
    await house.close();
  });
});
