import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { remainingOf } from '../../../server/domains/calls/allowances.ts';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

const over = { reason: 'hangUp', rejectType: '' } as const;
const befriend = (one: number, other: number) =>
  at.pool.query('insert into friendship (uid, target_uid) values ($1, $2), ($2, $1)', [one, other]);

describe('calls between friends', () => {
  test('a call between friends is not metered and uses no allowance, whatever their roles', async () => {
    const [one, two] = [await at.pair(500, { isNew: true }), await at.pair(500)];
    const pairs = [
      [one.user, two.user],
      [one.host, two.host],
      [one.host, two.user],
    ] as const;
    for (const [caller, callee] of pairs) {
      await befriend(caller, callee);
      const { sid, ...terms } = await at.request(caller, callee, NOON);
      expect(terms).toMatchObject({ kind: 'paid', price: 0, freeSeconds: 0 });
      await at.act('CallReady', sid, callee, NOON, {});
      for (const uid of [caller, callee]) await at.act('SessionSuccess', sid, uid, NOON, {});
      const end = NOON + 2 * 60_000;
      for (let now = NOON; now <= end; now += 10_000) {
        const { heard } = await at.beat(sid, { user: caller, host: callee }, now);
        expect(heard).toMatchObject({ gems: 0, seconds: (now - NOON) / 1_000 });
        expect(heard).not.toHaveProperty('secondsLeft');
      }
      await at.act('SessionTerminate', sid, caller, end, over);
      expect(await at.receipt(sid, caller)).toMatchObject({ gems: 0, price: 0, seconds: 120, reason: 'hangUp' });
    }
    expect(await at.gems(one.user)).toBe(500);
    expect(await remainingOf(at.db, 'first', one.user, NOON)).toBe(1);
    expect(await at.audit()).toEqual([]);
  });

  test('a call to a host who is a friend still has a price', async () => {
    const { user, host } = await at.pair(500);
    await befriend(user, host);
    expect(await at.request(user, host, NOON)).toMatchObject({ price: PRICE, refusal: undefined });
  });

  test('a user who is not a host can be called only by friends, and a friendship needs both sides', async () => {
    const [one, two, three] = [await at.pair(500), await at.pair(500), await at.pair(500)];
    await befriend(one.user, two.user);
    await befriend(three.user, two.host);
    expect((await at.request(one.user, three.user, NOON)).refusal).toBe('not-anchor');
    expect((await at.request(one.host, three.user, NOON)).refusal).toBe('not-anchor');
    await at.pool.query('delete from friendship where uid = $1 and target_uid = $2', [one.user, two.user]);
    expect((await at.request(one.user, two.user, NOON)).refusal).toBe('not-anchor');
  });

  test('a user is not called in one call while calling in another, even when the calls start at the same moment', async () => {
    const people = [await at.pair(0), await at.pair(0), await at.pair(0)].map(({ user }) => user);
    const [a = 0, b = 0, c = 0] = people;
    for (const [one, other] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const)
      await befriend(one, other);
    const first = await at.request(a, b, NOON);
    expect((await at.request(b, c, NOON)).refusal).toBe('one-call');
    expect((await at.request(c, a, NOON)).refusal).toBe('busy');
    await at.act('CallCancel', first.sid, a, NOON, {});
    for (let round = 0; round < 8; round += 1) {
      const rings = [
        [a, b],
        [b, c],
        [c, a],
      ].map(([one = 0, other = 0]) => at.request(one, other, NOON));
      const granted = (await Promise.all(rings)).filter(({ refusal }) => refusal === undefined);
      expect(granted).toHaveLength(1);
      for (const uid of people) await at.act('SessionTerminate', granted[0]?.sid ?? '', uid, NOON, over);
    }
  });
});

describe('features that the operator switched off', () => {
  test('free calls of paid users and silver calls are refused when the operator switched them off', async () => {
    const [{ user, host }, club] = [await at.pair(500), await at.pair(0, { isSilver: true })];
    await at.pool.query('update account set paid = true where uid = $1', [user]);
    await changeSiteSetting(at.db, 'enablePaidUserFreeCall', false);
    await changeSiteSetting(at.db, 'enableSilverClub', false);
    const paid = await at.request(user, host, NOON);
    expect(paid).toMatchObject({ kind: 'paid', freeSeconds: 0 });
    expect((await at.request(club.user, club.host, NOON, 'silver')).refusal).toBe('no-allowance');
    await at.act('CallCancel', paid.sid, user, NOON, {});
    for (const key of ['enablePaidUserFreeCall', 'enableSilverClub'] as const)
      await changeSiteSetting(at.db, key, undefined);
    await changeSiteSetting(at.db, 'silverCallDuration', 45);
    expect(await at.request(user, host, NOON)).toMatchObject({ kind: 'paidUserFree' });
    expect(await at.request(club.user, club.host, NOON, 'silver')).toMatchObject({ kind: 'silver', freeSeconds: 45 });
    await changeSiteSetting(at.db, 'silverCallDuration', undefined);
  });
});
