import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { HubRequestData } from '../../../contract/calls/hub.ts';
import {
  BUFFERED_SIGNALS_MAX,
  BUFFERED_SIGNALS_MAX_CHARS,
  CALL_SETUP_TIMEOUT_MS,
  CANDIDATE_MAX_CHARS,
} from '../../../contract/calls/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { SERVER_REASONS } from '../../../server/domains/calls/call-context.ts';
import { busyAmong } from '../../../server/domains/calls/store.ts';
import { grant } from '../../../server/domains/wallet/ledger.ts';
import { setLimit } from '../../../server/domains/wallet/limits.ts';
import { lockMoney, unlockMoney } from '../../../server/domains/wallet/lock.ts';
import { type CallServer, hostOf, jid, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

const over = { reason: 'hangUp', rejectType: '' } as const;
const ready = { signal: { kind: 'ready', generation: 0 } } as const;
const offer = (session: number): HubRequestData<'WebRTCContent'> => ({
  signal: { kind: 'description', generation: 0, type: 'offer', sdp: `v=0\r\no=- ${session}` },
});
const candidate = (text: string): HubRequestData<'WebRTCContent'> => ({
  signal: { kind: 'candidate', generation: 0, candidate: `candidate:${text}`, sdpMid: '0', sdpMLineIndex: 0 },
});

describe('refused call requests', () => {
  test('a call to oneself, to a user who is not a host, or from a host to a host is refused', async () => {
    const { user, host } = await at.pair(500);
    const other = await at.pair(500);
    expect((await at.request(user, user, NOON)).refusal).toBe('self');
    expect((await at.request(user, other.user, NOON)).refusal).toBe('not-anchor');
    expect((await at.request(user, 987_654, NOON)).refusal).toBe('not-anchor');
    expect((await at.request(host, other.host, NOON)).refusal).toBe('not-anchor');
  });

  test('a call across a block is refused, and the blocked side gets the same answer as for an offline host', async () => {
    for (const [isMine, refusal] of [
      [true, 'blocked'],
      [false, 'offline'],
    ] as const) {
      const { user, host } = await at.pair(500);
      const pair = isMine ? [user, host] : [host, user];
      await at.pool.query('insert into block (owner_uid, blocked_uid) values ($1, $2)', pair);
      expect((await at.request(user, host, NOON)).refusal).toBe(refusal);
    }
  });

  test('a call from a country that the host closed is refused as from a blocked user, and one of the host to it as across the own block', async () => {
    const { user, host } = await at.pair(500);
    await at.pool.query(`update profile set country = 'DE' where uid = $1`, [user]);
    await at.pool.query(`insert into account_settings (uid, changed) values ($1, '{"closedCountries": ["DE"]}')`, [
      host,
    ]);
    expect((await at.request(user, host, NOON)).refusal).toBe('offline');
    await at.pool.query(
      `with one as (insert into friendship (uid, target_uid) values ($1, $2)) insert into friendship (uid, target_uid) values ($2, $1)`,
      [user, host],
    );
    expect((await at.request(host, user, NOON)).refusal).toBe('blocked');
    await at.pool.query(`update account_settings set changed = '{"closedCountries": ["FR"]}' where uid = $1`, [host]);
    expect((await at.request(user, host, NOON)).refusal).toBeUndefined();
  });

  test('a call is refused when the host is offline, busy or too expensive, or the caller is already in a call', async () => {
    const [one, two] = [await at.pair(500), await at.pair(PRICE - 1)];
    expect((await at.request(two.user, two.host, NOON)).refusal).toBe('gems-insufficient');
    const { sid } = await at.request(one.user, one.host, NOON);
    expect(sid).toMatch(/^[\w-]{21}$/);
    const three = await at.pair(500);
    expect((await at.request(three.user, one.host, NOON)).refusal).toBe('busy');
    expect((await at.request(one.user, three.host, NOON)).refusal).toBe('one-call');
    expect(await busyAmong(at.db, [one.user, one.host, three.host])).toEqual(new Set([one.user, one.host]));
    await at.pool.query('delete from online_stream where uid = $1', [three.host]);
    expect((await at.request(three.user, three.host, NOON)).refusal).toBe('offline');
    // An expired call does not make its users busy, even before it is swept.
    expect((await at.request(three.user, one.host, NOON + CALL_SETUP_TIMEOUT_MS)).refusal).toBeUndefined();
  });

  test('a call is refused before it rings when it exceeds the caller’s spending limit or their gems are locked', async () => {
    const { user, host } = await at.pair(PRICE * 5);
    const rung = () => at.eventsTo(`u_${host}@localhost`).length;
    const limit = (gems: number) => setLimit(at.db, user, { scope: 'use', window: 'day', gems }, Date.now());
    await limit(PRICE - 1);
    expect((await at.request(user, host, NOON)).refusal).toBe('spend-limit');
    await at.pool.query('delete from spend_limit where uid = $1', [user]);
    await limit(PRICE);
    await at.spend(user, 1);
    expect((await at.request(user, host, NOON)).refusal).toBe('spend-limit');
    await at.db.transaction((tx) => lockMoney(tx, user, 'a dispute'));
    expect((await at.request(user, host, NOON)).refusal).toBe('locked');
    await grant(at.db, `test:silver:${user}`, user, 'silver', 500, { type: 'welcome', id: `${user}` });
    await at.pool.query('update anchor set is_silver = true where uid = $1', [host]);
    const silver = () => at.request(user, host, NOON, 'silver');
    // The free silver call of the day is used up, so the next one costs silver.
    const free = `uid:${user}@${Math.floor(NOON / DAY_MS)}`;
    await at.pool.query(`insert into allowance_use values ('silver', $1, 1, 'earlier')`, [free]);
    const before = rung();
    expect((await silver()).refusal).toBe('locked');
    await unlockMoney(at.db, user);
    await at.pool.query('delete from spend_limit where uid = $1', [user]);
    expect([rung() - before, await busyAmong(at.db, [user, host])]).toEqual([0, new Set()]);
    expect((await at.request(user, host, NOON)).refusal).toBeUndefined();
    expect(rung() - before).toBe(1);
  });

  test('a silver call to a host outside the club is refused', async () => {
    const plain = await at.pair(0);
    expect((await at.request(plain.user, plain.host, NOON, 'silver')).refusal).toBe('no-allowance');
  });
});

describe('call ids', () => {
  test('a call id is answered as unknown to users outside the call, and for actions of the other role', async () => {
    const pair = await at.pair(500);
    const { user: stranger } = await at.pair(500);
    const { sid } = await at.request(pair.user, pair.host, NOON);
    for (const [id, uid] of [
      [sid, stranger],
      ['x'.repeat(21), pair.user],
    ] as const) {
      const refusals = [
        await at.act('CallCheck', id, uid, NOON, {}),
        await at.act('CallReady', id, uid, NOON, {}),
        await at.act('CallAccept', id, uid, NOON, {}),
        await at.act('WebRTCContent', id, uid, NOON, offer(1)),
        await at.act('SessionSuccess', id, uid, NOON, {}),
        await at.act('SessionHeartbeat', id, uid, NOON, { flowing: true }),
        await at.act('CallCancel', id, uid, NOON, {}),
        await at.act('SessionTerminate', id, uid, NOON, over),
        await at.act('SessionFail', id, uid, NOON, over),
        await at.act('MatchToFlash', id, uid, NOON, { price: PRICE }),
      ];
      expect(refusals.map(({ refusal }) => refusal)).toEqual(Array(10).fill('sid-non-existent'));
    }
    // The caller cannot answer for the callee, and the callee cannot cancel.
    expect((await at.act('CallReady', sid, pair.user, NOON, {})).refusal).toBe('sid-non-existent');
    expect((await at.act('CallCheck', sid, pair.user, NOON, {})).refusal).toBe('sid-non-existent');
    expect((await at.act('CallCancel', sid, pair.host, NOON, {})).refusal).toBe('sid-non-existent');
    expect((await at.act('CallCheck', sid, pair.host, NOON, {})).heard).toMatchObject({ price: PRICE, kind: 'paid' });
  });

  test('an action out of order or from a device outside the call is refused', async () => {
    const pair = await at.pair(500);
    const { sid } = await at.request(pair.user, pair.host, NOON);
    expect((await at.act('SessionSuccess', sid, pair.user, NOON, {})).refusal).toBe('closed');
    expect((await at.act('WebRTCContent', sid, pair.host, NOON, ready)).refusal).toBe('closed');
    expect((await at.act('WebRTCContent', sid, pair.user, NOON, ready, 'tablet')).refusal).toBe('closed');
    expect((await at.act('SessionHeartbeat', sid, pair.host, NOON, { flowing: true })).refusal).toBe('closed');
    expect((await at.act('CallAccept', sid, pair.host, NOON, {})).refusal).toBe('closed');
    await at.act('CallReady', sid, pair.host, NOON, {});
    expect((await at.act('CallReady', sid, pair.host, NOON, {})).refusal).toBeUndefined();
    expect((await at.act('CallReady', sid, pair.host, NOON, {}, 'tablet')).refusal).toBe('answered');
    expect((await at.act('CallCheck', sid, pair.host, NOON, {}, 'tablet')).refusal).toBe('answered');
    expect((await at.act('SessionHeartbeat', sid, pair.host, NOON, { flowing: true }, 'tablet')).refusal).toBe(
      'closed',
    );
  });
});

test('an unanswered call ends for both after a minute, and the free first call stays unused', async () => {
  const { user, host } = await at.pair(0, { isNew: true });
  const { sid, ...call } = await at.request(user, host, NOON);
  expect(call).toMatchObject({ kind: 'first', freeSeconds: 60 });
  await at.calls().sweep(NOON + CALL_SETUP_TIMEOUT_MS - 1);
  expect((await at.act('CallCheck', sid, host, NOON + CALL_SETUP_TIMEOUT_MS - 1, {})).refusal).toBeUndefined();
  await at.calls().sweep(NOON + CALL_SETUP_TIMEOUT_MS);
  const receipt = { reason: 'timeOut', rejectType: 'on_call_timeout', gems: 0, connectingTime: 0 };
  for (const uid of [user, host]) {
    expect(at.eventsTo(`u_${uid}@localhost`).at(-1)).toMatchObject({ name: 'SessionFail', sid, data: { receipt } });
  }
  expect((await at.request(user, host, NOON + 90_000)).refusal).toBeUndefined();
});

test('a call cancelled before the answer stops ringing on every device', async () => {
  const { user, host } = await at.pair(500);
  const { sid } = await at.request(user, host, NOON);
  await at.act('CallCancel', sid, user, NOON + 1_000, {});
  expect(at.eventsTo(`u_${host}@localhost`).at(-1)).toMatchObject({
    name: 'SessionTerminate',
    data: { reason: 'cancel', rejectType: 'on_call_cancel' },
  });
  expect((await at.act('CallReady', sid, host, NOON + 1_001, {})).refusal).toBe('sid-non-existent');
});

test('a reason that only the server gives is stored as unknown when a client ends a call with it', async () => {
  const given = ['hangUp', 'bookedTimeOver', ...SERVER_REASONS] as const;
  const stored = await Promise.all(
    given.map(async (reason) => {
      const { user, host } = await at.pair(500);
      const { sid } = await at.request(user, host, NOON);
      const { heard } = await at.act('SessionTerminate', sid, host, NOON + 1_000, { reason, rejectType: '' });
      return heard?.receipt?.reason;
    }),
  );
  expect(stored).toEqual(['hangUp', 'unknown reason', ...SERVER_REASONS.map(() => 'unknown reason')]);
});

test('a call can be ended twice', async () => {
  const pair = await at.pair(500);
  const sid = await at.connect(pair, NOON);
  const first = await at.act('SessionTerminate', sid, pair.user, NOON + 1_000, over);
  expect(first.heard?.receipt).toMatchObject({ reason: 'hangUp', gems: 0, fairStart: true, seconds: 1 });
  const again = await at.act('SessionFail', sid, pair.user, NOON + 9_000, { reason: 'mediaFail', rejectType: '' });
  expect(again.heard).toEqual(first.heard);
});

test('a reload starts a new generation, the other side follows it and is notified of the absence', async () => {
  const pair = await at.pair(500);
  const sid = await at.connect(pair, NOON);
  const reload = await at.act('CallAccept', sid, pair.user, NOON + 1_000, {}, 'reloaded');
  expect(reload.heard?.generation).toBe(1);
  const hers = at.eventsTo(jid(pair.host)).slice(-2);
  expect(hers).toMatchObject([{ name: 'PeerAway', data: { away: true } }, { name: 'CallCheck' }]);
  expect((await at.act('CallAccept', sid, pair.host, NOON + 1_100, {})).heard?.generation).toBe(1);
  expect((await at.act('SessionHeartbeat', sid, pair.user, NOON + 1_200, { flowing: true })).refusal).toBe('closed');
  await at.act('SessionHeartbeat', sid, pair.user, NOON + 1_200, { flowing: true }, 'reloaded');
  expect(at.eventsTo(jid(pair.host)).at(-1)).toMatchObject({ name: 'PeerAway', data: { away: false } });
  await at.act('WebRTCContent', sid, pair.host, NOON + 1_300, ready);
  expect(at.eventsTo(jid(pair.user, 'reloaded')).at(-1)).toMatchObject({ name: 'WebRTCContent' });
  expect((await at.act('CallAccept', sid, pair.host, NOON + 2_000, {})).heard?.generation).toBe(2);
});

describe('calls that ring', () => {
  test('the hub notifies all devices of the callee of the caller, and gives the caller short-lived relay credentials', async () => {
    const { user, host } = await at.pair(500);
    const call = await at.request(user, host, NOON);
    const { sid, refusal: _none, relays, ...terms } = 'relays' in call ? call : { ...call, relays: undefined };
    const { heard } = await at.act('CallCheck', sid, host, NOON, {});
    expect(at.eventsTo(`u_${host}@localhost`)).toEqual([{ name: 'Ring', sid, data: heard }]);
    expect(heard).toEqual({
      ...terms,
      caller: { uid: user, nickName: 'User', avatarUrl: '', country: '', lang: 'en' },
    });
    // One minute for the answer, 30 s until media flows, and one minute spare.
    expect(relays?.servers[0]?.username).toBe(`${NOON / 1_000 + 150}:${sid}-caller`);
  });

  test("the caller's offer is buffered until the answer, which returns it once, and a new offer replaces it", async () => {
    const { user, host } = await at.pair(500);
    const { sid } = await at.request(user, host, NOON);
    for (const said of [offer(1), candidate('old'), offer(2), candidate('new')])
      expect((await at.act('WebRTCContent', sid, user, NOON, said)).refusal).toBeUndefined();
    expect(at.eventsTo(jid(host))).toEqual([]);
    expect((await at.act('CallReady', sid, user, NOON, {})).refusal).toBe('sid-non-existent');
    const { heard } = await at.act('CallReady', sid, host, NOON, {});
    expect(heard?.signals).toEqual([offer(2).signal, candidate('new').signal]);
    expect((await at.act('CallReady', sid, host, NOON, {})).heard?.signals ?? []).toEqual([]);
    await at.act('WebRTCContent', sid, user, NOON, candidate('late'));
    expect(at.eventsTo(jid(host))).toMatchObject([{ name: 'WebRTCContent', data: candidate('late') }]);
  });

  test('a caller on another stream continues with the buffered offer, and a third user can add no signals', async () => {
    const { user, host } = await at.pair(500);
    const stranger = await at.pair(500);
    const { sid } = await at.request(user, host, NOON);
    await at.act('WebRTCContent', sid, user, NOON, offer(1));
    expect((await at.act('CallAccept', sid, stranger.user, NOON, {})).refusal).toBe('sid-non-existent');
    expect((await at.act('WebRTCContent', sid, stranger.user, NOON, offer(9))).refusal).toBe('sid-non-existent');
    await at.act('CallAccept', sid, user, NOON, {}, 'reloaded');
    await at.act('WebRTCContent', sid, user, NOON, candidate('new'), 'reloaded');
    const { heard } = await at.act('CallReady', sid, host, NOON, {});
    expect(heard?.signals).toEqual([offer(1).signal, candidate('new').signal]);
  });

  test('signaling of the caller reaches the callee when another process answered', async () => {
    const { user, host } = await at.pair(500);
    const { sid } = await at.request(user, host, NOON);
    await at.act('WebRTCContent', sid, user, NOON, offer(1));
    const mine = at.calls();
    await at.restart(NOON);
    expect((await at.act('CallReady', sid, host, NOON, {})).heard?.signals).toEqual([]);
    await at.act('WebRTCContent', sid, host, NOON, ready);
    const from = { uid: user, jid: jid(user) };
    for (const data of [offer(2), candidate('late')])
      await mine.perform({ name: 'WebRTCContent', sid, data }, from, NOON);
    expect(at.eventsTo(jid(host))).toMatchObject([offer(2), candidate('late')].map((data) => ({ data })));
  });

  test('the signals buffered for a call are bounded, and deleted when it ends', async () => {
    const { user, host } = await at.pair(500);
    const { sid } = await at.request(user, host, NOON);
    const long = 'x'.repeat(CANDIDATE_MAX_CHARS - 10);
    const answers = [];
    for (let n = 0; n < BUFFERED_SIGNALS_MAX; n += 1)
      answers.push((await at.act('WebRTCContent', sid, user, NOON, candidate(long))).refusal);
    const kept = answers.filter((refusal) => refusal === undefined).length;
    expect(kept).toBe(Math.floor(BUFFERED_SIGNALS_MAX_CHARS / JSON.stringify(candidate(long).signal).length));
    expect(new Set(answers.slice(kept))).toEqual(new Set(['rate']));
    await at.act('CallCancel', sid, user, NOON, {});
    expect((await at.act('WebRTCContent', sid, user, NOON, candidate('late'))).refusal).toBe('sid-non-existent');
  });

  test('the callee is answered without an offer when another process takes over', async () => {
    const { user, host } = await at.pair(500);
    const { sid } = await at.request(user, host, NOON);
    await at.act('WebRTCContent', sid, user, NOON, offer(1));
    await at.restart(NOON);
    expect((await at.act('WebRTCContent', sid, user, NOON, offer(1))).refusal).toBe('closed');
    expect((await at.act('CallReady', sid, host, NOON, {})).heard?.signals).toEqual([]);
  });

  test('an answer after the time limit is refused and ends the call', async () => {
    const { user, host } = await at.pair(500);
    const { sid } = await at.request(user, host, NOON);
    const late = NOON + CALL_SETUP_TIMEOUT_MS;
    expect((await at.act('CallReady', sid, host, late, {})).refusal).toBe('sid-non-existent');
    expect((await at.receipt(sid, user))?.reason).toBe('timeOut');
  });
});

test('relay credentials are valid for coturn and expire with the call', async () => {
  const { createHmac } = await import('node:crypto');
  const pair = await at.pair(PRICE * 2);
  const { sid } = await at.request(pair.user, pair.host, NOON);
  const [relay] = (await at.act('CallReady', sid, pair.host, NOON, {})).heard?.relays.servers ?? [];
  // Two minutes of gems, one for the setup, one spare.
  expect(relay?.username).toBe(`${NOON / 1_000 + 240}:${sid}-callee`);
  expect(relay?.credential).toBe(createHmac('sha1', 'secret').update(String(relay?.username)).digest('base64'));
  expect(relay?.urls).toEqual(['turn:relay.test:3478']);
  const [answered] = at.eventsTo(jid(pair.user));
  const relays = answered?.name === 'PeerAnswered' ? answered.data.relays : undefined;
  expect(relays?.servers[0]?.username).toBe(`${NOON / 1_000 + 240}:${sid}-caller`);
});

test('paid minutes are counted for the host and expire after a week', async () => {
  const { forgetOldMinutes } = await import('../../../server/domains/calls/billing/recent-minutes.ts');
  const pair = await at.pair(500);
  const sid = await at.connect(pair, NOON);
  for (let ms = 5_000; ms <= 20_000; ms += 5_000) await at.beat(sid, pair, NOON + ms);
  await at.act('SessionTerminate', sid, pair.user, NOON + 25_000, over);
  const recent = async () =>
    (await at.pool.query('select paid_minutes_recent as n from anchor where uid = $1', [hostOf(pair.user)])).rows[0].n;
  expect(await recent()).toBe(1);
  await forgetOldMinutes(at.db, NOON + 7 * DAY_MS);
  expect(await recent()).toBe(1);
  await forgetOldMinutes(at.db, NOON + 7 * DAY_MS + 25_001);
  await forgetOldMinutes(at.db, NOON + 7 * DAY_MS + 25_001);
  expect(await recent()).toBe(0);
});
