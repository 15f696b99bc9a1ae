import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { GiftOrder } from '../../../contract/gifts/gift.ts';
import { readCatalogue } from '../../../server/domains/gifts/catalogue.ts';
import { give as giveFrom, stateOf } from '../../../server/domains/gifts/give.ts';
import { readGiftsOf, readWall } from '../../../server/domains/gifts/wall.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { hold } from '../../../server/domains/wallet/ledger.ts';
import { setLimit } from '../../../server/domains/wallet/limits.ts';
import { lockMoney, unlockMoney } from '../../../server/domains/wallet/lock.ts';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

let at: CallServer;
let ops = 0;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(async () => {
  const broken = await at?.audit();
  await at?.close();
  expect(broken).toEqual([]);
});

const folder = openMediaFolder(temporaryFolder('media'), 'chat');
const give = (db: CallServer['db'], uid: number, given: GiftOrder) => giveFrom(db, folder, uid, given);
/** A rose in the chat with a new operation id. */
function order(to: number, change: Partial<GiftOrder> = {}): GiftOrder {
  ops += 1;
  const op = `op${ops}`.padEnd(21, '_');
  return { op, gift: 'rose', price: 10, to, count: 1, where: 'chat', sid: '', combo: op, ask: '', lock: '', ...change };
}
const outcome = (given: Awaited<ReturnType<typeof give>>) => (given.ok ? 'given' : given.error.reason);
const said = async (uid: number) =>
  (await at.pool.query(`select peer, stanza_id, payload from service_outbox where to_uid = $1 order by id`, [uid]))
    .rows;
const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

describe('gifts', () => {
  test('a gift costs its price, earns the host 60 %, and is sent to both users under one id', async () => {
    const { user, host } = await at.pair(100);
    const given = await give(at.db, user, order(host, { gift: 'coffee', price: 20, count: 3, ask: 'a'.repeat(21) }));
    expect(given).toMatchObject({ ok: true, value: { balance: 40, total: 3, version: 1 } });
    expect([await at.gems(user), await at.gems(host)]).toEqual([40, 36]);
    const [[mine], [theirs]] = [await said(user), await said(host)];
    expect([Number(mine.peer), Number(theirs.peer)]).toEqual([host, user]);
    expect(theirs.stanza_id).toBe(mine.stanza_id);
    expect(mine.payload).toMatchObject({
      kind: 'gift',
      id: 'coffee',
      type: 1,
      gemsPrice: 20,
      tabId: 1,
      title: 'coffee',
      iconUrl: '/gifts/coffee-96.webp',
      count: 3,
      total: 3,
      from: user,
      to: host,
      ask: 'a'.repeat(21),
    });
    expect(theirs.payload).toEqual(mine.payload);
  });

  test('a gift of one gem earns the host nothing, and the ledger balances', async () => {
    const { user, host } = await at.pair(10);
    await at.pool.query(`insert into gift (id, type, gems_price, tab_id, priority) values ('crumb', 1, 1, 1, 90)`);
    expect(outcome(await give(at.db, user, order(host, { gift: 'crumb', price: 1 })))).toBe('given');
    expect([await at.gems(user), await at.gems(host)]).toEqual([9, 0]);
    await at.pool.query(`update gift set is_active = false where id = 'crumb'`);
  });

  test('a gift beyond the giver’s spending limit or during a lock of their gems is refused, and can be given afterwards', async () => {
    const { user, host } = await at.pair(100);
    const wish = order(host, { count: 2 });
    await setLimit(at.db, user, { scope: 'use', window: 'day', gems: 19 }, NOON);
    expect(await give(at.db, user, wish)).toMatchObject({ error: { reason: 'spend-limit', balance: 100 } });
    expect(outcome(await give(at.db, user, order(host)))).toBe('given');
    await at.db.transaction((tx) => lockMoney(tx, user, 'dispute'));
    expect(outcome(await give(at.db, user, order(host)))).toBe('locked');
    await unlockMoney(at.db, user);
    await at.pool.query('delete from spend_limit where uid = $1', [user]);
    expect(outcome(await give(at.db, user, wish))).toBe('given');
    expect([await at.gems(user), (await said(user)).length]).toEqual([70, 2]);
    const { rows } = await at.pool.query(
      `select subject_id from transfer where subject_type = 'gift' order by id desc limit 1`,
    );
    expect(rows[0].subject_id).toBe((await said(user)).at(-1).stanza_id);
  });

  test('a gift is bought and announced once when it is requested 50 times at once under one operation id', async () => {
    const { user, host } = await at.pair(1_000);
    const same = order(host);
    const given = await times(50, () => give(at.db, user, same));
    expect(given.map(outcome)).toEqual(Array(50).fill('given'));
    expect(new Set(given.map((one) => one.ok && one.value.mid)).size).toBe(1);
    expect([await at.gems(user), await at.gems(host)]).toEqual([990, 6]);
    expect([await said(user), await said(host)].map((rows) => rows.length)).toEqual([1, 1]);
    expect(await readWall(at.db, user, host)).toEqual({ received: [{ id: 'rose', count: 1 }], given: 10 });
    expect(await readGiftsOf(at.db, host)).toEqual([
      { id: 'rose', count: 1, title: 'rose', iconUrl: '/gifts/rose-96.webp' },
    ]);
  });

  test('ten gifts are bought when 50 are requested at once with gems for ten', async () => {
    const { user, host } = await at.pair(100);
    const given = await times(50, () => give(at.db, user, order(host)));
    expect(given.filter((one) => one.ok)).toHaveLength(10);
    expect(new Set(given.map(outcome))).toEqual(new Set(['given', 'gems-insufficient']));
    expect([await at.gems(user), await at.gems(host), (await said(host)).length]).toEqual([0, 60, 10]);
  });

  test('gifts and paid call minutes of one user do not deadlock', async () => {
    const { user, host } = await at.pair(PRICE * 40);
    const both = [
      times(30, () => give(at.db, user, order(host))),
      times(30, (n) => hold(at.db, `minute:${user}:${n}`, user, 'gems', PRICE, { type: 'call', id: 'c' })),
    ] as const;
    const [given] = await Promise.all(both);
    expect(given.every((one) => one.ok)).toBe(true);
    expect(await at.gems(user)).toBe(PRICE * 40 - 30 * 10 - 30 * PRICE);
  });
});

