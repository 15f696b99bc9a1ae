import * as fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { earnedAt, meteredAt, minuteStart, minutesOf } from '../../../server/domains/calls/billing/meter.ts';
import { type CallServer, jid, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

/** Counts the statements of `run`, except those for the cached site settings. */
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

/** Returns everything that a call wrote, without the ids of its users. */
async function written(sid: string, { user, host }: { user: number; host: number }) {
  const { rows } = await at.pool.query(
    `select to_jsonb(call) - array['sid', 'caller', 'callee', 'caller_jid', 'callee_jid', 'due_at'] as call,
      array(select kind || ' ' || gross from transfer where operation like 'call:' || sid || ':%' order by id) as moved,
      array(select posting.amount from transfer join posting on transfer_id = transfer.id
        where operation like 'call:' || sid || ':%' order by posting.id) as amounts,
      (select paid_minutes_recent from anchor where uid = callee) as recent,
      (select count(*)::int from allowance_use where allowance_use.sid = call.sid) as used,
      (select unanswered from closed_host where uid = callee) as unanswered,
      array(select kind || ' ' || n || ' ' || (about - 'sid' - 'uid' - 'tid') from push_job where uid = callee order by tag) as pushes
    from call where sid = $1`,
    [sid],
  );
  return { ...rows[0], gems: [await at.gems(user), await at.gems(host)] };
}

describe('statements of each action until both sides confirm media', () => {
  test.each([
    { what: 'paid', gems: 500, isNew: false },
    { what: 'with a free call', gems: 0, isNew: true },
  ])('each action up to confirmed media is one statement in a call that is $what', async ({ gems, isNew }) => {
    const { user, host } = await at.pair(gems, { isNew });
    let sid = '';
    const request = async () => {
      sid = (await at.request(user, host, NOON)).sid;
    };
    expect(await statementsOf(request)).toBe(1);
    expect(await statementsOf(() => at.act('CallCheck', sid, host, NOON + 1, {}))).toBe(1);
    expect(await statementsOf(() => at.act('CallReady', sid, host, NOON + 1, {}))).toBe(1);
    expect(await statementsOf(() => at.act('SessionSuccess', sid, host, NOON + 2, {}))).toBe(1);
    expect(await statementsOf(() => at.act('SessionSuccess', sid, user, NOON + 3, {}))).toBe(1);
    const { heard } = await at.beat(sid, { user, host }, NOON + 1_000);
    expect(heard).toMatchObject({ seconds: 0, ms: 998, gems: isNew ? 0 : PRICE, metering: true });
  });

  test('a refused call request is one statement and uses no allowance', async () => {
    const [one, two] = [await at.pair(0, { isNew: true }), await at.pair(0, { isNew: true })];
    expect(await at.request(one.user, one.host, NOON)).toMatchObject({ kind: 'first' });
    const refused = async () => expect((await at.request(two.user, one.user, NOON)).refusal).toBe('not-anchor');
    expect(await statementsOf(refused)).toBe(1);
    // If one of the two is in a call, that call is checked first.
    expect((await at.request(two.user, one.host, NOON)).refusal).toBe('busy');
    const { rows } = await at.pool.query(`select from allowance_use where owner = 'uid:' || $1::text`, [two.user]);
    expect(rows).toEqual([]);
  });
});

describe('confirmation of media in one statement', () => {
  const WAYS = [
    { who: 'the callee first', order: ['host', 'user'] },
    { who: 'the caller first', order: ['user', 'host'] },
    { who: 'the callee alone', order: ['host'] },
  ] as const;
  const TERMS = [
    { what: 'paid', gems: 500, isNew: false, isFriend: false },
    { what: 'free at first', gems: 500, isNew: true, isFriend: false },
    { what: 'between friends', gems: 0, isNew: false, isFriend: true },
    { what: 'with its gems spent meanwhile', gems: PRICE, isNew: false, isFriend: false, isSpent: true },
  ];
  test.each(WAYS.flatMap((way) => TERMS.map((terms) => ({ ...way, ...terms }))))(
    'a confirmation in one statement writes the same rows as one with the call locked: $what, $who',
    async (one) => {
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
          // A call that is due is processed with the call locked.
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
    },
  );

  test('media is confirmed only from the device in the call and only in time', async () => {
    const pair = await at.pair(500);
    const { sid } = await at.request(pair.user, pair.host, NOON);
    await at.act('CallReady', sid, pair.host, NOON, {});
    for (const uid of [pair.user, pair.host])
      expect((await at.act('SessionSuccess', sid, uid, NOON, {}, 'tablet')).refusal).toBe('closed');
    expect((await at.act('SessionSuccess', sid, pair.host, NOON + 30_000, {})).refusal).toBe('sid-non-existent');
    expect(await at.gems(pair.user)).toBe(500);
    expect((await at.receipt(sid, pair.user))?.reason).toBe('timeOut');
  });

  test('one minute is held when 50 confirmations of media come at once', async () => {
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

/** Forces actions to run with the call locked, by making the checks of the fast path fail in the database. */
async function asWhole<T>(run: () => Promise<T>): Promise<T> {
  const { rows } = await at.pool.query(
    `select pg_get_functiondef('call_is_calm'::regproc) as calm, pg_get_functiondef('end_call'::regproc) as ends`,
  );
  const named = (text: string) => text.slice(0, text.indexOf('AS $function$'));
  await at.pool.query(`${named(rows[0].calm)} AS $$ select false $$`);
  await at.pool.query(`${named(rows[0].ends)} AS $$ begin return; end $$`);
  try {
    return await run();
  } finally {
    await at.pool.query(rows[0].calm);
    await at.pool.query(rows[0].ends);
  }
}

describe('actions in one statement', () => {
  type Told = { readonly name: string; readonly data: unknown };
  const plain = ({ name, data }: Told) =>
    JSON.stringify({ name, data }).replaceAll(/"(sid|caller|callee)":("[^"]*"|\d+)/g, '"$1":0');
  const over = { reason: 'hangUp', rejectType: '' } as const;

  /** Makes a call of this length in which the caller once denies media, so that it has disputed time. */
  async function talked(seconds: number, terms: { isNew?: boolean; isFriend?: boolean; gems?: number }) {
    const { gems = 500, isNew = false } = terms;
    const pair = await at.pair(gems, { isNew });
    const host = terms.isFriend ? (await at.pair(0)).user : pair.host;
    const both = { user: pair.user, host };
    if (terms.isFriend)
      await at.pool.query('insert into friendship (uid, target_uid) values ($1, $2), ($2, $1)', [pair.user, host]);
    const { sid } = await at.request(pair.user, host, NOON);
    await at.act('CallReady', sid, host, NOON, {});
    await at.act('SessionSuccess', sid, host, NOON, {});
    await at.act('SessionSuccess', sid, pair.user, NOON + 700, {});
    for (let at5 = 5; at5 <= seconds; at5 += 5) {
      if (at5 === 20) await at.act('SessionHeartbeat', sid, pair.user, NOON + 20_000, { flowing: false });
      else await at.beat(sid, both, NOON + at5 * 1_000);
      await at.act('SessionHeartbeat', sid, host, NOON + at5 * 1_000, { flowing: true });
      await at.calls().sweep(NOON + at5 * 1_000 + 10);
    }
    return { sid, ...both };
  }
  const ends = [
    { what: 'at once', seconds: 0, terms: {} },
    { what: 'in the first minute', seconds: 35, terms: {} },
    { what: 'in the third minute', seconds: 135, terms: {} },
    { what: 'in free time', seconds: 25, terms: { isNew: true, gems: 0 } },
    { what: 'after free time', seconds: 75, terms: { isNew: true } },
    { what: 'between friends', seconds: 65, terms: { isFriend: true, gems: 0 } },
  ];
  test.each(ends)('a call that ends $what is written as with the call locked', async ({ seconds, terms }) => {
    const play = async () => {
      const { sid, user, host } = await talked(seconds, terms);
      const told = at.told.length;
      const { heard } = await at.act('SessionTerminate', sid, host, NOON + seconds * 1_000 + 4_000, over);
      expect(heard?.receipt).toMatchObject({ reason: 'hangUp' });
      const events = at.told.slice(told).map(({ event }) => plain(event));
      return { ...(await written(sid, { user, host })), events };
    };
    expect(await play()).toEqual(await asWhole(play));
    expect(await at.audit()).toEqual([]);
  });

  const UNCONNECTED = [
    { what: 'cancelled while it rings', name: 'CallCancel', by: 'user', isAnswered: false, data: {} },
    { what: 'cancelled when it is answered', name: 'CallCancel', by: 'user', isAnswered: true, data: {} },
    {
      what: 'declined',
      name: 'SessionTerminate',
      by: 'host',
      isAnswered: false,
      data: { reason: 'decline', rejectType: 'on_call_refuse' },
    },
    {
      what: 'missed, by the callee',
      name: 'SessionTerminate',
      by: 'host',
      isAnswered: false,
      data: { reason: 'timeOut', rejectType: '' },
    },
    { what: 'failed', name: 'SessionFail', by: 'user', isAnswered: true, data: { reason: 'sdp fail', rejectType: '' } },
  ] as const;
  test.each(UNCONNECTED)('a call that is $what ends as with the lock', async ({ name, by, isAnswered, data }) => {
    const counts: number[] = [];
    const play = async () => {
      const { user, host } = await at.pair(0, { isNew: true });
      await at.pool.query(
        `with device as (insert into device_token (hash, uid, device) values ('hash' || $1::bigint, $1, 'device') returning hash, uid)
         insert into push_token (session_hash, uid, endpoint, p256dh, auth, sw_scope, vapid_key, lang, zone, shape)
         select hash, uid, 'https://push.test/' || uid, '', '', '/', '', 'en', 'UTC', 'web' from device`,
        [host],
      );
      await at.pool.query(`insert into closed_host (uid, until, unanswered) values ($1, now() + interval '1 day', 0)`, [
        host,
      ]);
      const { sid } = await at.request(user, host, NOON);
      if (isAnswered) await at.act('CallReady', sid, host, NOON + 1, {});
      const told = at.told.length;
      const uid = by === 'user' ? user : host;
      counts.push(await statementsOf(() => at.act(name, sid, uid, NOON + 2, data as never)));
      return { ...(await written(sid, { user, host })), events: at.told.slice(told).map(({ event }) => plain(event)) };
    };
    expect(await play()).toEqual(await asWhole(play));
    if (data !== UNCONNECTED[3].data) expect(counts[0]).toBe(1);
    expect(counts[1]).toBeGreaterThan(1);
  });

  test.each([
    { what: 'goes on as a paid call', gems: PRICE, refusal: undefined },
    { what: 'cannot be paid', gems: PRICE - 1, refusal: 'gems-insufficient' },
  ])('a match that $what is written as with the call locked', async ({ gems, refusal }) => {
    const play = async () => {
      const { user, host } = await at.pair(gems);
      const device = (uid: number) => ({ uid, jid: jid(uid) });
      const agreed = await at.calls().agree({ viewer: device(user), anchor: device(host), price: PRICE }, NOON);
      const sid = agreed.ok ? agreed.value.sid : '';
      await at.act('SessionSuccess', sid, user, NOON, {});
      await at.act('SessionSuccess', sid, host, NOON, {});
      await at.beat(sid, { user, host }, NOON + 5_000);
      const told = at.told.length;
      await at.calls().tick(NOON + 8_000);
      const convert = () => at.act('MatchToFlash', sid, user, NOON + 8_000, { price: PRICE });
      const count = await statementsOf(async () => expect((await convert()).refusal).toBe(refusal));
      const events = at.told.slice(told).map(({ event }) => plain(event));
      return { count, result: { ...(await written(sid, { user, host })), events } };
    };
    const [direct, whole] = [await play(), await asWhole(play)];
    expect(direct.result).toEqual(whole.result);
    if (refusal === undefined) expect(direct.count).toBe(1);
    expect(whole.count).toBeGreaterThan(1);
  });
});

test('the database computes the meter like the server', async () => {
  const moment = fc.integer({ min: 0, max: 600_000 });
  const spans = fc.uniqueArray(moment, { minLength: 3, maxLength: 9 }).map((all) => all.toSorted((a, b) => a - b));
  const pairs = (all: readonly number[]) =>
    all.flatMap((from, n) => (n % 2 === 0 && all[n + 1] !== undefined ? [[from, Number(all[n + 1])] as const] : []));
  const meters = fc.sample(
    fc.record({ ran: spans, doubted: spans, at: moment, free: fc.constantFrom(0, 30, 60), minutes: fc.nat(9) }),
    { numRuns: 200, seed: 3 },
  );
  for (const { ran, doubted, at: now, free, minutes } of meters) {
    // The last interval is open.
    const stretches = [...pairs(ran.slice(0, -1)), [Number(ran.at(-1)), null] as const];
    const doubts = pairs(doubted);
    const { rows } = await at.pool.query(
      `select call_metered(one.stretches, $1)::int as metered, call_minutes(call_metered(one.stretches, $1), one.free_seconds) as begun,
         call_earned_minutes(one, $1) as earned, call_minute_at(one)::int as next
       from jsonb_populate_record(null::call, $2) as one`,
      [now, JSON.stringify({ stretches, doubts, free_seconds: free, minutes, price: PRICE })],
    );
    const metered = meteredAt(stretches, now);
    expect({ stretches, doubts, now, free, minutes, ...rows[0] }).toEqual({
      stretches,
      doubts,
      now,
      free,
      minutes,
      metered,
      begun: minutesOf(metered, free * 1_000),
      earned: Math.min(minutes, minutesOf(earnedAt(stretches, doubts, now), free * 1_000)),
      // The database need not know the start of a minute before the last interval.
      next: expect.toSatisfy((next: number) => {
        const start = minuteStart(stretches, free * 1_000, minutes) ?? Number.NaN;
        return start >= Number(ran.at(-1)) ? next === start : next <= Number(ran.at(-1));
      }),
    });
  }
});
