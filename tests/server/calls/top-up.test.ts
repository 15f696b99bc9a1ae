import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { TOP_UP_WAIT_MS } from '../../../contract/calls/rules.ts';
import { grant } from '../../../server/domains/wallet/ledger.ts';
import { setLimit } from '../../../server/domains/wallet/limits.ts';
import { lockMoney } from '../../../server/domains/wallet/lock.ts';
import { type CallServer, jid, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

const S = 1_000;
const over = { reason: 'hangUp', rejectType: '' } as const;
let at: CallServer;
let priceId: number;
let orders = 0;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
  const { rows } = await at.pool.query(
    `with one as (insert into sku (sku, kind, gems, position) values ('test', 'pack', 100, 1) returning sku)
     insert into sku_price (sku, currency, amount_minor) select sku, 'USD', 99 from one returning id`,
  );
  priceId = Number(rows[0].id);
});
afterAll(() => at?.close());
beforeEach(() => at.told.splice(0));

type Pair = { readonly user: number; readonly host: number };

/** Stores an open purchase of this user in this call, created this many minutes ago. */
async function order(sid: string, uid: number, minutesAgo = 0): Promise<string> {
  orders += 1;
  const id = `order-${orders}`.padEnd(21, 'x');
  await at.pool.query(
    `insert into payment_order (id, uid, operation, body_hash, device, price_id, sku, gems, bonus, amount_minor, currency, country,
       channel, gateway, livemode, state, scene, sid, created_at, expires_at)
     values ($1, $2, $1, '', 'phone', $3, 'test', 100, 0, 99, 'USD', '', 'card', 'demo', false, 'created', '{}', $4,
       now() - make_interval(mins => $5), now() + interval '30 min')`,
    [id, uid, priceId, sid, minutesAgo],
  );
  return id;
}

const talk = async (sid: string, pair: Pair, from: number, to: number) => {
  for (let second = from; second <= to; second += 5) await at.beat(sid, pair, NOON + second * S);
};
const pay = (uid: number, gems: number, name: string) =>
  grant(at.db, `test:paid:${name}`, uid, 'gems', gems, { type: 'adjust', id: name });
const heard = (uid: number) => at.eventsTo(jid(uid)).map(({ name }) => name);
const ending = async (sid: string, uid: number) => (await at.receipt(sid, uid))?.reason;

/** Starts a call whose gems last for one minute, with a purchase open at its end. */
async function broke(): Promise<{ sid: string; pair: Pair; id: string }> {
  const pair = await at.pair(PRICE);
  const sid = await at.connect(pair, NOON);
  await talk(sid, pair, 5, 55);
  const id = await order(sid, pair.user);
  await talk(sid, pair, 60, 60);
  return { sid, pair, id };
}

describe('a minute that cannot be paid while a purchase is open', () => {
  test('the meter stops at the boundary while a purchase is open, both are notified, and the call continues when gems arrive', async () => {
    const { sid, pair } = await broke();
    const until = NOON + 60 * S + TOP_UP_WAIT_MS;
    for (const uid of [pair.user, pair.host]) {
      expect(at.eventsTo(jid(uid))).toContainEqual({ name: 'TopUpWait', sid, data: { until } });
    }
    await talk(sid, pair, 65, 75);
    const waiting = await at.beat(sid, pair, NOON + 80 * S);
    expect(waiting.heard).toMatchObject({ metering: false, seconds: 60, secondsLeft: 0, waitUntil: until });
    await pay(pair.user, PRICE * 2, sid);
    const on = await at.beat(sid, pair, NOON + 90 * S);
    expect(on.heard).toMatchObject({ metering: true, seconds: 60, gems: PRICE * 2 });
    expect(on.heard?.waitUntil).toBeUndefined();
    for (const uid of [pair.user, pair.host]) expect(heard(uid)).toContain('TopUpDone');
    await talk(sid, pair, 95, 120);
    await at.act('SessionTerminate', sid, pair.user, NOON + 120 * S, over);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ seconds: 90, gems: PRICE * 2 });
    expect([await at.gems(pair.user), await at.gems(pair.host)]).toEqual([PRICE, PRICE * 1.2]);
    expect(await at.audit()).toEqual([]);
  });

  test('a call ends after the waiting time when no gems arrive, and the waiting time costs nothing', async () => {
    const { sid, pair } = await broke();
    for (let second = 65; second <= 115; second += 5) await at.beat(sid, pair, NOON + second * S);
    await at.calls().sweep(NOON + 120 * S);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'gemsOut', seconds: 60, gems: PRICE });
    expect(await at.gems(pair.host)).toBe(PRICE * 0.6);
  });

  test('a call waits for a purchase only once', async () => {
    const { sid, pair } = await broke();
    await pay(pair.user, PRICE, sid);
    await at.beat(sid, pair, NOON + 70 * S);
    await talk(sid, pair, 75, 125);
    await at.calls().sweep(NOON + 130 * S);
    expect(await ending(sid, pair.user)).toBe('gemsOut');
  });

  test.each([
    ['nothing is bought', async () => undefined],
    ['the purchase belongs to another call', (_sid: string, uid: number) => order('anothersidanothersid1', uid)],
    ['another user buys', (sid: string, uid: number) => order(sid, uid + 5_000)],
    ['the purchase is too old', (sid: string, uid: number) => order(sid, uid, 11)],
    [
      'the purchase has failed',
      async (sid: string, uid: number) => {
        const id = await order(sid, uid);
        await at.pool.query(`update payment_order set state = 'failed' where id = $1`, [id]);
      },
    ],
  ])('a call without gems ends at once when %s', async (_why, buy) => {
    const pair = await at.pair(PRICE);
    const sid = await at.connect(pair, NOON);
    await buy(sid, pair.user);
    await talk(sid, pair, 5, 60);
    expect(await ending(sid, pair.user)).toBe('gemsOut');
    expect(heard(pair.host)).not.toContain('TopUpWait');
  });

  test('either side can leave during the wait without a further charge', async () => {
    const { sid, pair } = await broke();
    await at.act('SessionTerminate', sid, pair.host, NOON + 75 * S, over);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'hangUp', seconds: 60, gems: PRICE });
  });

  test('a minute is paid once when gems arrive and both sides and the sweep process the call at once', async () => {
    const { sid, pair } = await broke();
    await pay(pair.user, PRICE * 3, sid);
    await Promise.all([
      at.beat(sid, pair, NOON + 70 * S),
      at.calls().freshen([pair.user], NOON + 70 * S),
      at.calls().freshen([pair.host], NOON + 70 * S),
    ]);
    expect(await at.gems(pair.user)).toBe(PRICE * 2);
    expect(at.eventsTo(jid(pair.host)).filter(({ name }) => name === 'TopUpDone')).toHaveLength(1);
  });
});

