import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setLimit } from '../../../server/domains/wallet/limits.ts';
import { type CallServer, jid, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

const S = 1_000;
const over = { reason: 'hangUp', rejectType: '' } as const;
let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

/** Both send heartbeats every 5 s, from `from` to `to` seconds. */
async function talk(sid: string, pair: { user: number; host: number }, from: number, to: number) {
  for (let second = from; second < to; second += 5) await at.beat(sid, pair, NOON + second * S);
  return at.beat(sid, pair, NOON + to * S);
}

test('a minute is charged at its start, and a call ends at the boundary when the gems are used up, announced a minute before', async () => {
  const pair = await at.pair(PRICE * 2 + 5);
  const sid = await at.connect(pair, NOON);
  expect(await at.gems(pair.user)).toBe(PRICE + 5);
  expect((await talk(sid, pair, 5, 60)).heard).toMatchObject({ secondsLeft: 60, seconds: 60, gems: PRICE * 2 });
  expect(await at.gems(pair.user)).toBe(5);
  await talk(sid, pair, 65, 115);
  await at.calls().sweep(NOON + 120 * S + 90);
  const ended = at.eventsTo(`u_${pair.user}@localhost`).at(-1);
  expect(ended).toMatchObject({ name: 'SessionTerminate', data: { reason: 'gemsOut' } });
  expect(await at.receipt(sid, pair.user)).toMatchObject({ gems: PRICE * 2, seconds: 120, endTime: NOON + 120 * S });
  expect([await at.gems(pair.user), await at.gems(pair.host)]).toEqual([5, PRICE * 1.2]);
});

test('a minute beyond the caller’s spending limit is not charged, and ends the call at the boundary', async () => {
  const pair = await at.pair(PRICE * 9);
  await setLimit(at.db, pair.user, { scope: 'use', window: 'day', gems: PRICE + 1 }, NOON);
  const sid = await at.connect(pair, NOON);
  await talk(sid, pair, 5, 55);
  await at.calls().sweep(NOON + 60 * S + 90);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ gems: PRICE, seconds: 60, endTime: NOON + 60 * S });
  expect(await at.gems(pair.user)).toBe(PRICE * 8);
  expect(await at.audit()).toEqual([]);
});

test('free seconds are used before paid minutes', async () => {
  const pair = await at.pair(PRICE, { isNew: true });
  const sid = await at.connect(pair, NOON);
  expect((await talk(sid, pair, 5, 55)).heard).toMatchObject({ gems: 0, freeSecondsLeft: 5, secondsLeft: 65 });
  expect((await talk(sid, pair, 60, 60)).heard).toMatchObject({ gems: PRICE, freeSecondsLeft: 0, secondsLeft: 60 });
  await talk(sid, pair, 65, 80);
  await at.act('SessionTerminate', sid, pair.user, NOON + 81 * S, over);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ kind: 'first', freeSeconds: 60, seconds: 81, gems: PRICE });
});

test('two missed heartbeats end a call as of the last mutual one, and a minute started later is refunded', async () => {
  const pair = await at.pair(PRICE * 5);
  const sid = await at.connect(pair, NOON);
  await talk(sid, pair, 5, 55);
  // The host is silent, and the caller's heartbeats continue into the next minute.
  await at.act('SessionHeartbeat', sid, pair.user, NOON + 60 * S, { flowing: true });
  expect(await at.gems(pair.user)).toBe(PRICE * 3);
  await at.act('SessionHeartbeat', sid, pair.user, NOON + 65 * S, { flowing: true });
  expect(at.eventsTo(jid(pair.user)).at(-1)).toMatchObject({ name: 'PeerAway', data: { away: true } });
  await at.calls().sweep(NOON + 70 * S);
  expect((await at.act('SessionHeartbeat', sid, pair.user, NOON + 70 * S, { flowing: true })).refusal).toBeUndefined();
  await at.calls().sweep(NOON + 70 * S + 1);
  const receipt = { reason: 'heartbeatLost', endTime: NOON + 55 * S, seconds: 55, gems: PRICE };
  expect(await at.receipt(sid, pair.user)).toMatchObject(receipt);
  expect([await at.gems(pair.user), await at.gems(pair.host)]).toEqual([PRICE * 4, PRICE * 0.6]);
});