describe('refused gifts', () => {
  test.each<[string, Partial<GiftOrder>]>([
    ['price-changed', { price: 9 }],
    ['not-active', { gift: 'crumb', price: 1 }],
    ['not-active', { gift: 'no-such-gift' }],
    ['area', { where: 'call', sid: 'x'.repeat(21) }],
    ['gems-insufficient', { count: 99 }],
    ['conflict', { combo: 'c'.repeat(21) }],
  ])('a gift refused as %s moves no gems and leaves its operation id unused', async (reason, change) => {
    const { user, host } = await at.pair(100);
    const refused = order(host, change);
    expect(await give(at.db, user, refused)).toMatchObject({ ok: false, error: { reason, balance: 100 } });
    expect([await at.gems(user), await at.gems(host), await said(host)]).toEqual([100, 0, []]);
    expect(await stateOf(at.db, user, refused.op)).toEqual({ state: 'none' });
    expect(outcome(await give(at.db, user, { ...order(host), op: refused.op, combo: refused.op }))).toBe('given');
  });

  test('a gift at an old price is refused with the current price', async () => {
    const { user, host } = await at.pair(100);
    await at.pool.query(`update gift set gems_price = 12 where id = 'clover'`);
    const { version } = await readCatalogue(at.db);
    const given = await give(at.db, user, order(host, { gift: 'clover', price: 8 }));
    expect(given).toMatchObject({ ok: false, error: { reason: 'price-changed', price: 12, version } });
    await at.pool.query(`update gift set gems_price = 8 where id = 'clover'`);
  });

  test('a gift is refused for users who are not hosts, for oneself, and across a block', async () => {
    const [{ user, host }, other] = [await at.pair(100), await at.pair(0)];
    const to = async (uid: number) => outcome(await give(at.db, user, order(uid)));
    expect([await to(other.user), await to(user), await to(999)]).toEqual(['no-anchor', 'no-anchor', 'no-anchor']);
    for (const [owner, blocked] of [
      [user, host],
      [other.host, user],
    ]) {
      await at.pool.query(`insert into block (owner_uid, blocked_uid) values ($1, $2)`, [owner, blocked]);
    }
    expect([await to(host), await to(other.host)]).toEqual(['blocked', 'blocked']);
    expect(await at.gems(user)).toBe(100);
  });

  test('a gift under the operation id of another gift is a conflict, and the first purchase remains', async () => {
    const [{ user, host }, other] = [await at.pair(100), await at.pair(0)];
    const first = order(host);
    expect(outcome(await give(at.db, user, first))).toBe('given');
    for (const change of [{ to: other.host }, { count: 2 }, { gift: 'wink', price: 5 }]) {
      expect(outcome(await give(at.db, user, { ...first, ...change }))).toBe('conflict');
    }
    expect(await at.gems(user)).toBe(90);
    expect(await stateOf(at.db, user, first.op)).toMatchObject({
      state: 'done',
      bought: { op: first.op, balance: 90 },
    });
    // Purchases of other users are not visible.
    expect(await stateOf(at.db, host, first.op)).toEqual({ state: 'none' });
  });
});

