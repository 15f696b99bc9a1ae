import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

/** How many statements were sent meanwhile, but for those of the site's settings, which a server keeps. */
async function statementsOf(run: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await run();
    const texts = query.mock.calls.map(([sent]) => JSON.stringify(sent) ?? '');
    return texts.filter((text) => !text.includes('site_setting')).length;
  } finally {
    query.mockRestore();
  }
}

/** All that one call wrote, but for whose it is. */
async function written(sid: string, { user, host }: { user: number; host: number }) {
  const { rows } = await at.pool.query(
    `select to_jsonb(call) - array['sid', 'caller', 'callee', 'caller_jid', 'callee_jid', 'due_at'] as call,
      array(select kind || ' ' || gross from transfer where operation like 'call:' || sid || ':%' order by id) as moved
    from call where sid = $1`,
    [sid],
  );
  return { ...rows[0], gems: [await at.gems(user), await at.gems(host)] };
}

describe('each step from the press to both pictures is one statement, and one for what closed apps are told of it', () => {
  test.each([
    { what: 'paid', gems: 500, isNew: false },
    { what: 'with a free call', gems: 0, isNew: true },
  ])('of a call that is $what', async ({ gems, isNew }) => {
    const { user, host } = await at.pair(gems, { isNew });
    let sid = '';
    const request = async () => {
      sid = (await at.request(user, host, NOON)).sid;
    };
    expect(await statementsOf(request)).toBe(2);
    expect(await statementsOf(() => at.act('CallReady', sid, host, NOON + 1, {}))).toBe(2);
    expect(await statementsOf(() => at.act('SessionSuccess', sid, host, NOON + 2, {}))).toBe(1);
    expect(await statementsOf(() => at.act('SessionSuccess', sid, user, NOON + 3, {}))).toBe(1);
    const { heard } = await at.beat(sid, { user, host }, NOON + 1_000);
    expect(heard).toMatchObject({ seconds: 0, ms: 998, gems: isNew ? 0 : PRICE, metering: true });
  });

  test('a refused request too, and it keeps no allowance', async () => {
    const [one, two] = [await at.pair(0, { isNew: true }), await at.pair(0, { isNew: true })];
    expect(await at.request(one.user, one.host, NOON)).toMatchObject({ kind: 'first' });
    const refused = async () => expect((await at.request(two.user, one.user, NOON)).refusal).toBe('not-anchor');
    expect(await statementsOf(refused)).toBe(1);
    // Where one of the two is in a call, that call is looked at first.
    expect((await at.request(two.user, one.host, NOON)).refusal).toBe('busy');
    const { rows } = await at.pool.query(`select from allowance_use where owner = 'uid:' || $1::text`, [two.user]);
    expect(rows).toEqual([]);
  });
});

describe('a picture confirmed in one statement is written as by a step of the whole call', () => {
  const WAYS = [
    { who: 'the callee first', order: ['host', 'user'] },
    { who: 'the caller first', order: ['user', 'host'] },
    { who: 'the callee alone', order: ['host'] },
  ] as const;
  const TERMS = [
    { what: 'paid', gems: 500, isNew: false, isFriend: false },
    { what: 'free at first', gems: 500, isNew: true, isFriend: false },
    { what: 'between friends', gems: 0, isNew: false, isFriend: true },
    { what: 'without gems by then', gems: PRICE, isNew: false, isFriend: false, isSpent: true },
  ];
  test.each(WAYS.flatMap((way) => TERMS.map((terms) => ({ ...way, ...terms }))))('$what, $who', async (one) => {
    const play = async (asWhole: boolean) => {
      const pair = await at.pair(one.gems, { isNew: one.isNew });
      const { user } = pair;
      const host = one.isFriend ? (await at.pair(0)).user : pair.host;
      if (one.isFriend)
        await at.pool.query('insert into friendship (uid, target_uid) values ($1, $2), ($2, $1)', [user, host]);
      const { sid } = await at.request(user, host, NOON);
      await at.act('CallReady', sid, host, NOON + 100, {});
      if (one.isSpent) await at.spend(user, PRICE);
      const told = at.told.length;
      const counts: number[] = [];
      for (const [n, side] of one.order.entries()) {
        // What is due is looked at with the call locked.
        if (asWhole) await at.pool.query(`update call set due_at = 0 where sid = $1 and state <> 'ended'`, [sid]);
        const confirm = () => at.act('SessionSuccess', sid, side === 'user' ? user : host, NOON + 200 + n * 50, {});
        counts.push(await statementsOf(confirm));
      }
      const events = at.told.slice(told).map(({ event: { name, data } }) => ({ name, data }));
      return { counts, result: { ...(await written(sid, { user, host })), events: one.isSpent ? [] : events } };
    };
    const [direct, whole] = [await play(false), await play(true)];
    expect(direct.result).toEqual(whole.result);
    expect(Math.min(...whole.counts)).toBeGreaterThan(1);
    if (!('isSpent' in one)) expect(direct.counts).toEqual(one.order.map(() => 1));
    expect(await at.audit()).toEqual([]);
  });

  test('from the device in the call only, and only in time', async () => {
    const pair = await at.pair(500);
    const { sid } = await at.request(pair.user, pair.host, NOON);
    await at.act('CallReady', sid, pair.host, NOON, {});
    for (const uid of [pair.user, pair.host])
      expect((await at.act('SessionSuccess', sid, uid, NOON, {}, 'tablet')).refusal).toBe('closed');
    expect((await at.act('SessionSuccess', sid, pair.host, NOON + 30_000, {})).refusal).toBe('sid-non-existent');
    expect(await at.gems(pair.user)).toBe(500);
    expect((await at.receipt(sid, pair.user))?.reason).toBe('timeOut');
  });

  test('when 50 confirmations of one picture come at once, one minute is held', async () => {
    const { user, host } = await at.pair(PRICE * 3);
    const { sid } = await at.request(user, host, NOON);
    await at.act('CallReady', sid, host, NOON, {});
    const asked = Array.from({ length: 50 }, (_, n) =>
      at.act('SessionSuccess', sid, n % 2 ? user : host, NOON + 1, {}),
    );
    expect(new Set((await Promise.all(asked)).map(({ refusal }) => refusal))).toEqual(new Set([undefined]));
    expect(await at.gems(user)).toBe(PRICE * 2);
    expect(await at.audit()).toEqual([]);
  });
});