test('a media loss of more than 5 s reported by the callee is unpaid, from the last good heartbeat to the last one that reports it', async () => {
  const pair = await at.pair(PRICE * 5);
  const sid = await at.connect(pair, NOON);
  await talk(sid, pair, 5, 30);
  const bad = (second: number) => at.act('SessionHeartbeat', sid, pair.host, NOON + second * S, { flowing: false });
  expect((await bad(35)).heard).toMatchObject({ metering: true });
  expect((await bad(36)).heard).toMatchObject({ metering: false, seconds: 30 });
  // Both devices are notified at once, and also of the next minute.
  const toBoth = () => [jid(pair.user), jid(pair.host)].map((to) => at.eventsTo(to).at(-1));
  for (const event of toBoth()) expect(event).toMatchObject({ name: 'Meter', data: { metering: false, seconds: 30 } });
  const callers = await at.act('SessionHeartbeat', sid, pair.user, NOON + 40 * S, { flowing: true });
  expect(callers.heard).toMatchObject({ metering: false, seconds: 30 });
  expect((await at.beat(sid, pair, NOON + 45 * S)).heard).toMatchObject({ metering: true, seconds: 39 });
  await talk(sid, pair, 50, 65);
  await at.calls().sweep(NOON + 66 * S);
  for (const event of toBoth()) expect(event).toMatchObject({ name: 'Meter', data: { seconds: 60, metering: true } });
  await at.act('SessionTerminate', sid, pair.user, NOON + 66 * S, over);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ gems: PRICE * 2, seconds: 60 });
});

describe('false statements about media', () => {
  const say = (sid: string, uid: number, second: number, flowing: boolean) =>
    at.act('SessionHeartbeat', sid, uid, NOON + second * S, { flowing });

  test('a caller who denies media continues to pay until the call ends, and the host earns nothing for the denied time', async () => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    await talk(sid, pair, 5, 45);
    for (let second = 50; second <= 75; second += 5) {
      await say(sid, pair.host, second, true);
      expect((await say(sid, pair.user, second, false)).heard).toMatchObject({ metering: true, seconds: second });
    }
    await at.calls().sweep(NOON + 75 * S + 1);
    const ended = { reason: 'mediaFail', seconds: 75, endTime: NOON + 75 * S };
    expect(await at.receipt(sid, pair.user)).toMatchObject({ ...ended, gems: PRICE * 2 });
    expect(await at.receipt(sid, pair.host)).toMatchObject({ ...ended, gems: PRICE * 0.6 });
    expect(await at.gems(pair.host)).toBe(PRICE * 0.6);
    expect(await at.audit()).toEqual([]);
  });

  test('a media loss reported by both sides ends the call, billed until its start, also in a free call', async () => {
    for (const isNew of [false, true]) {
      const pair = await at.pair(PRICE * 5, { isNew });
      const sid = await at.connect(pair, NOON);
      await talk(sid, pair, 5, 55);
      for (let second = 60; second <= 85; second += 5) {
        for (const uid of [pair.user, pair.host]) await say(sid, uid, second, false);
      }
      await at.calls().sweep(NOON + 85 * S + 1);
      const receipt = { reason: 'mediaFail', seconds: 55, endTime: NOON + 55 * S, gems: isNew ? 0 : PRICE };
      expect(await at.receipt(sid, pair.user)).toMatchObject(receipt);
    }
  });

  test("a caller who withholds SessionSuccess is metered by the callee's, uses up the free call, and is disconnected", async () => {
    const pair = await at.pair(PRICE, { isNew: true });
    const { sid } = await at.request(pair.user, pair.host, NOON);
    await at.act('CallReady', sid, pair.host, NOON + 2 * S, {});
    await at.act('SessionSuccess', sid, pair.host, NOON + 4 * S, {});
    expect((await say(sid, pair.host, 9, true)).heard).toMatchObject({ metering: true, seconds: 5 });
    await at.calls().sweep(NOON + 14 * S + 1);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ kind: 'first', reason: 'mediaFail', seconds: 10 });
    const next = await at.request(pair.user, pair.host, NOON + 20 * S);
    expect(next).toMatchObject({ kind: 'paid', freeSeconds: 0 });
    // Signaling does not continue without limit either when no side confirms media.
    const signal = { signal: { kind: 'ready', generation: 0 } } as const;
    await at.act('CallReady', next.sid, pair.host, NOON + 25 * S, {});
    expect((await at.act('WebRTCContent', next.sid, pair.user, NOON + 54 * S, signal)).refusal).toBeUndefined();
    expect((await at.act('WebRTCContent', next.sid, pair.user, NOON + 55 * S, signal)).refusal).toBe('closed');
    await at.calls().sweep(NOON + 55 * S);
    expect(await at.receipt(next.sid, pair.user)).toMatchObject({ reason: 'timeOut', gems: 0 });
  });

  test('a free call is used up when it is answered, with or without video, and not when it is missed', async () => {
    const pair = await at.pair(PRICE, { isNew: true });
    for (const [second, kind] of [
      [0, 'first'],
      [100, 'first'],
      [200, 'paid'],
    ] as const) {
      const call = await at.request(pair.user, pair.host, NOON + second * S);
      expect(call).toMatchObject({ kind });
      if (second === 100) await at.act('CallReady', call.sid, pair.host, NOON + second * S, {});
      await at.act('CallCancel', call.sid, pair.user, NOON + (second + 5) * S, {});
    }
  });

  test('repeated changes of the media state do not let the row grow without bound', async () => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    for (let n = 0; n < 820; n += 1) {
      await at.act('SessionHeartbeat', sid, pair.user, NOON + n * 10, { flowing: n % 4 !== 0 });
    }
    const { rows } = await at.pool.query('select jsonb_array_length(doubts) as n from call where sid = $1', [sid]);
    expect(rows[0].n).toBe(200);
    await at.act('SessionTerminate', sid, pair.user, NOON + 9 * S, over);
    // The callee confirms only the start, so the call ended in its fair start.
    expect(await at.gems(pair.user)).toBe(PRICE * 5);
  });

  test('a caller without heartbeats pays for the time that the callee reports, and the host does not earn it', async () => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    await talk(sid, pair, 5, 55);
    for (const second of [60, 65, 70]) await say(sid, pair.host, second, true);
    await at.calls().sweep(NOON + 70 * S + 1);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'heartbeatLost', seconds: 70, gems: PRICE * 2 });
    expect(await at.receipt(sid, pair.host)).toMatchObject({ gems: PRICE * 0.6 });
  });
});