test('a spending limit of the caller shortens the call, which then ends for that reason', async () => {
  const pair = await at.pair(PRICE * 9);
  await setLimit(at.db, pair.user, { scope: 'use', window: 'day', gems: PRICE * 2 }, Date.now());
  const sid = await at.connect(pair, NOON);
  expect((await at.beat(sid, pair, NOON)).heard).toMatchObject({ secondsLeft: 120 });
  await talk(sid, pair, 5, 120);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'spendLimit', gems: PRICE * 2, seconds: 120 });
  expect(await at.gems(pair.user)).toBe(PRICE * 7);
});

test('a lock of the caller’s gems ends the call at its next minute, for that reason', async () => {
  const pair = await at.pair(PRICE * 9);
  const sid = await at.connect(pair, NOON);
  await at.db.transaction((tx) => lockMoney(tx, pair.user, 'a dispute'));
  // The lock is read with the next heartbeats that are written.
  await at.beat(sid, pair, NOON);
  expect((await at.beat(sid, pair, NOON + 5 * S)).heard).toMatchObject({ secondsLeft: 55 });
  await talk(sid, pair, 10, 60);
  expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'moneyLocked', gems: PRICE, seconds: 60 });
});

describe('a caller who is in a bank app', () => {
  const hosts = (sid: string, pair: Pair, second: number, flowing = false) =>
    at.act('SessionHeartbeat', sid, pair.host, NOON + second * S, { flowing });

  test('a caller with an open purchase may send no heartbeats for two minutes, in which the meter pauses', async () => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    await talk(sid, pair, 5, 30);
    await order(sid, pair.user);
    for (let second = 35; second <= 140; second += 5) {
      expect((await hosts(sid, pair, second)).refusal).toBeUndefined();
      await at.calls().sweep(NOON + second * S);
    }
    expect((await at.beat(sid, pair, NOON + 145 * S)).heard).toMatchObject({ metering: true, gems: PRICE });
  });

  test('a call ends on the usual timeout when the purchase of the silent caller is over', async () => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    await talk(sid, pair, 5, 30);
    const id = await order(sid, pair.user);
    for (let second = 35; second <= 60; second += 5) await hosts(sid, pair, second);
    await at.calls().sweep(NOON + 60 * S);
    expect((await hosts(sid, pair, 61)).refusal).toBeUndefined();
    await at.pool.query(`update payment_order set state = 'failed' where id = $1`, [id]);
    await at.calls().sweep(NOON + 70 * S);
    expect(await ending(sid, pair.user)).toBe('heartbeatLost');
  });

  test('a silent host still ends the call while the caller has an open purchase', async () => {
    const pair = await at.pair(PRICE * 5);
    const sid = await at.connect(pair, NOON);
    await talk(sid, pair, 5, 30);
    await order(sid, pair.user);
    for (let second = 35; second <= 50; second += 5) {
      await at.act('SessionHeartbeat', sid, pair.user, NOON + second * S, { flowing: true });
      await at.calls().sweep(NOON + second * S);
    }
    expect(await ending(sid, pair.user)).toBe('heartbeatLost');
  });
});
