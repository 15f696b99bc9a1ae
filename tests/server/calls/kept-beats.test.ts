import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../../contract/calls/rules.ts';
import { type CallProcess, type CallServer, jid, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

const S = 1_000;
const over = { reason: 'hangUp', rejectType: '' } as const;
const flowing = { flowing: true } as const;
let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(async () => {
  expect(await at.audit()).toEqual([]);
  await at.close();
});

type Pair = { readonly user: number; readonly host: number };
/** A pair in a call, each connected to a process of their own; a third one sweeps. */
async function meet(gems = PRICE * 5) {
  const pair = await at.pair(gems);
  const [mine, theirs, leader] = [at.serve(), at.serve(), at.serve()];
  const sid = await at.connect(pair, NOON);
  const all = [mine, theirs, leader];
  const beat = (process: CallProcess, uid: number, ms: number, device = 'phone') =>
    at.act('SessionHeartbeat', sid, uid, NOON + ms, flowing, device, process);
  async function sweep(ms: number): Promise<void> {
    for (const one of all) await one.tick(NOON + ms);
    await leader.sweep(NOON + ms);
  }
  /** Both beat each 5 s, the host a second and a half before the caller; swept each half second. */
  async function talk(from: number, to: number): Promise<void> {
    for (let ms = from * S; ms <= to * S; ms += 500) {
      await sweep(ms);
      if (ms % CALL_HEARTBEAT_INTERVAL_MS === 3_500) await beat(theirs, pair.host, ms);
      if (ms % CALL_HEARTBEAT_INTERVAL_MS === 0) await beat(mine, pair.user, ms);
    }
  }
  return { ...pair, pair, sid, mine, theirs, leader, beat, sweep, talk };
}
const balances = async ({ user, host }: Pair) => [await at.gems(user), await at.gems(host)];
const beatsOf = async (sid: string) => {
  const { rows } = await at.pool.query('select caller_beat as caller, callee_beat as callee from call where sid = $1', [
    sid,
  ]);
  return { caller: Number(rows[0].caller) - NOON, callee: Number(rows[0].callee) - NOON };
};
async function statementsOf(run: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await run();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

test('beats that change nothing cost no statement, and a process writes all of them with one', async () => {
  const pairs = [await at.pair(PRICE), await at.pair(PRICE), await at.pair(PRICE)];
  const sids: string[] = [];
  for (const pair of pairs) sids.push(await at.connect(pair, NOON));
  const beatAll = async (now: number) => {
    for (const [n, pair] of pairs.entries()) await at.beat(sids[n] ?? '', pair, now);
  };
  expect(await statementsOf(() => beatAll(NOON + 5 * S))).toBe(0);
  expect(await beatsOf(sids[0] ?? '')).toEqual({ caller: 0, callee: 0 });
  expect(await statementsOf(() => at.calls().tick(NOON + 6 * S))).toBe(1);
  for (const sid of sids) expect(await beatsOf(sid)).toEqual({ caller: 5 * S, callee: 5 * S });
  expect(await statementsOf(() => at.calls().tick(NOON + 9 * S))).toBe(0);
  await beatAll(NOON + 10 * S);
  expect(await statementsOf(() => at.calls().stop())).toBe(1);
  for (const [n, sid] of sids.entries()) {
    expect(await beatsOf(sid)).toEqual({ caller: 10 * S, callee: 10 * S });
    await at.act('SessionTerminate', sid, pairs[n]?.user ?? 0, NOON + 10 * S, over);
  }
});

test('a minute, and the end of a call, are one statement each', async () => {
  const pair = await at.pair(PRICE * 5);
  const sid = await at.connect(pair, NOON);
  for (let second = 5; second < 60; second += 5) await at.beat(sid, pair, NOON + second * S);
  await at.calls().tick(NOON + 56 * S);
  const sweep = () => at.calls().sweep(NOON + 60 * S + 10);
  // The other one asks for what is due.
  expect(await statementsOf(sweep)).toBe(2);
  expect(await at.gems(pair.user)).toBe(PRICE * 3);
  expect(at.eventsTo(jid(pair.host)).at(-1)).toMatchObject({ name: 'Meter', data: { gems: PRICE * 1.2, seconds: 60 } });
  expect((await at.beat(sid, pair, NOON + 61 * S)).heard).toMatchObject({ gems: PRICE * 2, secondsLeft: 239 });
  await at.calls().tick(NOON + 62 * S);
  expect(await statementsOf(() => at.act('SessionTerminate', sid, pair.user, NOON + 62 * S, over))).toBe(1);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ gems: PRICE * 2, seconds: 62 });
  expect(await balances(pair)).toEqual([PRICE * 3, PRICE * 1.2]);
});

