import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  REFUNDED_MINUTES_PER_CALLER_AND_DAY,
  REFUNDED_MINUTES_PER_PAIR_AND_DAY,
} from '../../../contract/calls/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

const S = 1_000;
const SHARE = (PRICE * 60) / 100;
const over = { reason: 'hangUp', rejectType: '' } as const;

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

type Pair = { readonly user: number; readonly host: number };
type Talk = {
  readonly seconds: number;
  /** Seconds from which to which a side reports unusable media. */
  readonly caller?: readonly [from: number, to: number];
  readonly callee?: readonly [from: number, to: number];
};

/** Plays a call with these reports, and returns what its caller paid, its host earned and its receipts say. */
async function talk(pair: Pair, from: number, { seconds, caller, callee }: Talk) {
  const before = { user: await at.gems(pair.user), host: await at.gems(pair.host) };
  const sid = await at.connect(pair, from);
  const report = (second: number, unusable: Talk['caller']) =>
    unusable && second > unusable[0] && second <= unusable[1] ? { flowing: true, usable: false } : { flowing: true };
  for (let second = 5; second < seconds; second += 5) {
    await at.act('SessionHeartbeat', sid, pair.host, from + second * S, report(second, callee));
    await at.act('SessionHeartbeat', sid, pair.user, from + second * S, report(second, caller));
  }
  await at.act('SessionTerminate', sid, pair.user, from + seconds * S, over);
  return {
    paid: before.user - (await at.gems(pair.user)),
    earned: (await at.gems(pair.host)) - before.host,
    refunded: (await at.receipt(sid, pair.user))?.refundedMinutes,
    refundedToHost: (await at.receipt(sid, pair.host))?.refundedMinutes,
  };
}

test('time that both sides report as unusable is not charged, and both receipts say so', async () => {
  const pair = await at.pair(PRICE * 9);
  const unusable = [20, 85] as const;
  expect(await talk(pair, NOON, { seconds: 130, caller: unusable, callee: unusable })).toEqual({
    paid: PRICE * 2,
    earned: SHARE * 2,
    refunded: 1,
    refundedToHost: 1,
  });
});

test('no more is given back than both sides report at the same time', async () => {
  const pair = await at.pair(PRICE * 9);
  const result = await talk(pair, NOON, { seconds: 130, caller: [20, 85], callee: [75, 125] });
  expect(result).toMatchObject({ paid: PRICE * 3, refunded: undefined });
});

test('unusable media that the caller alone reports are paid and not earned, and those of the callee alone change nothing', async () => {
  const alone = [20, 85] as const;
  expect(await talk(await at.pair(PRICE * 9), NOON, { seconds: 130, caller: alone })).toEqual({
    paid: PRICE * 3,
    earned: SHARE * 2,
  });
  expect(await talk(await at.pair(PRICE * 9), NOON, { seconds: 130, callee: alone })).toEqual({
    paid: PRICE * 3,
    earned: SHARE * 3,
  });
});

test('a call with hardly any usable time costs nothing', async () => {
  const unusable = [0, 40] as const;
  expect(await talk(await at.pair(PRICE), NOON, { seconds: 43, caller: unusable, callee: unusable })).toMatchObject({
    paid: 0,
    earned: 0,
    refunded: 1,
  });
});

test('a report says nothing of a longer silence before it', async () => {
  const pair = await at.pair(PRICE * 2);
  const sid = await at.connect(pair, NOON);
  for (const uid of [pair.host, pair.user]) {
    await at.act('SessionHeartbeat', sid, uid, NOON + 14 * S, { flowing: true, usable: false });
  }
  const { rows } = await at.pool.query('select caller_unusable, callee_unusable from call where sid = $1', [sid]);
  const reported = [[NOON + 6_500, NOON + 14_000]];
  expect(rows).toEqual([{ caller_unusable: reported, callee_unusable: reported }]);
});

/** A call of this day in which minutes were given back. */
const refundedBefore = (pair: Pair, minutes: number, ended: number) =>
  at.pool.query(
    `insert into call (sid, kind, caller, callee, caller_jid, price, share_percent, free_seconds, paid, state, start_time,
       connecting_time, end_time, settled_at, refunded_minutes)
     values ($1, 'paid', $2, $3, 'x', 60, 60, 0, true, 'ended', $4, $4, $4, $4, $5)`,
    [`refunded-${pair.user}-${pair.host}`, pair.user, pair.host, ended, minutes],
  );

test('refunds are bounded for a pair and for a caller in a day', async () => {
  const all = { seconds: 130, caller: [0, 130], callee: [0, 130] } as const;
  const pair = await at.pair(PRICE * 99);
  await refundedBefore(pair, REFUNDED_MINUTES_PER_PAIR_AND_DAY - 1, NOON);
  expect(await talk(pair, NOON, all)).toMatchObject({ paid: PRICE * 2, earned: 0, refunded: 1 });
  expect(await talk(pair, NOON + 300 * S, all)).toMatchObject({ paid: PRICE * 3, earned: 0 });
  expect(await talk(pair, NOON + DAY_MS, all)).toMatchObject({ paid: 0, earned: 0, refunded: 3 });

  const other = await at.pair(PRICE);
  const first = { user: pair.user, host: other.host };
  await refundedBefore(first, REFUNDED_MINUTES_PER_CALLER_AND_DAY - 3, NOON + DAY_MS);
  const next = { user: pair.user, host: (await at.pair(PRICE)).host };
  expect(await talk(next, NOON + DAY_MS + 300 * S, all)).toMatchObject({ paid: PRICE * 3, earned: 0 });
  expect(await at.audit()).toEqual([]);
});
