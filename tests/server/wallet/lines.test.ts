import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { parse } from 'valibot';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type WalletLine, walletLine } from '../../../contract/wallet/records.ts';
import { grant, hold, post, release } from '../../../server/domains/wallet/ledger.ts';
import { readLines } from '../../../server/domains/wallet/lines.ts';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

let server: CallServer;
beforeAll(async () => {
  server = await startCalls(inject('postgresUrl'));
});
afterAll(() => server?.close());

/** Reads all lines of the wallet in pages of this size, and checks that their balances are continuous. */
async function readAll(uid: number, limit: number): Promise<WalletLine[]> {
  const all: WalletLine[] = [];
  let cursor = '';
  do {
    const { lines, nextCursor, balance } = await readLines(server.db, uid, 'gems', cursor, limit);
    if (cursor === '') expect(lines[0]?.after).toBe(balance);
    expect(lines.length).toBeLessThanOrEqual(limit);
    all.push(...lines.map((line) => parse(walletLine, line)));
    cursor = nextCursor;
  } while (cursor !== '');
  // The balance before each entry is the balance after the next older one.
  for (const [n, { after, amount }] of all.entries()) expect(after - amount).toBe(all[n + 1]?.after ?? 0);
  return all;
}

test('a call is one entry of the wallet for both sides, however many minutes it had, with the name of the other', async () => {
  const pair = await server.pair(10 * PRICE);
  const sid = await server.connect(pair, NOON);
  for (let s = 5; s <= 150; s += 5) await server.beat(sid, pair, NOON + s * 1_000);
  await server.act('SessionTerminate', sid, pair.user, NOON + 151_000, { reason: 'hangUp', rejectType: '' });
  const [line, ...older] = await readAll(pair.user, 1);
  expect(line).toMatchObject({ subject: 'call', subjectId: sid, amount: -3 * PRICE, after: 7 * PRICE });
  expect(line?.peer).toEqual({ uid: pair.host, nickName: 'Host' });
  expect(older.map(({ subject, peer }) => ({ subject, peer }))).toEqual([{ subject: 'welcome', peer: null }]);
  const [earned] = await readAll(pair.host, 30);
  expect(earned).toMatchObject({ subject: 'call', subjectId: sid, peer: { uid: pair.user, nickName: 'User' } });
});

test('wallet entries are continuous over pages of any size and add up, and a released hold counts as zero', async () => {
  const { user } = await server.pair(1_000);
  const media = (id: string) => ({ type: 'media', id }) as const;
  for (const n of [1, 2, 3, 4, 5]) {
    const held = { operation: `l:${user}:${n}`, uid: user };
    await hold(server.db, held.operation, user, 'gems', n, media(`lock${n}`));
    if (n % 2 === 0) await release(server.db, held);
    else await post(server.db, held, user, 60);
  }
  await grant(server.db, `o:${user}`, user, 'gems', 500, { type: 'adjust', id: 'thanks' });
  const all = await readAll(user, 100);
  expect(all.map(({ subjectId, amount }) => `${subjectId} ${amount}`)).toEqual([
    'thanks 500',
    'lock5 -2',
    'lock4 0',
    'lock3 -2',
    'lock2 0',
    'lock1 -1',
    `${user} 1000`,
  ]);
  for (const limit of [1, 2, 3, 6, 7]) expect(await readAll(user, limit)).toEqual(all);
});

test('an invalid cursor and an unknown wallet return no entries', async () => {
  const { user } = await server.pair(10);
  for (const cursor of ['-1', '1e9', ' ', '9'.repeat(40), '1; drop table posting', '\uFFFF', '0']) {
    expect(await readLines(server.db, user, 'gems', cursor, 30)).toEqual({ lines: [], nextCursor: '', balance: 10 });
  }
  expect(await readLines(server.db, 999_999_999, 'gems', '', 30)).toEqual({ lines: [], nextCursor: '', balance: 0 });
});

test('a wallet entry has no name when the other account was deleted', async () => {
  const pair = await server.pair(10 * PRICE);
  const sid = await server.connect(pair, NOON);
  await server.act('SessionTerminate', sid, pair.user, NOON + 1_000, { reason: 'hangUp', rejectType: '' });
  await server.pool.query('delete from account where uid = $1', [pair.host]);
  const [line] = await readAll(pair.user, 30);
  expect(line).toMatchObject({ subject: 'call', peer: null });
});

test('a page of wallet entries is read backwards from an index', async () => {
  const { user } = await server.pair(10);
  await server.pool.query('alter table posting disable trigger user');
  await server.pool.query(
    `with made as (
      insert into transfer (operation, kind, currency, gross, subject_type, subject_id)
      select 'many:' || n, 'move', 'gems', 1, 'adjust', n::text from generate_series(1, 20000) n returning id)
    insert into posting (transfer_id, uid, currency, amount, "after")
      select id, case when id % 20 = 0 then $1 else -2 end, 'gems', 1, case when id % 20 = 0 then 1 end from made`,
    [user],
  );
  await server.pool.query('alter table posting enable trigger user');
  await server.pool.query('analyze posting, transfer, wallet');
  const statements: string[] = [];
  const watched = {
    execute(one: SQL) {
      statements.push(new PgDialect().sqlToQuery(one).sql);
      return server.db.execute(one);
    },
  };
  const { lines } = await readLines(watched as never, user, 'gems', '', 30);
  expect(lines).toHaveLength(30);
  const { rows } = await server.pool.query(`explain ${statements[0]}`, [Number.MAX_SAFE_INTEGER, 91, user, 'gems']);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Backward using posting_by_wallet/);
  expect(plan).not.toMatch(/Seq Scan on (posting|transfer)/);
});