describe('two people at two processes', () => {
  test('talk for minutes with beats in memory; nobody takes the other for late, and a hang-up is billed as with one', async () => {
    const { pair, sid, mine, theirs, talk, beat, sweep } = await meet();
    const told = at.told.length;
    await talk(1, 120);
    const away = at.told.slice(told).filter(({ event }) => event.name === 'PeerAway' && event.sid === sid);
    expect(away).toEqual([]);
    // Of a beat at 123.5 s the caller's process knows nothing: their row is 5 s old, and the host is not late.
    await sweep(123 * S);
    await beat(theirs, pair.host, 123.5 * S);
    expect((await beatsOf(sid)).callee).toBe(118.5 * S);
    await at.act('SessionTerminate', sid, pair.user, NOON + 124 * S, over, 'phone', mine);
    const receipt = { reason: 'hangUp', seconds: 124, endTime: NOON + 124 * S };
    expect(await at.receipt(sid, pair.user)).toMatchObject({ ...receipt, gems: PRICE * 3 });
    expect(await balances(pair)).toEqual([PRICE * 2, PRICE * 1.8]);
  });

  test('a beat is written at once where the one in the row is so old that its side could be taken for late', async () => {
    const { pair, sid, theirs, beat, sweep } = await meet();
    await beat(theirs, pair.host, 1 * S);
    expect((await beatsOf(sid)).callee).toBe(1 * S);
    await beat(theirs, pair.host, 6 * S);
    expect((await beatsOf(sid)).callee).toBe(1 * S);
    await sweep(7 * S);
    await beat(theirs, pair.host, 12.1 * S);
    expect((await beatsOf(sid)).callee).toBe(12.1 * S);
  });

  test('the silence of one ends the call 15 s after their last beat, as of that beat, though the other beats on', async () => {
    const { pair, sid, mine, talk, beat, sweep } = await meet();
    await talk(1, 55);
    for (let ms = 55_500; ms <= 68_000; ms += 500) {
      await sweep(ms);
      if (ms % CALL_HEARTBEAT_INTERVAL_MS === 0) await beat(mine, pair.user, ms);
    }
    expect(await beat(mine, pair.user, 68_400)).toMatchObject({ refusal: undefined });
    await sweep(53.5 * S + 15 * S);
    expect((await beat(mine, pair.user, 68_500)).refusal).toBeUndefined();
    await sweep(53.5 * S + 15 * S + 1);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'heartbeatLost', seconds: 53, gems: PRICE });
    expect(await balances(pair)).toEqual([PRICE * 4, PRICE * 0.6]);
    // An answer of before the end was known is the last one.
    await sweep(70 * S);
    expect((await beat(mine, pair.user, 70 * S)).refusal).toBe('sid-non-existent');
    expect((await at.receipt(sid, pair.user))?.endTime).toBe(NOON + 53.5 * S);
  });

  test('a side that continues at another process or device leaves no heartbeat behind that counts', async () => {
    const { pair, sid, mine, theirs, leader, talk, beat, sweep } = await meet();
    await talk(1, 50);
    await beat(theirs, pair.host, 53.5 * S);
    await at.act('CallAccept', sid, pair.host, NOON + 54 * S, {}, 'tablet', leader);
    await at.act('CallAccept', sid, pair.user, NOON + 54.1 * S, {}, 'phone', mine);
    await beat(leader, pair.host, 54.2 * S, 'tablet');
    // The old device is in the call no more.
    expect((await beat(theirs, pair.host, 55 * S)).refusal).toBe('closed');
    await sweep(56 * S);
    await at.act('SessionHeartbeat', sid, pair.host, NOON + 57 * S, { flowing: false }, 'tablet', leader);
    const { rows } = await at.pool.query('select callee_loss from call where sid = $1', [sid]);
    expect(Number(rows[0].callee_loss) - NOON).toBe(54.2 * S);
  });
});

