import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  EARLY_ENDS_LEAST,
  FAIR_START_SECONDS,
  FAIR_STARTS_PER_CALLER_AND_DAY,
  FAIR_STARTS_PER_PAIR_AND_DAY,
  HOST_ENDED_FAIR_STARTS_PER_PAIR_AND_DAY,
} from '../../../contract/calls/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { changeSiteSetting, loadSiteSettings } from '../../../server/domains/account/site/settings.ts';
import { offeredFairStart } from '../../../server/domains/calls/billing/fair-start.ts';
import { listEarlyEnds } from '../../../server/domains/calls/early-ends.ts';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

/** The full proof uses `FAIR_CALLS=2000`. */
const CALLS = Number(process.env['FAIR_CALLS'] ?? 30);
const S = 1_000;
const SHARE = (PRICE * 60) / 100;
const over = { reason: 'hangUp', rejectType: '' } as const;

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

type Pair = { readonly user: number; readonly host: number };
type Ended = { readonly seconds: number; readonly by: keyof Pair; readonly isDenied?: boolean };

/** Plays a call of this length and returns what its caller paid and its host earned. `isDenied`: the caller denies all media. */
async function talk(pair: Pair, from: number, { seconds, by, isDenied = false }: Ended) {
  const before = { user: await at.gems(pair.user), host: await at.gems(pair.host) };
  const sid = await at.connect(pair, from);
  for (let beat = 5; beat < seconds; beat += 5) {
    await at.act('SessionHeartbeat', sid, pair.host, from + beat * S, { flowing: true });
    await at.act('SessionHeartbeat', sid, pair.user, from + beat * S, { flowing: !isDenied });
  }
  await at.act('SessionTerminate', sid, pair[by], from + seconds * S, over);
  const receipt = await at.receipt(sid, pair.user);
  const paid = before.user - (await at.gems(pair.user));
  return { paid, earned: (await at.gems(pair.host)) - before.host, isFair: receipt?.fairStart === true };
}

test('a call within the fair start costs nothing, and a longer one costs its first minute', async () => {
  const free = { paid: 0, earned: 0, isFair: true };
  const full = { paid: PRICE, earned: SHARE, isFair: false };
  const end = { seconds: FAIR_START_SECONDS - 1, by: 'user' } as const;
  expect(await talk(await at.pair(PRICE), NOON, end)).toEqual(free);
  expect(await talk(await at.pair(PRICE), NOON, { ...end, by: 'host' })).toEqual(free);
  expect(await talk(await at.pair(PRICE), NOON, { ...end, seconds: FAIR_START_SECONDS })).toEqual(full);
});

test('the fair start begins after the free time', async () => {
  const pair = await at.pair(PRICE * 2, { isNew: true });
  expect(await talk(pair, NOON, { seconds: 60 + FAIR_START_SECONDS - 1, by: 'user' })).toMatchObject({ paid: 0 });
});

test('the operator changes the length of the fair start, and 0 turns it off', async () => {
  const end = { seconds: 8, by: 'user' } as const;
  try {
    await changeSiteSetting(at.db, 'fairStartSeconds', 5);
    expect(await talk(await at.pair(PRICE), NOON, end)).toMatchObject({ paid: PRICE });
    await changeSiteSetting(at.db, 'fairStartSeconds', 0);
    const pair = await at.pair(PRICE);
    expect(await talk(pair, NOON, { ...end, seconds: 1 })).toMatchObject({ paid: PRICE, earned: SHARE });
    expect(await offeredFairStart(at.db, await loadSiteSettings(at.db), pair.user, NOON)).toBe(0);
  } finally {
    await changeSiteSetting(at.db, 'fairStartSeconds', undefined);
  }
});

test('a host is listed for the operator when many calls end in their fair start', async () => {
  const pair = await at.pair(PRICE);
  const listed = async () => (await listEarlyEnds(at.db, NOON + DAY_MS, 9)).filter(({ uid }) => uid === pair.host);
  const end = async (count: number, side: '' | 'callee') =>
    at.pool.query(
      `insert into call (sid, kind, caller, callee, caller_jid, price, share_percent, free_seconds, paid, state, start_time,
         connecting_time, end_time, settled_at, fair_start)
       select $1 || n, 'paid', $2, $3, 'x', 60, 60, 0, true, 'ended', $4::bigint, $4, $4, $4, $5 from generate_series(1, $6) n`,
      [`early-${side}-${count}-`, pair.user, pair.host, NOON, side, count],
    );
  await end(EARLY_ENDS_LEAST - 1, 'callee');
  expect(await listed()).toEqual([]);
  await end(1, 'callee');
  const row = { uid: pair.host, fairStarts: EARLY_ENDS_LEAST, endedByHost: EARLY_ENDS_LEAST };
  expect(await listed()).toEqual([{ ...row, calls: EARLY_ENDS_LEAST }]);
  await end(EARLY_ENDS_LEAST * 3, '');
  expect(await listed()).toEqual([{ ...row, calls: EARLY_ENDS_LEAST * 4 }]);
  await end(EARLY_ENDS_LEAST * 3 + 1, '');
  expect(await listed()).toEqual([]);
});

/** Calls of one caller and of a few hosts, in their order; the next one may be on the next day. */
const calls = fc.record({
  host: fc.integer({ min: 0, max: 2 }),
  seconds: fc.constantFrom(1, 7, 19, 20, 31),
  by: fc.constantFrom('user' as const, 'host' as const),
  isDenied: fc.boolean(),
  isNextDay: fc.constantFrom(true, false, false, false, false, false, false, false, false, false),
});

test(`in ${CALLS} calls no user gains by ending calls early, however often`, { timeout: 900_000 }, async () => {
  const pairs = [await at.pair(PRICE * CALLS), await at.pair(PRICE), await at.pair(PRICE)] as const;
  const { user } = pairs[0];
  let used = new Map<string, number>();
  const of = (key: string) => used.get(key) ?? 0;
  const use = (...keys: readonly string[]) => {
    for (const key of keys) used.set(key, of(key) + 1);
  };
  let day = NOON;
  let from = day;
  for (const { host: index, isNextDay, ...end } of fc.sample(calls, { numRuns: CALLS, seed: 3 })) {
    if (isNextDay) {
      day += DAY_MS;
      from = day;
      used = new Map();
    }
    const host = pairs[index]?.host ?? 0;
    const isShort = end.seconds < FAIR_START_SECONDS;
    const isFair =
      isShort &&
      (end.by === 'host'
        ? of(`dropped ${host}`) < HOST_ENDED_FAIR_STARTS_PER_PAIR_AND_DAY
        : of(`pair ${host}`) < FAIR_STARTS_PER_PAIR_AND_DAY && of('caller') < FAIR_STARTS_PER_CALLER_AND_DAY);
    if (isFair) use(...(end.by === 'host' ? [`dropped ${host}`] : [`pair ${host}`, 'caller']));
    const ended = await talk({ user, host }, from, end);
    from += 60 * S;
    // The caller pays the same whether they confirm media or not.
    expect({ end, paid: ended.paid, isFair: ended.isFair }).toEqual({ end, paid: isFair ? 0 : PRICE, isFair });
    // A host never earns by a call that they end early.
    if (isShort && (end.by === 'host' || isFair)) expect({ end, earned: ended.earned }).toEqual({ end, earned: 0 });
    else if (!end.isDenied) expect({ end, earned: ended.earned }).toEqual({ end, earned: SHARE });
  }
  expect(await at.audit()).toEqual([]);
});