describe('a server that dies during a call', () => {
  test('a call and its billing resume after a restart of the server when both send heartbeats', async () => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    await talk(sid, pair, 5, 55);
    await at.restart(NOON + 85 * S);
    await at.calls().sweep(NOON + 85 * S);
    await at.calls().sweep(NOON + 99 * S);
    expect((await talk(sid, pair, 99, 99)).heard).toMatchObject({ gems: PRICE * 2, seconds: 99 });
    await at.act('SessionTerminate', sid, pair.host, NOON + 100 * S, over);
    expect(await at.gems(pair.user)).toBe(PRICE * 3);
  });

  test('a call ends as of the last mutual heartbeat when no side comes back after a restart of the server', async () => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    await talk(sid, pair, 5, 50);
    await at.restart(NOON + 85 * S);
    await at.calls().sweep(NOON + 100 * S);
    expect((await at.act('CallAccept', sid, pair.user, NOON + 100 * S, {})).refusal).toBeUndefined();
    await at.calls().sweep(NOON + 100 * S + 1);
    expect(await at.receipt(sid, pair.host)).toMatchObject({ reason: 'heartbeatLost', seconds: 50, gems: 0 });
    await at.restart(0);
  });
});

test('the state of a call only moves forward, and its receipt never changes', async () => {
  const pair = await at.pair(PRICE);
  const sid = await at.connect(pair, NOON);
  const back = at.pool.query(`update call set state = 'ringing' where sid = $1`, [sid]);
  await expect(back).rejects.toThrow('forward');
  await at.act('SessionTerminate', sid, pair.user, NOON + 5 * S, over);
  const rewrite = at.pool.query('update call set minutes = 1, posted = 1 where sid = $1', [sid]);
  await expect(rewrite).rejects.toThrow('receipt');
});
