import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type CallServer, jid, NOON, PRICE, startCalls } from '../../harness/calls.ts';

const S = 1_000;
const over = { reason: 'hangUp', rejectType: '' } as const;
let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

/** Both beat every 5 s, from `from` to `to` seconds. */
async function talk(sid: string, pair: { user: number; host: number }, from: number, to: number) {
  for (let second = from; second < to; second += 5) await at.beat(sid, pair, NOON + second * S);
  return at.beat(sid, pair, NOON + to * S);
}

test('a minute is taken at its start, and gems that run out end the call at the boundary, foretold a minute before', async () => {
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

test('free seconds come first', async () => {
  const pair = await at.pair(PRICE, { isNew: true });
  const sid = await at.connect(pair, NOON);
  expect((await talk(sid, pair, 5, 55)).heard).toMatchObject({ gems: 0, freeSecondsLeft: 5, secondsLeft: 65 });
  expect((await talk(sid, pair, 60, 60)).heard).toMatchObject({ gems: PRICE, freeSecondsLeft: 0, secondsLeft: 60 });
  await at.act('SessionTerminate', sid, pair.user, NOON + 61 * S, over);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ kind: 'first', freeSeconds: 60, seconds: 61, gems: PRICE });
});

test('two missed beats end it as of the last mutual one, and a minute that began later goes back', async () => {
  const pair = await at.pair(PRICE * 5);
  const sid = await at.connect(pair, NOON);
  await talk(sid, pair, 5, 55);
  // The host is silent; the caller talks on into the next minute.
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

test('media that is lost for more than 5 s stops the meter until it flows to both again', async () => {
  const pair = await at.pair(PRICE * 5);
  const sid = await at.connect(pair, NOON);
  await talk(sid, pair, 5, 30);
  const bad = (second: number) => at.act('SessionHeartbeat', sid, pair.host, NOON + second * S, { flowing: false });
  expect((await bad(35)).heard).toMatchObject({ metering: true });
  expect((await bad(36)).heard).toMatchObject({ metering: false, seconds: 36 });
  const callers = await at.act('SessionHeartbeat', sid, pair.user, NOON + 40 * S, { flowing: true });
  expect(callers.heard).toMatchObject({ metering: false, seconds: 36 });
  await at.beat(sid, pair, NOON + 45 * S);
  expect((await talk(sid, pair, 50, 65)).heard).toMatchObject({ metering: true, seconds: 56, gems: PRICE });
  await at.act('SessionTerminate', sid, pair.user, NOON + 65 * S, over);
});

describe('a server that dies in mid-call', () => {
  test('finds the call again when both beat, and charges on', async () => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    await talk(sid, pair, 5, 55);
    at.restart(NOON + 85 * S);
    await at.calls().sweep(NOON + 85 * S);
    await at.calls().sweep(NOON + 99 * S);
    expect((await talk(sid, pair, 99, 99)).heard).toMatchObject({ gems: PRICE * 2, seconds: 99 });
    await at.act('SessionTerminate', sid, pair.host, NOON + 100 * S, over);
    expect(await at.gems(pair.user)).toBe(PRICE * 3);
  });

  test('and nobody comes back: it ends as of the last mutual beat', async () => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    await talk(sid, pair, 5, 50);
    at.restart(NOON + 85 * S);
    await at.calls().sweep(NOON + 100 * S);
    expect((await at.act('CallAccept', sid, pair.user, NOON + 100 * S, {})).refusal).toBeUndefined();
    await at.calls().sweep(NOON + 100 * S + 1);
    expect(await at.receipt(sid, pair.host)).toMatchObject({ reason: 'heartbeatLost', seconds: 50, gems: PRICE * 0.6 });
    at.restart(0);
  });
});

test('a call only goes forward, and its receipt stays as it is, whoever writes', async () => {
  const pair = await at.pair(PRICE);
  const sid = await at.connect(pair, NOON);
  const back = at.pool.query(`update call set state = 'ringing' where sid = $1`, [sid]);
  await expect(back).rejects.toThrow('forward');
  await at.act('SessionTerminate', sid, pair.user, NOON + 5 * S, over);
  const rewrite = at.pool.query('update call set minutes = 0, posted = 0 where sid = $1', [sid]);
  await expect(rewrite).rejects.toThrow('receipt');
});