describe('gifts in a call', () => {
  test('a gift in a call is accepted only for a participant of the call and while it is connected', async () => {
    const [pair, other] = [await at.pair(PRICE * 10), await at.pair(PRICE * 10)];
    const sid = await at.connect(pair, NOON);
    const inCall = (from: number, to: number) => give(at.db, from, order(to, { where: 'call', sid }));
    expect(outcome(await inCall(pair.user, pair.host))).toBe('given');
    expect(outcome(await inCall(other.user, pair.host))).toBe('area');
    await at.act('SessionTerminate', sid, pair.user, NOON + 5_000, { reason: 'hangUp', rejectType: '' });
    expect(outcome(await inCall(pair.user, pair.host))).toBe('area');
  });

  test('a gift is refused in a call when it is not offered there', async () => {
    const pair = await at.pair(PRICE * 10);
    await at.pool.query(`update gift set show_area = 13 where id = 'teddy'`);
    const sid = await at.connect(pair, NOON);
    expect(
      outcome(await give(at.db, pair.user, order(pair.host, { gift: 'teddy', price: 88, where: 'call', sid }))),
    ).toBe('area');
    await at.pool.query(`update gift set show_area = 15 where id = 'teddy'`);
  });
});

describe('gift combos', () => {
  test('gifts in a row add up their total, also when they come at once', async () => {
    const { user, host } = await at.pair(1_000);
    const first = order(host);
    const totals = [await give(at.db, user, first)];
    totals.push(...(await times(10, (n) => give(at.db, user, order(host, { combo: first.op, count: n + 1 })))));
    const sums = totals.map((given) => (given.ok ? given.value.total : 0));
    expect(Math.max(...sums)).toBe(56);
    expect(new Set(sums).size).toBe(11);
    expect(await at.gems(user)).toBe(1_000 - 560);
  });

  test('a combo is not continued with another gift, for another host, by another giver, or after three seconds', async () => {
    const [{ user, host }, other] = [await at.pair(1_000), await at.pair(1_000)];
    const { op: combo } = order(host);
    expect(outcome(await give(at.db, user, { ...order(host), op: combo, combo }))).toBe('given');
    const next = async (from: number, change: Partial<GiftOrder>) =>
      outcome(await give(at.db, from, order(host, { combo, ...change })));
    expect(await next(user, { gift: 'wink', price: 5 })).toBe('conflict');
    expect(await next(user, { to: other.host })).toBe('conflict');
    expect(await next(other.user, {})).toBe('conflict');
    await at.pool.query(`update gift_sent set at = at - interval '3001 ms' where combo = $1`, [combo]);
    expect(await next(user, {})).toBe('conflict');
  });
});

test('each change of the gift catalogue changes its version, and its tabs are in order', async () => {
  const { version, gifts } = await readCatalogue(at.db);
  const shown = gifts.filter(({ isActive }) => isActive);
  expect(shown.map(({ tabId }) => tabId)).toEqual([1, 2, 3, 4].flatMap((tab) => Array(6).fill(tab)));
  expect(shown.map(({ gemsPrice }) => gemsPrice)).toEqual(
    [...shown.map(({ gemsPrice }) => gemsPrice)].sort((a, b) => a - b),
  );
  await at.pool.query(`update gift set priority = 7 where id = 'rose'; update gift set priority = 3 where id = 'rose'`);
  expect((await readCatalogue(at.db)).version).toBe(version + 2);
});

test('the top givers are shown only on the host’s own wall', async () => {
  const [{ user, host }, other] = [await at.pair(100), await at.pair(100)];
  await give(at.db, user, order(host, { count: 2 }));
  await give(at.db, other.user, order(host, { gift: 'cupcake', price: 30 }));
  const received = [
    { id: 'cupcake', count: 1 },
    { id: 'rose', count: 2 },
  ];
  expect(await readWall(at.db, user, host)).toEqual({ received, given: 20 });
  expect(await readWall(at.db, host, host)).toEqual({
    received,
    given: 0,
    givers: [
      { uid: other.user, gems: 30 },
      { uid: user, gems: 20 },
    ],
  });
});
