import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../../contract/calls/rules.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { type CallProcess, type CallServer, jid, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

const S = 1_000;
/** Statements of a transaction that writes buffered heartbeats: BEGIN, the lock, the update and COMMIT. */
const WRITE_STATEMENTS = 4;
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
/** Connects a pair in a call through two different processes; a third one sweeps. */
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
  /** Both send heartbeats every 5 s, the host 1.5 s before the caller. Each process ticks every 500 ms. */
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

test('heartbeats that change nothing cost no statement, and a process writes all buffered ones in one transaction', async () => {
  const pairs = [await at.pair(PRICE), await at.pair(PRICE), await at.pair(PRICE)];
  const sids: string[] = [];
  for (const pair of pairs) sids.push(await at.connect(pair, NOON));
  const beatAll = async (now: number) => {
    for (const [n, pair] of pairs.entries()) await at.beat(sids[n] ?? '', pair, now);
  };
  expect(await statementsOf(() => beatAll(NOON + 5 * S))).toBe(0);
  expect(await beatsOf(sids[0] ?? '')).toEqual({ caller: 0, callee: 0 });
  expect(await statementsOf(() => at.calls().tick(NOON + 6 * S))).toBe(WRITE_STATEMENTS);
  for (const sid of sids) expect(await beatsOf(sid)).toEqual({ caller: 5 * S, callee: 5 * S });
  expect(await statementsOf(() => at.calls().tick(NOON + 9 * S))).toBe(0);
  await beatAll(NOON + 10 * S);
  expect(await statementsOf(() => at.calls().stop())).toBe(WRITE_STATEMENTS);
  for (const [n, sid] of sids.entries()) {
    expect(await beatsOf(sid)).toEqual({ caller: 10 * S, callee: 10 * S });
    await at.act('SessionTerminate', sid, pairs[n]?.user ?? 0, NOON + 10 * S, over);
  }
});

test('a paid minute is charged by the sweep, and both sides are told the meter', async () => {
  const pair = await at.pair(PRICE * 5);
  const sid = await at.connect(pair, NOON);
  for (let second = 5; second < 60; second += 5) await at.beat(sid, pair, NOON + second * S);
  await at.calls().sweep(NOON + 60 * S + 10);
  expect(await at.gems(pair.user)).toBe(PRICE * 3);
  expect(at.eventsTo(jid(pair.host)).at(-1)).toMatchObject({ name: 'Meter', data: { gems: PRICE * 1.2, seconds: 60 } });
  expect((await at.beat(sid, pair, NOON + 61 * S)).heard).toMatchObject({ gems: PRICE * 2, secondsLeft: 239 });
  await at.act('SessionTerminate', sid, pair.user, NOON + 62 * S, over);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ gems: PRICE * 2, seconds: 62 });
  expect(await balances(pair)).toEqual([PRICE * 3, PRICE * 1.2]);
});

describe('two users connected to two processes', () => {
  test('a call over two processes reports no absence with heartbeats in memory, and a hang-up is billed as with one process', async () => {
    const { pair, sid, mine, theirs, talk, beat, sweep } = await meet();
    const told = at.told.length;
    await talk(1, 125);
    const away = at.told.slice(told).filter(({ event }) => event.name === 'PeerAway' && event.sid === sid);
    expect(away).toEqual([]);
    // The caller's process does not know of the heartbeat at 128.5 s. The row is 5 s old, so the host does not count as absent.
    await sweep(128 * S);
    await beat(theirs, pair.host, 128.5 * S);
    expect((await beatsOf(sid)).callee).toBe(123.5 * S);
    await at.act('SessionTerminate', sid, pair.user, NOON + 129 * S, over, 'phone', mine);
    const receipt = { reason: 'hangUp', seconds: 129, endTime: NOON + 129 * S };
    expect(await at.receipt(sid, pair.user)).toMatchObject({ ...receipt, gems: PRICE * 3 });
    expect(await balances(pair)).toEqual([PRICE * 2, PRICE * 1.8]);
  });

  test('a heartbeat is written at once when the stored one is old enough for its side to count as absent', async () => {
    const { pair, sid, theirs, beat, sweep } = await meet();
    await beat(theirs, pair.host, 1 * S);
    expect((await beatsOf(sid)).callee).toBe(1 * S);
    await beat(theirs, pair.host, 6 * S);
    expect((await beatsOf(sid)).callee).toBe(1 * S);
    await sweep(7 * S);
    await beat(theirs, pair.host, 12.1 * S);
    expect((await beatsOf(sid)).callee).toBe(12.1 * S);
  });

  test('a call ends 15 s after the last heartbeat of one side, as of that heartbeat, though the other side sends more', async () => {
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
    // A heartbeat that was answered before the end was known does not move the end.
    await sweep(70 * S);
    expect((await beat(mine, pair.user, 70 * S)).refusal).toBe('sid-non-existent');
    expect((await at.receipt(sid, pair.user))?.endTime).toBe(NOON + 53.5 * S);
  });

  test('a heartbeat of a device that the user left does not count when they continue at another process or device', async () => {
    const { pair, sid, mine, theirs, leader, talk, beat, sweep } = await meet();
    await talk(1, 50);
    await beat(theirs, pair.host, 53.5 * S);
    await at.act('CallAccept', sid, pair.host, NOON + 54 * S, {}, 'tablet', leader);
    await at.act('CallAccept', sid, pair.user, NOON + 54.1 * S, {}, 'phone', mine);
    await beat(leader, pair.host, 54.2 * S, 'tablet');
    // The old device is no longer in the call.
    expect((await beat(theirs, pair.host, 55 * S)).refusal).toBe('closed');
    await sweep(56 * S);
    await at.act('SessionHeartbeat', sid, pair.host, NOON + 57 * S, { flowing: false }, 'tablet', leader);
    const { rows } = await at.pool.query('select callee_loss from call where sid = $1', [sid]);
    expect(Number(rows[0].callee_loss) - NOON).toBe(54.2 * S);
  });
});

