import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { createDatabaseAvailability } from '../../../server/domains/calls/hub/database-availability.ts';
import { loadBalances } from '../../../server/domains/wallet/balances.ts';
import { type CallServer, jid, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';
import { giveSilver } from '../../harness/money/silver.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
/** Starts a process whose availability begins before each call. */
beforeEach(() => at.restart(0));
afterAll(async () => {
  expect(await at.audit()).toEqual([]);
  await at?.close();
});

const S = 1_000;
type Pair = { readonly user: number; readonly host: number };

/** Both send heartbeats every five seconds, up to `until` ms after the start. */
async function beatTo(sid: string, pair: Pair, until: number, from = 0): Promise<void> {
  for (let ms = from; ms <= until; ms += 5 * S) {
    await at.calls().sweep(NOON + ms);
    await at.beat(sid, pair, NOON + ms);
  }
}

/** The server is down in this time (ms after the start), and no side comes back, so a timeout ends the call. */
async function outage(from: number, to: number): Promise<void> {
  await at.calls().sweep(NOON + from);
  await at.restart(NOON + to);
  await at.calls().sweep(NOON + to);
  await at.calls().sweep(NOON + Math.max(to + 16 * S, 90 * S));
}

const usesOf = async (sid: string) => {
  const { rows } = await at.pool.query('select distinct kind from allowance_use where sid = $1', [sid]);
  return rows.map(({ kind }) => kind);
};

describe('a call that an outage of the server ends', () => {
  test.each([
    { what: 'three seconds into the call', from: 3 * S, ms: 120 * S, seconds: 0, minutes: 0 },
    { what: 'three seconds into the call, for hours', from: 3 * S, ms: 5 * HOUR_MS, seconds: 0, minutes: 0 },
    { what: 'in the middle of the first minute', from: 32 * S, ms: 60 * S, seconds: 30, minutes: 0 },
    { what: 'just before the second minute', from: 59 * S, ms: 30 * S, seconds: 55, minutes: 0 },
    { what: 'at the second minute', from: 60 * S, ms: 61 * S, seconds: 60, minutes: 1 },
    { what: 'in the second minute', from: 90 * S, ms: 61 * S, seconds: 90, minutes: 1 },
    { what: 'just after the third minute began', from: 121 * S, ms: 61 * S, seconds: 120, minutes: 2 },
  ])('a call that an outage ends $what costs only complete minutes', async ({ from, ms, seconds, minutes }) => {
    const pair = await at.pair(1_000);
    const sid = await at.connect(pair, NOON);
    await beatTo(sid, pair, from);
    await outage(from, from + ms);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ seconds, gems: minutes * PRICE, reason: 'heartbeatLost' });
    expect(await at.receipt(sid, pair.host)).toMatchObject({ seconds, gems: Math.floor(minutes * PRICE * 0.6) });
    expect(await at.gems(pair.user)).toBe(1_000 - minutes * PRICE);
    expect(await at.gems(pair.host)).toBe(Math.floor(minutes * PRICE * 0.6));
  });

  test('a minute held during the outage of the server is released too', async () => {
    const pair = await at.pair(1_000);
    const sid = await at.connect(pair, NOON);
    await beatTo(sid, pair, 50 * S);
    // Short enough that the next minute is held before the call ends.
    await at.restart(NOON + 62 * S);
    await at.calls().sweep(NOON + 62 * S);
    await at.calls().sweep(NOON + 90 * S);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ seconds: 50, gems: 0 });
    expect(await at.gems(pair.user)).toBe(1_000);
    expect(await at.gems(pair.host)).toBe(0);
  });

  test.each(['user', 'host'] as const)('a minute is released when the %s hangs up after an outage', async (who) => {
    const pair = await at.pair(1_000);
    const sid = await at.connect(pair, NOON);
    await at.restart(NOON + 30 * S);
    const over = { reason: 'hangUp', rejectType: '' } as const;
    await at.act('SessionTerminate', sid, pair[who], NOON + 31 * S, over);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ seconds: 0, gems: 0 });
    expect(await at.gems(pair.user)).toBe(1_000);
  });
});

test('a call during an outage of PostgreSQL is billed for complete minutes, with the heartbeats that the process buffered', async () => {
  let [now, isGone] = [NOON, false];
  const reach = createDatabaseAvailability(
    async () => {
      if (isGone) throw new Error('Connection terminated unexpectedly');
    },
    { now: () => now },
  );
  const process = at.serve(reach.since, () => isGone);
  const pair = await at.pair(1_000);
  const sid = await at.connect(pair, NOON);
  const beatAt = async (ms: number) => {
    now = NOON + ms;
    const request = { name: 'SessionHeartbeat', sid, data: { flowing: true } } as const;
    const answers = [pair.host, pair.user].map((uid) =>
      reach.run(() => process.perform(request, { uid, jid: jid(uid) }, now)).catch(() => undefined),
    );
    return (await Promise.all(answers)).map((answer) => answer?.ok ?? false);
  };
  expect(await beatAt(S)).toEqual([true, true]);
  isGone = true;
  expect(await beatAt(6 * S)).toEqual([true, true]);
  for (const ms of [11, 16, 21]) expect(await beatAt(ms * S)).toEqual([false, false]);
  isGone = false;
  for (const ms of [40, 41, 56]) {
    now = NOON + ms * S;
    await reach.run(() => process.sweep(now));
  }
  expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'heartbeatLost', seconds: 6, gems: 0 });
  expect(await at.gems(pair.user)).toBe(1_000);
});

