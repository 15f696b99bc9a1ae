import * as fc from 'fast-check';
import { openWallets } from '../../server/domains/wallet/ledger.ts';
import { readLines } from '../../server/domains/wallet/lines.ts';
import { type OpenDatabase, openDatabase } from '../../server/platform/database/connect.ts';
import { ledgerOp, openLedger, runLedger } from '../harness/money/ledger-load.ts';
import { freshDatabase } from '../harness/postgres/database.ts';
import type { Benches } from './bench.ts';
import { shared } from './support/shared-runs.ts';

/** Set fewer to try it out. */
const OPERATIONS = Number(process.env['LEDGER_OPERATIONS'] ?? 100_000);
const AT_ONCE = 1_000;
const NAMES = 600;

/** All operations over 8 connections, audited after each thousand. Returns the number of violated laws and the time. */
const load = shared(async () => {
  const url = await freshDatabase('migrated');
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

const LINES = 100_000;
const LINES_OF = 900_001;
const PAGE = 30;
/** Reads pages of a wallet with 100,000 postings: the newest page and one in the middle. */
const long = shared(async () => {
  const url = await freshDatabase('migrated');
  const { db, pool, close } = openDatabase(url, () => undefined, 60_000);
  await pool.query(`insert into account (uid, role, nick_name) values (${LINES_OF}, 2, 'X')`);
  await openWallets(db, [LINES_OF]);
  await pool.query('alter table posting disable trigger user');
  await pool.query(
    `with made as (
      insert into transfer (operation, kind, currency, gross, subject_type, subject_id)
      select 'line:' || n, 'move', 'gems', 1, 'adjust', n::text from generate_series(1, ${LINES}) n returning id)
    insert into posting (transfer_id, uid, currency, amount, "after")
      select made.id, uid, 'gems', case uid when -2 then -1 else 1 end, case uid when -2 then null else made.id end
      from made, unnest(array[-2, ${LINES_OF}]) uid order by made.id, uid`,
  );
  await pool.query('alter table posting enable trigger user');
  await pool.query('analyze');
  const read = async (cursor: string) => {
    const began = performance.now();
    const { lines, nextCursor } = await readLines(db, LINES_OF, 'gems', cursor, PAGE);
    if (lines.length !== PAGE) throw new Error('Lines are missing');
    return { ms: performance.now() - began, nextCursor };
  };
  await read('');
  const newest = await read('');
  const middle = await read(`${LINES}`);
  await close();
  return { newest: newest.ms, middle: middle.ms };
});

export const benches: Benches = [
  { name: 'laws of the ledger broken by 100,000 operations', unit: 'count', aim: 0, runs: 1, run: load('broken') },
  { name: 'page of 30 of 100,000 lines, the newest', unit: 'ms', aim: 5, run: long('newest') },
  { name: 'page of 30 of 100,000 lines, in the middle', unit: 'ms', aim: 5, run: long('middle') },
  { name: '100,000 operations of the ledger, audits included', unit: 's', runs: 1, run: load('seconds') },
];