describe('a process that is killed with a heartbeat that is not written', () => {
  test('a call continues when a process is killed with an unwritten heartbeat and its users come back', async () => {
    const { pair, sid, theirs, leader, talk, beat } = await meet();
    await talk(1, 55);
    expect((await beatsOf(sid)).caller).toBe(50 * S);
    // The caller's process dies at 55.5 s, and their stream resumes at another one.
    for (let ms = 58_500; ms <= 64_500; ms += CALL_HEARTBEAT_INTERVAL_MS) await beat(leader, pair.host, ms);
    await beat(leader, pair.user, 64 * S);
    // Only the processes that live write what they have buffered.
    await theirs.tick(NOON + 66 * S);
    await leader.sweep(NOON + 66 * S);
    expect((await beatsOf(sid)).caller).toBe(64 * S);
    await at.act('SessionTerminate', sid, pair.host, NOON + 66 * S, over, 'phone', leader);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'hangUp', gems: PRICE * 2, seconds: 66 });
    expect(await balances(pair)).toEqual([PRICE * 3, PRICE * 1.2]);
  });

  test('a killed process costs only the unwritten heartbeat when its user never returns: the call ends as of the stored one', async () => {
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

test('ten thousand heartbeats of one call are written in one transaction per process, and change nothing of what is paid and earned', async () => {
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
  // Two processes have buffered heartbeats; the sweep adds its query.
  expect(await statementsOf(() => sweep(1_500))).toBe(2 * WRITE_STATEMENTS + 1);
  expect(await beatsOf(sid)).toEqual({ caller: 725, callee: 725 });
  const { rows } = await at.pool.query('select doubts, minutes, posted from call where sid = $1', [sid]);
  expect(rows[0]).toMatchObject({ doubts: [], minutes: 1, posted: 0 });
  await at.act('SessionTerminate', sid, pair.host, NOON + 2 * S, over, 'phone', theirs);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ gems: 0, fairStart: true, seconds: 2 });
});

test('an action before the write uses the buffered heartbeats: a media loss starts at the last of them', async () => {
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

test('a heartbeat after the end of a call is refused and changes nothing', async () => {
  const pair = await at.pair(PRICE);
  const sid = await at.connect(pair, NOON);
  await at.beat(sid, pair, NOON + 5 * S);
  await at.act('SessionTerminate', sid, pair.host, NOON + 5 * S + 100, over);
  expect((await at.beat(sid, pair, NOON + 5 * S + 200)).refusal).toBe('sid-non-existent');
  const receipt = await at.receipt(sid, pair.user);
  expect(await statementsOf(() => at.calls().tick(NOON + 10 * S))).toBe(0);
  expect(await at.receipt(sid, pair.user)).toEqual(receipt);
});

test.each([-HOUR_MS, -3_000, 3_000])(
  'a clock that jumps by %i ms ends no active call, and a silent call still ends',
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
