import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { RATINGS_SHOWN_FROM, type StudioDay } from '../../../contract/hosting/studio.ts';
import { readRating, readStudio } from '../../../server/domains/hosting/studio.ts';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';
import { playHostMoney } from '../../harness/money/host-money.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

const OPERATIONS = 200;

// `npm run soak -- server hosting` plays 10,000 operations and compares after each.
test('earnings, statement and payouts add up to the ledger to the gem in random operations of hosts and two operators', async () => {
  const played = await playHostMoney(at, { operations: OPERATIONS, seed: 20_260_630, checkEvery: 20 });
  for (const state of ['sent', 'failed', 'returned'] as const) expect(played.payouts[state]).toBeGreaterThan(0);
  expect(await at.audit()).toEqual([]);
});

test('the earnings of a day have its calls, minutes, answers and misses, and each source its gems', async () => {
  await at.pool.query(
    'create or replace function ledger_now() returns timestamptz language sql as $$ select clock_timestamp() $$',
  );
  const pair = await at.pair(5_000);
  // All calls are over by now: a call that is settled after midnight would be on a day that the studio does not show yet.
  const now = Date.now() - 3 * MINUTE_MS;
  const sid = await at.connect(pair, now);
  for (let ms = 5_000; ms <= 65_000; ms += 5_000) await at.beat(sid, pair, now + ms);
  await at.act('SessionTerminate', sid, pair.user, now + 66_000, { reason: 'hangUp', rejectType: '' });
  await at.request(pair.user, pair.host, now + 70_000);
  await at.calls().sweep(now + 131_000);
  const declined = await at.request(pair.user, pair.host, now + 140_000);
  await at.act('SessionTerminate', declined.sid, pair.host, now + 141_000, {
    reason: 'decline',
    rejectType: 'on_call_refuse',
  });

  const { days } = await readStudio(at.db, pair.host);
  const sum = (column: Exclude<keyof StudioDay, 'day'>) => days.reduce((total, day) => total + day[column], 0);
  expect([sum('minutes'), sum('answered'), sum('missed')]).toEqual([2, 1, 1]);
  expect([sum('calls'), sum('gifts'), sum('media'), sum('other')]).toEqual([2 * 0.6 * PRICE, 0, 0, 0]);
});

test('ratings are shown from a stated number of them on, with their reasons, and only those of callers count', async () => {
  const pair = await at.pair(0);
  for (let turn = 0; turn < RATINGS_SHOWN_FROM; turn += 1) {
    expect(await readRating(at.db, pair.host)).toEqual({ stars: null, count: turn, reasons: [] });
    await at.pool.query(
      `with rated as (insert into call (sid, kind, caller, callee, caller_jid, price, share_percent, free_seconds, paid, state, start_time)
         values ($1, 'paid', $2, $3, 'x', 1, 60, 0, true, 'ended', $4) returning sid)
       insert into call_rating (sid, uid, stars, reasons) select sid, uid, stars, reasons
       from rated, (values ($2::bigint, $5::int, $6::text[]), ($3::bigint, 1, '{poorSound}')) as by (uid, stars, reasons)`,
      [`rated-${turn}`, pair.user, pair.host, NOON, turn === 0 ? 3 : 5, turn === 0 ? ['poorPicture'] : ['friendly']],
    );
  }
  const reasons = [
    { reason: 'friendly', count: RATINGS_SHOWN_FROM - 1 },
    { reason: 'poorPicture', count: 1 },
  ];
  const rating = { stars: 4.6, count: RATINGS_SHOWN_FROM, reasons };
  expect(await readRating(at.db, pair.host)).toEqual(rating);
  // A host that is listed again keeps its ratings.
  await at.pool.query('delete from anchor where uid = $1', [pair.host]);
  await at.pool.query('insert into anchor (uid, price) values ($1, 30)', [pair.host]);
  expect(await readRating(at.db, pair.host)).toEqual(rating);
  await at.pool.query(`update call_rating set stars = 5, reasons = '{}' where sid = 'rated-0' and uid = $1`, [
    pair.user,
  ]);
  expect(await readRating(at.db, pair.host)).toMatchObject({ stars: 5, count: RATINGS_SHOWN_FROM });
});
