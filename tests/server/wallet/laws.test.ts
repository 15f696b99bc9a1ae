import * as fc from 'fast-check';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../server/database/connect.ts';
import { migrateDatabase } from '../../../server/database/migrate.ts';
import { ledgerOp, openLedger, runLedger } from '../../harness/ledger-load.ts';
import { freshDatabase } from '../../harness/postgres.ts';

const OPERATIONS = Number(process.env['LEDGER_OPERATIONS'] ?? 3_000);
const AT_ONCE = 1_000;

let migrated: string;
beforeAll(async () => {
  migrated = await freshDatabase(inject('postgresUrl'));
  await migrateDatabase(migrated);
});

async function openFresh(): Promise<OpenDatabase> {
  const database = openDatabase(await freshDatabase(inject('postgresUrl'), migrated), () => undefined, 60_000);
  await openLedger(database.db);
  return database;
}

test(`${OPERATIONS} operations over 8 connections break no law`, { timeout: 600_000 }, async () => {
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
    // A smaller example would take as long again, and says no more.
    { numRuns: Math.ceil(OPERATIONS / AT_ONCE), endOnFailure: true },
  );
  expect(executed).toBeGreaterThanOrEqual(OPERATIONS);
  const { rows } = await database.pool.query('select kind, count(*)::int as n from transfer group by kind');
  // Every kind of operation really took place.
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['hold', 'move', 'post', 'void']);
  await database.close();
});

type Change = readonly [from: string, to: string];
/** Each a mistake that somebody could make, and the law that must notice. */
const BUGS: readonly {
  name: string;
  breaks: string;
  sql?: readonly string[];
  function?: Change;
  alsoFunction?: Change;
}[] = [
  {
    name: 'spending is not checked',
    breaks: 'nobody has less than nothing',
    sql: ['alter table wallet drop constraint wallet_never_negative'],
    function: ['wallet.amount + leg.amount < 0', 'false'],
  },
  {
    name: 'an operation is not remembered',
    breaks: 'an operation has one effect',
    sql: ['drop index transfer_once'],
    function: ['WHERE operation = op;', 'WHERE false;'],
  },
  {
    name: 'a balance forgets what it lost',
    breaks: 'a balance is the sum of its postings',
    sql: [
      'alter table posting drop constraint posting_after',
      'drop trigger posting_added on posting',
      'create trigger posting_added before insert on posting for each row when (new.amount > 0) execute function add_posting_to_wallet()',
    ],
  },
  {
    name: 'the house rounds its share down too',
    breaks: 'the shares of what is posted are its gross',
    sql: [
      'drop trigger posting_sums_to_zero on posting',
      `create function round_down() returns trigger language plpgsql as $$
        begin new.amount := greatest(1, new.amount - 1); return new; end $$`,
      'create trigger rounded before insert on posting for each row when (new.uid = 0) execute function round_down()',
    ],
  },
  {
    name: 'what is held may be settled twice',
    breaks: 'what is held is settled once',
    sql: ['drop index transfer_settled_once'],
  },
  {
    name: 'silver is paid out in gems',
    breaks: 'gems and silver stay apart',
    sql: ['alter table posting drop constraint posting_of_transfer'],
    function: [
      'SELECT made, leg.uid, money, leg.amount',
      `SELECT made, leg.uid, CASE WHEN leg.amount > 0 AND leg.uid > 0 THEN 'gems' ELSE money END, leg.amount`,
    ],
  },
  {
    name: 'the balance after it is not read from the locked wallet',
    breaks: 'what a wallet is after a posting is the sum of all up to it',
    sql: [
      'alter table wallet drop constraint wallet_never_negative',
      `create or replace function add_posting_to_wallet() returns trigger language plpgsql as $$ begin
          select amount + new.amount into new.after from wallet where uid = new.uid and currency = new.currency and uid > 0;
          perform pg_sleep(0.002);
          update wallet set amount = amount + new.amount where uid = new.uid and currency = new.currency and uid > 0;
          return new; end $$`,
    ],
    function: ['ORDER BY uid FOR NO KEY UPDATE', 'ORDER BY uid'],
  },
  {
    name: 'a limit is checked before the wallet is locked',
    breaks: 'nobody spends more than they allow themselves',
    sql: ['alter table wallet drop constraint wallet_never_negative'],
    function: ['ORDER BY uid FOR NO KEY UPDATE', 'ORDER BY uid'],
    alsoFunction: ['INSERT INTO transfer', 'PERFORM pg_sleep(0.02); INSERT INTO transfer'],
  },
  {
    name: 'what is voided stays spent on its day',
    breaks: 'a day of a wallet is the sum of its postings',
    function: ['went = went - CASE WHEN spends THEN leg.amount', 'went = went - CASE WHEN spends THEN 0'],
  },
  {
    name: 'money that goes back counts as spent',
    breaks: 'a day of a wallet is the sum of its postings',
    function: [`spends := about IN (`, `spends := about IN ('reversal', `],
  },
  {
    name: 'the subject is lost when a hold is settled',
    breaks: 'every transfer has a subject, and whatever settles has that of its hold',
    function: ['about_id := taken.subject_id', 'about_id := op'],
  },
  {
    name: 'who is locked can spend',
    breaks: 'who may spend nothing spends nothing',
    function: ['IF refusal IS NOT NULL THEN', `IF refusal IS NOT NULL AND refusal <> 'locked' THEN`],
  },
  {
    name: 'what goes back of an order is not written down',
    breaks: 'what people have was credited to them, less what went back',
    sql: [
      'create function forget() returns trigger language plpgsql as $$ begin return null; end $$',
      'create trigger forgotten before insert on reversal for each row execute function forget()',
    ],
  },
  {
    name: 'history can be rewritten',
    breaks: 'history is append-only',
    sql: ['drop trigger posting_append_only on posting'],
  },
  {
    name: 'balances can be set',
    breaks: 'history is append-only',
    sql: ['drop trigger wallet_guarded on wallet'],
  },
];

describe('a seeded bug is caught:', () => {
  const ops = fc.sample(ledgerOp(60), { numRuns: 400, seed: 4 });
  let database: OpenDatabase;

  test.each(BUGS)('$name', { timeout: 120_000 }, async ({ breaks, sql = [], function: change, alsoFunction }) => {
    database = await openFresh();
    for (const statement of sql) await database.pool.query(statement);
    for (const [from, to] of [change, alsoFunction].flatMap((one) => (one ? [one] : []))) {
      const { rows } = await database.pool.query(`select pg_get_functiondef('ledger_transfer'::regproc) as text`);
      expect(rows[0].text).toContain(from);
      await database.pool.query(rows[0].text.replace(from, () => to));
    }
    expect((await runLedger(database.db, ops, { run: 'bug' })).broken).toContain(breaks);
    await database.close();
  });

  test('a minute too many is charged', async () => {
    database = await openFresh();
    const load = await runLedger(database.db, ops, {
      run: 'bug',
      minutes: (metered, free) => (metered < free ? 0 : Math.ceil((metered - free) / 60_000) + 1),
    });
    expect(load.broken).toContain('a call costs what its time says');
    await database.close();
  });

  test('without a seeded bug none is reported', async () => {
    database = await openFresh();
    expect((await runLedger(database.db, ops, { run: 'whole' })).broken).toEqual([]);
    await database.close();
  });
});
