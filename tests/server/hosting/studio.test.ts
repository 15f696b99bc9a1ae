import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { moneyForGems } from '../../../contract/hosting/payouts.ts';
import { RATINGS_SHOWN_FROM, STUDIO_DAYS, type StudioDay } from '../../../contract/hosting/studio.ts';
import { loadSiteSettings } from '../../../server/domains/account/site/settings.ts';
import {
  changePayout,
  payoutTerms,
  requestPayout,
  saveAccount,
} from '../../../server/domains/hosting/payouts/payouts.ts';
import { readRating, readStudio } from '../../../server/domains/hosting/studio.ts';
import { loadBalances } from '../../../server/domains/wallet/balances.ts';
import { grant, hold, move, OURS, post, release } from '../../../server/domains/wallet/ledger.ts';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';
import { seeded } from '../../harness/mutants.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

const OPERATIONS = 600;
const STUDIO_SPAN = 40;
const ACCOUNT = { holder: 'Ann Host', number: 'DE89370400440532013000' };
const changeOf = ({ calls, gifts, media, other }: StudioDay) => calls + gifts + media + other;

/** Sets the clock of the ledger to a day of the last 40, at a time of day. */
const setClock = (daysAgo: number, minutes: number) =>
  at.pool.query(`create or replace function ledger_now() returns timestamptz language sql as
    $$ select timestamptz '2026-06-30T00:00Z' - interval '${daysAgo} days' + interval '${minutes} minutes' $$`);

test('the earnings add up to the ledger to the gem, at any moment of random calls, gifts, media, payouts and corrections', async () => {
  const { user, host } = await at.pair(10_000_000);
  const random = seeded(20_260_630);
  const draw = (below: number) => Math.floor(random() * below);
  const terms = payoutTerms(await loadSiteSettings(at.db), 'demo');
  await saveAccount(at.db, host, ACCOUNT);
  /** What the host earned, by day and source. */
  const earned = new Map<string, number>();
  let daysAgo = STUDIO_SPAN;
  const earn = (source: 'calls' | 'gifts' | 'media', gems: number) => {
    const day = new Date(Date.UTC(2026, 5, 30 - daysAgo)).toISOString().slice(0, 10);
    const key = `${day} ${source}`;
    earned.set(key, (earned.get(key) ?? 0) + gems);
  };

  const settle = async (id: number, type: 'call' | 'media', gems: number) => {
    const held = { operation: `${type}:${id}`, uid: user };
    await hold(at.db, held.operation, user, 'gems', gems, { type, id: `${id}` });
    if (draw(4) === 0) {
      await release(at.db, held);
      return;
    }
    await post(at.db, held, host, 60);
    earn(type === 'call' ? 'calls' : 'media', Math.floor((gems * 60) / 100));
  };
  const step = async (id: number): Promise<void> => {
    const gems = 1 + draw(500);
    switch (draw(7)) {
      case 0:
        await settle(id, 'call', gems);
        return;
      case 1:
        await settle(id, 'media', gems);
        return;
      case 2: {
        const legs = [
          [user, -gems],
          [host, gems],
        ] as const;
        await move(at.db, {
          operation: `gift:${id}`,
          kind: 'move',
          currency: 'gems',
          gross: gems,
          subject: { type: 'gift', id: `${id}` },
          legs,
        });
        earn('gifts', gems);
        return;
      }
      case 3:
        await grant(at.db, `adjust:${id}`, host, 'gems', gems, { type: 'adjust', id: `${id}` });
        return;
      case 4: {
        const legs = [
          [host, -gems],
          [OURS.house, gems],
        ] as const;
        await move(at.db, {
          operation: `unlock:${id}:0`,
          kind: 'move',
          currency: 'gems',
          gross: gems,
          subject: { type: 'reversal', id: `${id}` },
          legs,
        });
        return;
      }
      case 5:
        await hold(at.db, `call:own:${id}`, host, 'gems', gems, { type: 'call', id: `own-${id}` });
        if (draw(2) === 0) await release(at.db, { operation: `call:own:${id}`, uid: host });
        return;
      default:
        await requestPayout(at.db, host, { operation: `p${id}`, gems, money: moneyForGems(gems, terms.rate) }, terms);
        await finishPayout(draw(3));
    }
  };
  const finishPayout = async (way: number): Promise<void> => {
    const { rows } = await at.pool.query(`select id from payout where uid = $1 and state = 'requested'`, [host]);
    for (const { id } of rows) {
      await at.db.transaction(async (tx) => {
        const by = 'op:1';
        if (way === 0) await changePayout(tx, id, { state: 'failed', by, reason: 'x' });
        if (way > 0) await changePayout(tx, id, { state: 'approved', by });
        if (way === 2) await changePayout(tx, id, { state: 'sent', by, reference: 'x' });
        if (way === 2 && draw(2) === 0) await changePayout(tx, id, { state: 'returned', by, reason: 'x' });
      });
    }
  };

  for (let id = 0; id < OPERATIONS; id += 1) {
    if (draw(8) === 0 && daysAgo > 0) daysAgo -= 1;
    await setClock(daysAgo, draw(1_440));
    await step(id);
    if (id % 40 !== 39) continue;
    const studio = await readStudio(at.db, host);
    expect(studio.days).toHaveLength(STUDIO_DAYS);
    expect(studio.balance).toBe((await loadBalances(at.db, host)).gems);
    expect(studio.days.reduce((sum, day) => sum + changeOf(day), studio.before)).toBe(studio.balance);
  }
  const { days } = await readStudio(at.db, host);
  for (const day of days) {
    for (const source of ['calls', 'gifts', 'media'] as const) {
      expect([day.day, source, day[source]]).toEqual([day.day, source, earned.get(`${day.day} ${source}`) ?? 0]);
    }
  }
  expect(await at.audit()).toEqual([]);
});

test('the earnings of a day have its calls, minutes, answers and misses, and each source its gems', async () => {
  await at.pool.query(
    'create or replace function ledger_now() returns timestamptz language sql as $$ select clock_timestamp() $$',
  );
  const pair = await at.pair(5_000);
  const now = Date.now();
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