describe('a process that is killed with a beat that is not written', () => {
  test('ends no call of which the people come back', async () => {
    const { pair, sid, mine, leader, talk, beat, sweep } = await meet();
    await talk(1, 55);
    expect((await beatsOf(sid)).caller).toBe(50 * S);
    // The caller's process dies at 55.5 s; their stream goes on at another one.
    for (let ms = 58_500; ms <= 64_500; ms += CALL_HEARTBEAT_INTERVAL_MS) await beat(leader, pair.host, ms);
    await beat(leader, pair.user, 64 * S);
    await sweep(66 * S);
    await at.act('SessionTerminate', sid, pair.host, NOON + 66 * S, over, 'phone', leader);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'hangUp', gems: PRICE * 2, seconds: 66 });
    expect(await balances(pair)).toEqual([PRICE * 3, PRICE * 1.2]);
    expect(mine).toBeDefined();
  });

  test('costs as much as that beat where its person never comes back: the call ends as if it had been lost on the way', async () => {
    const { pair, sid, mine, theirs, leader, talk, beat } = await meet();
    await talk(1, 65);
    await beat(theirs, pair.host, 68.5 * S);
    expect((await beatsOf(sid)).callee).toBe(63.5 * S);
    for (let ms = 65_500; ms <= 78_500; ms += 500) {
      await mine.tick(NOON + ms);
      await leader.sweep(NOON + ms);
      if (ms % CALL_HEARTBEAT_INTERVAL_MS === 0) await beat(mine, pair.user, ms);
    }
    await leader.sweep(NOON + 78_501);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'heartbeatLost', seconds: 63, gems: PRICE * 2 });
    expect(await balances(pair)).toEqual([PRICE * 3, PRICE * 1.2]);
  });
});

test('ten thousand beats cost no more than two, and change nothing of what is paid and earned', async () => {
  const { pair, sid, theirs, mine, beat, sweep } = await meet();
  await beat(theirs, pair.host, 100);
  await beat(mine, pair.user, 100);
  const flood = async () => {
    for (let n = 1; n <= 5_000; n += 1) {
      await beat(theirs, pair.host, 100 + Math.floor(n / 8));
      await beat(mine, pair.user, 100 + Math.floor(n / 8));
    }
  };
  expect(await statementsOf(flood)).toBe(0);
  expect(await statementsOf(() => sweep(1_500))).toBe(3);
  expect(await beatsOf(sid)).toEqual({ caller: 725, callee: 725 });
  const { rows } = await at.pool.query('select doubts, minutes, posted from call where sid = $1', [sid]);
  expect(rows[0]).toMatchObject({ doubts: [], minutes: 1, posted: 0 });
  await at.act('SessionTerminate', sid, pair.host, NOON + 2 * S, over, 'phone', theirs);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ gems: PRICE, seconds: 2 });
});

test('a step that comes before the write knows what is kept: a loss begins at the last beat', async () => {
  const { pair, sid, mine, theirs, beat, sweep } = await meet();
  await beat(theirs, pair.host, 1 * S);
  await beat(mine, pair.user, 1 * S);
  await beat(theirs, pair.host, 6 * S);
  await beat(mine, pair.user, 6 * S);
  expect(await beatsOf(sid)).toEqual({ caller: 1 * S, callee: 1 * S });
  for (const [process, uid] of [
    [theirs, pair.host],
    [mine, pair.user],
  ] as const)
    await at.act('SessionHeartbeat', sid, uid, NOON + 6.5 * S, { flowing: false }, 'phone', process);
  const { rows } = await at.pool.query('select caller_loss, callee_loss, caller_proof from call where sid = $1', [sid]);
  expect(Object.values(rows[0]).map((moment) => Number(moment) - NOON)).toEqual([6 * S, 6 * S, 1 * S]);
  await sweep(36 * S + 1);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'heartbeatLost', seconds: 6 });
});

test('a beat after the end is refused, and changes nothing', async () => {
  const pair = await at.pair(PRICE);
  const sid = await at.connect(pair, NOON);
  await at.beat(sid, pair, NOON + 5 * S);
  await at.act('SessionTerminate', sid, pair.host, NOON + 5 * S + 100, over);
  expect((await at.beat(sid, pair, NOON + 5 * S + 200)).refusal).toBe('sid-non-existent');
  const receipt = await at.receipt(sid, pair.user);
  expect(await statementsOf(() => at.calls().tick(NOON + 10 * S))).toBe(0);
  expect(await at.receipt(sid, pair.user)).toEqual(receipt);
});

test.each([-3_600_000, -3_000, 3_000])(
  'a clock that is set by %i ms ends no call that goes on, and lets no silent one go on',
  async (by) => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    for (let second = 5; second <= 20; second += 5) await at.beat(sid, pair, NOON + second * S);
    const shifted = NOON + by;
    for (let second = 25; second <= 40; second += 5) {
      expect((await at.beat(sid, pair, shifted + second * S)).refusal).toBeUndefined();
      await at.calls().sweep(shifted + (second + 1) * S);
    }
    await at.calls().sweep(shifted + 55 * S);
    expect((await at.act('CallAccept', sid, pair.user, shifted + 55 * S, {})).refusal).toBeUndefined();
    await at.calls().sweep(shifted + 55 * S + 1);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'heartbeatLost', endTime: shifted + 40 * S });
  },
);
