import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { loadBalances } from '../../../server/domains/wallet/balances.ts';
import { type CallServer, NOON, startCalls } from '../../harness/calls/calls.ts';
import { giveSilver } from '../../harness/money/silver.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(async () => {
  expect(await at.audit()).toEqual([]);
  await at.close();
});

const over = { reason: 'hangUp', rejectType: '' } as const;
const silverOf = async (uid: number) => {
  const { silver, silverSpent } = await loadBalances(at.db, uid);
  return [silver, silverSpent];
};

async function club(silver: number) {
  const pair = await at.pair(0, { isSilver: true });
  if (silver > 0) await giveSilver(at.db, pair.user, silver);
  return pair;
}

/** Makes a silver call that is answered, confirmed by both sides, and hung up. */
async function talk({ user, host }: { user: number; host: number }, now: number) {
  const call = await at.request(user, host, now, 'silver');
  if (call.refusal) return call;
  await at.act('CallReady', call.sid, host, now, {});
  for (const uid of [user, host]) await at.act('SessionSuccess', call.sid, uid, now, {});
  await at.act('SessionTerminate', call.sid, user, now + 1_000, over);
  return call;
}

test('the first silver call of a day is free, five more cost 100 silver each, and the host earns none of it', async () => {
  const pair = await club(650);
  const free = await talk(pair, NOON);
  expect(free).toMatchObject({ kind: 'silver', freeSeconds: 60 });
  expect(free).not.toHaveProperty('silver');
  expect(await silverOf(pair.user)).toEqual([650, 0]);
  for (let times = 1; times <= 5; times += 1) {
    const paid = await talk(pair, NOON + times * MINUTE_MS);
    expect(paid).toMatchObject({ kind: 'silver', freeSeconds: 60, silver: 100 });
    expect(await silverOf(pair.user)).toEqual([650 - times * 100, times * 100]);
    expect(await at.receipt(paid.sid, pair.user)).toMatchObject({ gems: 0, silver: 100 });
    expect(await at.receipt(paid.sid, pair.host)).toMatchObject({ gems: 0, silver: 0 });
  }
  expect((await talk(pair, NOON + 6 * MINUTE_MS)).refusal).toBe('no-allowance');
  expect(await silverOf(pair.host)).toEqual([0, 0]);
  // The next day starts with a free call again.
  expect(await talk(pair, NOON + DAY_MS)).not.toHaveProperty('silver');
});

test('a caller with too little silver is refused, loses none, and keeps the calls of the day', async () => {
  const pair = await club(99);
  await talk(pair, NOON);
  expect((await at.request(pair.user, pair.host, NOON + MINUTE_MS, 'silver')).refusal).toBe('silver-insufficient');
  expect(await silverOf(pair.user)).toEqual([99, 0]);
  const { rows } = await at.pool.query(`select 1 from allowance_use where kind = 'silverPaid' and owner like $1`, [
    `uid:${pair.user}@%`,
  ]);
  expect(rows).toEqual([]);
  await giveSilver(at.db, pair.user, 1);
  expect(await talk(pair, NOON + 2 * MINUTE_MS)).toMatchObject({ silver: 100 });
});

test('silver is held while a call rings, and returned when it is not answered or media does not flow', async () => {
  const pair = await club(500);
  await talk(pair, NOON);
  const ringing = await at.request(pair.user, pair.host, NOON + MINUTE_MS, 'silver');
  expect(await silverOf(pair.user)).toEqual([400, 0]);
  await at.act('CallCancel', ringing.sid, pair.user, NOON + MINUTE_MS + 1, {});
  expect(await silverOf(pair.user)).toEqual([500, 0]);
  const unseen = await at.request(pair.user, pair.host, NOON + 2 * MINUTE_MS, 'silver');
  expect(await silverOf(pair.user)).toEqual([400, 0]);
  await at.act('CallReady', unseen.sid, pair.host, NOON + 2 * MINUTE_MS, {});
  await at.act('SessionSuccess', unseen.sid, pair.user, NOON + 2 * MINUTE_MS, {});
  await at.calls().sweep(NOON + 3 * MINUTE_MS);
  expect(await silverOf(pair.user)).toEqual([500, 0]);
  expect(await at.receipt(unseen.sid, pair.user)).toMatchObject({ gems: 0, silver: 0 });
  // Neither of the two counts as one of the five paid calls of the day.
  for (let times = 4; times < 9; times += 1)
    expect(await talk(pair, NOON + times * MINUTE_MS)).toMatchObject({ silver: 100 });
  expect((await talk(pair, NOON + 9 * MINUTE_MS)).refusal).toBe('no-allowance');
  expect(await silverOf(pair.user)).toEqual([0, 500]);
});

test('a new account on the same device pays for its first silver call when another account used the free one', async () => {
  const [one, two] = [await club(100), await club(100)];
  const device = `insert into device_token (hash, uid, device) values ($1, $2, 'the same device')`;
  await at.pool.query(device, ['h1', one.user]);
  await at.pool.query(device, ['h2', two.user]);
  expect(await talk(one, NOON)).not.toHaveProperty('silver');
  expect(await talk(two, NOON + MINUTE_MS)).toMatchObject({ silver: 100 });
});

test('fifty simultaneous silver calls start one call and cost 100 silver once', async () => {
  const pair = await club(1_000);
  await talk(pair, NOON);
  const asked = Array.from({ length: 50 }, () => at.request(pair.user, pair.host, NOON + MINUTE_MS, 'silver'));
  const began = (await Promise.all(asked)).filter(({ refusal }) => refusal === undefined);
  expect(began).toHaveLength(1);
  expect(await silverOf(pair.user)).toEqual([900, 0]);
});