describe('a call that continues after an outage', () => {
  test('a call after an outage is billed as usual when both come back and the caller hangs up', async () => {
    const pair = await at.pair(1_000);
    const sid = await at.connect(pair, NOON);
    await beatTo(sid, pair, 30 * S);
    await at.restart(NOON + 45 * S);
    await beatTo(sid, pair, 70 * S, 50 * S);
    await at.act('SessionTerminate', sid, pair.user, NOON + 72 * S, { reason: 'hangUp', rejectType: '' });
    expect(await at.receipt(sid, pair.user)).toMatchObject({ seconds: 72, gems: 2 * PRICE });
  });

  test('a minute after an outage is paid when the host reports more of it and the caller is gone', async () => {
    const pair = await at.pair(1_000);
    const sid = await at.connect(pair, NOON);
    await at.restart(NOON + 20 * S);
    for (const ms of [21, 26, 31]) await at.act('SessionHeartbeat', sid, pair.host, NOON + ms * S, { flowing: true });
    await at.calls().sweep(NOON + 36 * S);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'heartbeatLost', gems: PRICE });
  });

  test('the connection of a call survives an outage when the caller confirms media ten seconds late', async () => {
    const pair = await at.pair(1_000);
    const { sid } = await at.request(pair.user, pair.host, NOON);
    await at.act('CallReady', sid, pair.host, NOON, {});
    await at.act('SessionSuccess', sid, pair.host, NOON + S, {});
    await at.restart(NOON + 20 * S);
    await at.act('SessionHeartbeat', sid, pair.host, NOON + 21 * S, { flowing: true });
    await at.calls().sweep(NOON + 21 * S);
    await at.act('SessionHeartbeat', sid, pair.user, NOON + 22 * S, { flowing: true });
    await at.calls().sweep(NOON + 23 * S);
    const { rows } = await at.pool.query('select state from call where sid = $1', [sid]);
    expect(rows).toEqual([{ state: 'connected' }]);
  });
});

describe('allowances of a call that an outage cut short', () => {
  test.each([
    { what: 'a free call seen for three seconds', connects: 0, from: 3 * S, left: [] },
    { what: 'a free call seen for 55 seconds', connects: 0, from: 57 * S, left: [] },
    { what: 'a free call seen to its end', connects: 0, from: 62 * S, left: ['first'] },
    { what: 'a call that was answered, and never connected', connects: undefined, from: 3 * S, left: [] },
  ])('the allowance of $what is used up only when the call reached its end', async ({ connects, from, left }) => {
    const pair = await at.pair(1_000, { isNew: true });
    const { sid } = await at.request(pair.user, pair.host, NOON);
    await at.act('CallReady', sid, pair.host, NOON, {});
    if (connects !== undefined) {
      for (const uid of [pair.user, pair.host]) await at.act('SessionSuccess', sid, uid, NOON + connects, {});
      await beatTo(sid, pair, from);
    }
    expect(await usesOf(sid)).toEqual(['first']);
    await outage(from, from + 61 * S);
    expect(await usesOf(sid)).toEqual(left);
    expect(await at.gems(pair.user)).toBe(1_000);
  });

  test.each(['user', 'host'] as const)('an allowance is returned when the %s hangs up after an outage', async (who) => {
    const pair = await at.pair(0, { isNew: true });
    const { sid } = await at.request(pair.user, pair.host, NOON);
    await at.act('CallReady', sid, pair.host, NOON, {});
    await at.restart(NOON + 10 * S);
    await at.act('SessionTerminate', sid, pair[who], NOON + 11 * S, { reason: 'hangUp', rejectType: '' });
    expect(await usesOf(sid)).toEqual([]);
  });

  test('an allowance is used up by an answered call without an outage', async () => {
    const pair = await at.pair(0, { isNew: true });
    const { sid } = await at.request(pair.user, pair.host, NOON);
    await at.act('CallReady', sid, pair.host, NOON, {});
    await at.act('SessionTerminate', sid, pair.user, NOON + 11 * S, { reason: 'hangUp', rejectType: '' });
    expect(await usesOf(sid)).toEqual(['first']);
  });

  test('the silver of a call that an outage cut short is returned', async () => {
    const from = 33 * S;
    const pair = await at.pair(0, { isSilver: true });
    await giveSilver(at.db, pair.user, 100);
    const free = await at.request(pair.user, pair.host, NOON - HOUR_MS, 'silver');
    await at.act('CallReady', free.sid, pair.host, NOON - HOUR_MS, {});
    await at.act('SessionTerminate', free.sid, pair.user, NOON - HOUR_MS + S, { reason: 'hangUp', rejectType: '' });
    const { sid } = await at.request(pair.user, pair.host, NOON, 'silver');
    await at.act('CallReady', sid, pair.host, NOON, {});
    for (const uid of [pair.user, pair.host]) await at.act('SessionSuccess', sid, uid, NOON, {});
    await beatTo(sid, pair, from);
    expect(await loadBalances(at.db, pair.user)).toMatchObject({ silver: 0 });
    await outage(from, from + 61 * S);
    expect(await loadBalances(at.db, pair.user)).toMatchObject({ silver: 100 });
    expect(await at.receipt(sid, pair.user)).toMatchObject({ silver: 0 });
    expect(await usesOf(sid)).toEqual([]);
  });
});
