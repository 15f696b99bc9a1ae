import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { BOOKING_GRACE_MS, BOOKING_MINIMUM_MINUTES } from '../../../contract/calls/booking-rules.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { DEMO_HOST_FIRST_UID } from '../../../demo/accounts/rules.ts';
import { answerBookings } from '../../../demo/operator.ts';
import {
  answerBooking,
  cancelBooking,
  listBookings,
  type Proposal,
  proposeBooking,
} from '../../../server/domains/calls/bookings/bookings.ts';
import { recordHostArrival } from '../../../server/domains/calls/bookings/settle.ts';
import { endBarredBookings, sweepBookings } from '../../../server/domains/calls/bookings/sweep.ts';
import { lockMoney } from '../../../server/domains/wallet/lock.ts';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';
import { operate } from '../../harness/operate.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(async () => {
  expect(await at.audit()).toEqual([]);
  await at.close();
});

type Pair = { readonly user: number; readonly host: number };
const START = NOON + 3 * HOUR_MS;
const LENGTH = 10;
const HELD = LENGTH * PRICE;
const MINIMUM = BOOKING_MINIMUM_MINUTES * PRICE;
const SHARE = 0.6;
const HANG_UP = { reason: 'hangUp', rejectType: '' } as const;

let operations = 0;
const proposal = ({ host }: Pair, change: Partial<Proposal> = {}): Proposal => {
  operations += 1;
  return { operation: `op-${operations}`, host, startsAt: START, minutes: LENGTH, price: PRICE, ...change };
};
async function propose(pair: Pair, change: Partial<Proposal> = {}): Promise<string> {
  const proposed = await proposeBooking(at.db, pair.user, proposal(pair, change), NOON);
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  return (await listBookings(at.db, pair.user))[0]?.id ?? '';
}
async function accepted(pair: Pair, change: Partial<Proposal> = {}): Promise<string> {
  const id = await propose(pair, change);
  expect(await answerBooking(at.db, pair.host, { id, accepts: true }, NOON)).toMatchObject({ ok: true });
  return id;
}
const stateOf = async (uid: number, id: string) => {
  const found = (await listBookings(at.db, uid)).find((one) => one.id === id);
  return found && { state: found.state, charged: found.chargedGems };
};
const gemsOf = async ({ user, host }: Pair) => [await at.gems(user), await at.gems(host)];
const sweep = (now: number) => sweepBookings(at.db, now, 0);
const setOffline = (uid: number) => at.pool.query('delete from online_stream where uid = $1', [uid]);
const noticesOf = async (uid: number) => {
  const { rows } = await at.pool.query('select template from notice where uid = $1 order by seq', [uid]);
  return rows.map(({ template }) => template);
};

/** A call of the pair that runs from `now` for this time; each sends heartbeats. Returns its sid. */
async function talk(pair: Pair, now: number, ms: number): Promise<string> {
  const sid = await at.connect(pair, now);
  for (let after = 5_000; after <= ms; after += 5_000) await at.beat(sid, pair, now + after);
  return sid;
}

describe('a proposal', () => {
  test('holds its gems until the host declines, and is told to the host once', async () => {
    const pair = await at.pair(1_000);
    const wanted = proposal(pair);
    const twice = await Promise.all([1, 2].map(() => proposeBooking(at.db, pair.user, wanted, NOON)));
    expect(twice).toMatchObject([{ ok: true }, { ok: true }]);
    const [own] = await listBookings(at.db, pair.user);
    expect(own).toMatchObject({ side: 'viewer', state: 'proposed', gems: HELD, minimumGems: MINIMUM, startsAt: START });
    const [seen] = await listBookings(at.db, pair.host);
    expect(seen).toMatchObject({ id: own?.id, side: 'host', gems: SHARE * HELD, minimumGems: SHARE * MINIMUM });
    expect(await gemsOf(pair)).toEqual([1_000 - HELD, 0]);
    expect(await noticesOf(pair.host)).toEqual(['bookingProposed']);
    const decline = { id: own?.id ?? '', accepts: false };
    await Promise.all([1, 2].map(() => answerBooking(at.db, pair.host, decline, NOON + 1)));
    expect(await stateOf(pair.user, decline.id)).toEqual({ state: 'declined', charged: 0 });
    expect(await gemsOf(pair)).toEqual([1_000, 0]);
    expect(await noticesOf(pair.user)).toEqual(['bookingOff']);
  });

  test('expires at its time, and an answer after it is refused', async () => {
    const pair = await at.pair(1_000);
    const id = await propose(pair);
    const until = START - 15 * MINUTE_MS;
    await sweep(until - 1);
    expect(await stateOf(pair.user, id)).toMatchObject({ state: 'proposed' });
    expect(await answerBooking(at.db, pair.host, { id, accepts: true }, until)).toMatchObject({
      error: { code: 'booking', reason: 'changed' },
    });
    await sweep(until);
    expect(await stateOf(pair.user, id)).toMatchObject({ state: 'expired' });
    expect(await gemsOf(pair)).toEqual([1_000, 0]);
  });

  test('is refused for each reason, and holds nothing then', async () => {
    const pair = await at.pair(1_500);
    const other = await at.pair(1_000);
    const refusalOf = async (change: Partial<Proposal>, by: Pair = pair) => {
      const answer = await proposeBooking(at.db, by.user, proposal(pair, change), NOON);
      return answer.ok ? 'ok' : answer.error;
    };
    expect(await refusalOf({ startsAt: NOON + 30 * MINUTE_MS })).toEqual({ code: 'booking', reason: 'time' });
    expect(await refusalOf({ price: PRICE + 1 })).toEqual({ code: 'price-changed', price: PRICE });
    expect(await refusalOf({ minutes: 30 })).toEqual({ code: 'gems-insufficient', need: 300, balance: 1_500 });
    expect(await refusalOf({ host: other.user })).toEqual({ code: 'booking', reason: 'host' });
    expect(await refusalOf({ host: pair.user })).toEqual({ code: 'booking', reason: 'host' });
    expect(await gemsOf(pair)).toEqual([1_500, 0]);
    await accepted(pair);
    expect(await refusalOf({ startsAt: START + HOUR_MS })).toEqual({ code: 'booking', reason: 'tooMany' });
    expect(await refusalOf({ host: other.host })).toEqual({ code: 'booking', reason: 'ownTaken' });
    expect(await refusalOf({ startsAt: START + 5 * MINUTE_MS }, other)).toEqual({
      code: 'booking',
      reason: 'hostTaken',
    });
    expect(await refusalOf({ startsAt: START + LENGTH * MINUTE_MS }, other)).toBe('ok');
    const locked = await at.pair(1_000);
    await at.db.transaction((tx) => lockMoney(tx, locked.user, 'op:1'));
    expect(await refusalOf({ startsAt: START + HOUR_MS }, locked)).toEqual({ code: 'locked' });
    await at.pool.query('insert into block (owner_uid, blocked_uid) values ($1, $2)', [pair.host, other.user]);
    expect(await refusalOf({ startsAt: START + HOUR_MS }, other)).toEqual({ code: 'booking', reason: 'host' });
  });

  test('to a simulated host of the demo is accepted after a moment, and declined at a time that is taken', async () => {
    const [one, two, other] = [await at.pair(1_000), await at.pair(1_000), await at.pair(1_000)];
    const host = DEMO_HOST_FIRST_UID;
    await at.pool.query(`insert into account (uid, role, nick_name) values ($1, 3, 'Demo')`, [host]);
    await at.pool.query(`insert into profile (uid, lang) values ($1, 'en')`, [host]);
    await at.pool.query('insert into anchor (uid, price) values ($1, $2)', [host, PRICE]);
    const [first, second] = [await propose(one, { host }), await propose(two, { host })];
    const untouched = await propose(other);
    await answerBookings(at.db, NOON, 10_000);
    expect(await stateOf(one.user, first)).toMatchObject({ state: 'proposed' });
    await answerBookings(at.db, NOON + 10_000, 10_000);
    const states = [await stateOf(one.user, first), await stateOf(two.user, second)].map((found) => found?.state);
    expect(states.toSorted()).toEqual(['accepted', 'declined']);
    expect(await stateOf(other.user, untouched)).toMatchObject({ state: 'proposed' });
  });

  test('is accepted by its host alone, of two at one time only one is, and the other one is declined by itself', async () => {
    const [one, two] = [await at.pair(1_000), await at.pair(1_000)];
    const first = await propose(one);
    const second = await propose(two, { host: one.host });
    expect(await answerBooking(at.db, one.user, { id: first, accepts: true }, NOON)).toMatchObject({
      error: { code: 'not-found' },
    });
    const answers = await Promise.all(
      [first, second].map((id) => answerBooking(at.db, one.host, { id, accepts: true }, NOON)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'booking', reason: 'hostTaken' } });
    await sweep(NOON);
    const states = [await stateOf(one.user, first), await stateOf(two.user, second)].map((found) => found?.state);
    expect(states.toSorted()).toEqual(['accepted', 'declined']);
    const declined = states[0] === 'declined' ? one : two;
    expect(await at.gems(declined.user)).toBe(1_000);
    expect(await noticesOf(declined.user)).toEqual(['bookingOff']);
  });
});

describe('a cancelled booking', () => {
  test('costs a viewer nothing until two hours before, then the minimum that was shown', async () => {
    const [early, late] = [await at.pair(1_000), await at.pair(1_000)];
    const [one, two] = [await accepted(early), await accepted(late)];
    const free = START - 2 * HOUR_MS;
    expect(await cancelBooking(at.db, early.user, { id: one, gems: 0 }, free)).toMatchObject({ ok: true });
    expect(await gemsOf(early)).toEqual([1_000, 0]);
    expect(await cancelBooking(at.db, late.user, { id: two, gems: 0 }, free + 1)).toMatchObject({
      error: { code: 'price-changed', price: MINIMUM },
    });
    const cancel = () => cancelBooking(at.db, late.user, { id: two, gems: MINIMUM }, free + 1);
    expect(await Promise.all([cancel(), cancel()])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await stateOf(late.user, two)).toEqual({ state: 'cancelledByViewer', charged: MINIMUM });
    expect(await gemsOf(late)).toEqual([1_000 - MINIMUM, SHARE * MINIMUM]);
  });

  test('costs nothing when its host cancels, and cannot be cancelled from the start on', async () => {
    const pair = await at.pair(1_000);
    const id = await accepted(pair);
    expect(await cancelBooking(at.db, pair.host, { id, gems: 0 }, START)).toMatchObject({
      error: { code: 'booking', reason: 'changed' },
    });
    expect(await cancelBooking(at.db, pair.host, { id, gems: 0 }, START - 1)).toMatchObject({ ok: true });
    expect(await stateOf(pair.host, id)).toEqual({ state: 'cancelledByHost', charged: 0 });
    expect(await gemsOf(pair)).toEqual([1_000, 0]);
  });

  test('is declined when its host cancels a proposal, also when the request is repeated', async () => {
    const pair = await at.pair(1_000);
    const id = await propose(pair);
    const cancel = () => cancelBooking(at.db, pair.host, { id, gems: 0 }, NOON);
    expect([await cancel(), await cancel()]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await stateOf(pair.host, id)).toEqual({ state: 'declined', charged: 0 });
    expect(await gemsOf(pair)).toEqual([1_000, 0]);
    expect(await cancelBooking(at.db, pair.user, { id, gems: 0 }, NOON)).toMatchObject({
      error: { reason: 'changed' },
    });
  });

  test('by an operator gives all gems back, tells both why, and is not possible twice', async () => {
    const pair = await at.pair(1_000);
    const id = await accepted(pair);
    expect(await operate(at.db, ['bookings', `${pair.host}`])).toContain(`${id} accepted`);
    expect(await operate(at.db, ['booking', id])).toContain(`${LENGTH} min, ${HELD} gems: held`);
    const cancelling = ['booking', 'cancel', id, 'The host is ill'];
    expect(await operate(at.db, cancelling, { yes: false })).toContain(`${HELD} gems go back to ${pair.user}`);
    expect(await stateOf(pair.user, id)).toEqual({ state: 'accepted', charged: 0 });
    await operate(at.db, cancelling);
    expect(await stateOf(pair.user, id)).toEqual({ state: 'missed', charged: 0 });
    expect(await gemsOf(pair)).toEqual([1_000, 0]);
    expect(await operate(at.db, ['booking', id])).toContain(`${LENGTH} min, ${HELD} gems: given back`);
    for (const uid of [pair.user, pair.host]) expect(await noticesOf(uid)).toContain('bookingOff');
    const { rows } = await at.pool.query('select count(*)::int as told from service_outbox where to_uid = any($1)', [
      [pair.user, pair.host],
    ]);
    expect(rows).toEqual([{ told: 2 }]);
    await expect(operate(at.db, cancelling)).rejects.toThrow('is over');
  });

  test('ends by a block: at the cost of a viewer who blocks late, at none when the host blocks, is suspended or has not come', async () => {
    const block = (owner: number, blocked: number) =>
      at.pool.query('insert into block (owner_uid, blocked_uid) values ($1, $2)', [owner, blocked]);
    const pairs = [await at.pair(1_000), await at.pair(1_000), await at.pair(1_000), await at.pair(1_000)] as const;
    const ids = [];
    for (const pair of pairs) ids.push(await accepted(pair));
    const [byViewer, byHost, suspended, waited] = pairs;
    await block(byViewer.user, byViewer.host);
    await block(byHost.host, byHost.user);
    await at.pool.query('delete from anchor where uid = $1', [suspended.host]);
    await setOffline(waited.host);
    expect((await at.request(waited.user, waited.host, START)).refusal).toBe('offline');
    await block(waited.user, waited.host);
    await endBarredBookings(at.db, START + 1);
    expect(await gemsOf(byViewer)).toEqual([1_000 - MINIMUM, SHARE * MINIMUM]);
    for (const pair of [byHost, suspended, waited]) expect(await gemsOf(pair)).toEqual([1_000, 0]);
    expect(ids).toHaveLength(4);
  });
});

describe('a booked call', () => {
  test('is paid from its holds by the minute, and the rest goes back', async () => {
    const pair = await at.pair(1_000);
    const id = await accepted(pair);
    await at.pool.query('update anchor set price = 90, taking_calls = false where uid = $1', [pair.host]);
    await sweep(START);
    await sweep(START + 1);
    for (const uid of [pair.user, pair.host]) {
      expect((await noticesOf(uid)).filter((one) => one === 'bookingBegins')).toHaveLength(1);
    }
    const { gems } = (await listBookings(at.db, pair.user))[0] ?? {};
    expect(gems).toBe(HELD);
    const sid = await talk(pair, START, 5 * MINUTE_MS + 10_000);
    expect(await gemsOf(pair)).toEqual([1_000 - HELD, SHARE * PRICE * 4]);
    const { heard } = await at.act('SessionHeartbeat', sid, pair.user, START + 315_000, { flowing: true });
    expect(heard).toMatchObject({ gems: 6 * PRICE, secondsLeft: LENGTH * 60 - 315 });
    await at.act('SessionTerminate', sid, pair.user, START + 315_000, HANG_UP);
    expect(await at.receipt(sid, pair.user)).toMatchObject({ kind: 'booked', gems: 6 * PRICE, price: PRICE });
    expect(await stateOf(pair.host, id)).toEqual({ state: 'kept', charged: SHARE * PRICE * 6 });
    expect(await gemsOf(pair)).toEqual([1_000 - 6 * PRICE, SHARE * PRICE * 6]);
    // A further call is an ordinary one, at the present price.
    await at.pool.query('update anchor set taking_calls = true where uid = $1', [pair.host]);
    expect((await at.request(pair.user, pair.host, START + 400_000)).refusal).toBe('price-changed');
  });

  test('ends with its minutes, or goes on as a paid call when the viewer agreed to the price', async () => {
    const [stays, goesOn] = [await at.pair(1_000), await at.pair(1_000)];
    for (const pair of [stays, goesOn]) {
      await at.book(pair, { minutes: 2, startsAt: START });
      const sid = await talk(pair, START, 90_000);
      if (pair === goesOn) {
        expect(await at.act('MatchToFlash', sid, pair.user, START + 91_000, { price: PRICE })).toMatchObject({
          heard: { price: PRICE },
        });
      }
      for (let ms = 95_000; ms <= 125_000; ms += 5_000) await at.beat(sid, pair, START + ms);
      if (pair === stays) {
        expect(await at.receipt(sid, pair.user)).toMatchObject({ reason: 'bookedTimeOver', seconds: 120 });
      }
      await at.act('SessionTerminate', sid, pair.user, START + 126_000, HANG_UP);
    }
    expect(await gemsOf(stays)).toEqual([1_000 - 2 * PRICE, SHARE * 2 * PRICE]);
    expect(await gemsOf(goesOn)).toEqual([1_000 - 3 * PRICE, SHARE * (3 * PRICE)]);
  });

  test.each([
    ['the viewer hangs up', 'user', true, BOOKING_MINIMUM_MINUTES, BOOKING_MINIMUM_MINUTES],
    ['the host hangs up', 'host', true, 1, 1],
    ['the viewer, who reports that no picture came, hangs up', 'user', false, BOOKING_MINIMUM_MINUTES, 1],
  ] as const)(
    'costs the minimum only when the viewer leaves, and earns it only for confirmed media: %s',
    async (_name, by, flowing, paid, earned) => {
      const pair = await at.pair(1_000);
      await accepted(pair);
      const sid = await talk(pair, START, 15_000);
      for (let ms = 20_000; ms <= 40_000; ms += 5_000) {
        await at.act('SessionHeartbeat', sid, pair.host, START + ms, { flowing: true });
        await at.act('SessionHeartbeat', sid, pair.user, START + ms, { flowing });
      }
      await at.act('SessionTerminate', sid, pair[by], START + 41_000, HANG_UP);
      expect(await gemsOf(pair)).toEqual([1_000 - paid * PRICE, SHARE * earned * PRICE]);
    },
  );

  test('is one call for two tabs, also when the host asks for it', async () => {
    const pair = await at.pair(1_000);
    await accepted(pair);
    const asked = await Promise.all([1, 2].map(() => at.request(pair.user, pair.host, START)));
    expect(asked.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
    const live = await cancelBooking(
      at.db,
      pair.user,
      { id: `${(await listBookings(at.db, pair.user))[0]?.id}`, gems: HELD },
      START - 1,
    );
    expect(live).toMatchObject({ error: { code: 'booking', reason: 'changed' } });
  });
});

describe('a missed call', () => {
  type Missed = { readonly name: string; readonly act: (pair: Pair) => Promise<unknown>; readonly state: string };
  const minute = START + MINUTE_MS;
  /** Calls the host, who has the app open; each cancels or declines after a time. */
  const ring = async (pair: Pair, by: 'user' | 'host', ms: number) => {
    const { sid } = await at.request(pair.user, pair.host, minute);
    if (by === 'user') await at.act('CallCancel', sid, pair.user, minute + ms, {});
    else
      await at.act('SessionTerminate', sid, pair.host, minute + ms, {
        reason: 'decline',
        rejectType: 'on_call_refuse',
      });
  };
  const CASES: readonly Missed[] = [
    { name: 'neither comes', act: ({ host }) => setOffline(host), state: 'missed' },
    {
      name: 'the app of the host was only woken by a push',
      act: ({ host }) => at.pool.query('update online_stream set brief = true where uid = $1', [host]),
      state: 'missed',
    },
    { name: 'the host is there and the viewer never calls', act: async () => undefined, state: 'missedByViewer' },
    {
      name: 'the host asks for the call and leaves',
      act: async ({ user, host }) => {
        await recordHostArrival(at.db, host, user, minute);
        await setOffline(host);
      },
      state: 'missedByViewer',
    },
    {
      name: 'the host asks before the start only',
      act: async ({ user, host }) => {
        await recordHostArrival(at.db, host, user, START - 1);
        await setOffline(host);
      },
      state: 'missed',
    },
    {
      name: 'the viewer calls a host who is offline',
      act: async ({ user, host }) => {
        await setOffline(host);
        expect((await at.request(user, host, minute)).refusal).toBe('offline');
      },
      state: 'missedByHost',
    },
    { name: 'the host declines', act: (pair) => ring(pair, 'host', 1_000), state: 'missedByHost' },
    { name: 'the viewer cancels at once', act: (pair) => ring(pair, 'user', 2_000), state: 'missedByViewer' },
    { name: 'the viewer lets it ring', act: (pair) => ring(pair, 'user', 20_000), state: 'missedByHost' },
  ];

  test.each(CASES)('pays the host the minimum only if the viewer alone missed it: $name', async ({ act, state }) => {
    const pair = await at.pair(1_000);
    const id = await accepted(pair);
    await sweep(START);
    await act(pair);
    const over = START + BOOKING_GRACE_MS;
    await sweep(over - 1);
    expect(await stateOf(pair.user, id)).toMatchObject({ state: 'accepted' });
    await Promise.all([sweep(over), sweep(over + 1)]);
    expect(await stateOf(pair.user, id)).toMatchObject({ state });
    const isPaid = state === 'missedByViewer';
    expect(await gemsOf(pair)).toEqual(isPaid ? [1_000 - MINIMUM, SHARE * MINIMUM] : [1_000, 0]);
    // After the grace a call is an ordinary one.
    expect((await stateOf(pair.host, id))?.charged).toBe(isPaid ? SHARE * MINIMUM : 0);
  });

  test('is missed by neither side if the server was down at its start', async () => {
    const pair = await at.pair(1_000);
    const id = await accepted(pair);
    await sweepBookings(at.db, START + BOOKING_GRACE_MS, START + MINUTE_MS);
    expect(await stateOf(pair.user, id)).toEqual({ state: 'missed', charged: 0 });
  });

  test('is not decided while the call rings or runs', async () => {
    const pair = await at.pair(1_000);
    const id = await accepted(pair);
    const late = START + BOOKING_GRACE_MS - 1_000;
    const sid = await at.connect(pair, late);
    await at.beat(sid, pair, late + 5_000);
    await sweep(START + BOOKING_GRACE_MS);
    expect(await stateOf(pair.user, id)).toMatchObject({ state: 'accepted' });
    await at.act('SessionTerminate', sid, pair.host, late + 8_000, HANG_UP);
    expect(await stateOf(pair.user, id)).toEqual({ state: 'kept', charged: 0 });
    await sweep(START + BOOKING_GRACE_MS + HOUR_MS);
    expect(await gemsOf(pair)).toEqual([1_000, 0]);
  });
});

/** One random act of one side, or of the clock; each is done in two tabs at once. */
const act = fc.record({
  does: fc.constantFrom(
    'accept',
    'decline',
    'viewerCancels',
    'hostCancels',
    'call',
    'talk',
    'ask',
    'sweep',
    'offline',
    'block',
  ),
  after: fc.integer({ min: 0, max: 60 }),
});
const PLAYS = Number(process.env['BOOKING_PLAYS'] ?? 20);

test(`in ${PLAYS} random courses no gem is lost or charged beyond the rules, whatever two tabs do at once`, {
  timeout: 300_000,
}, async () => {
  const plays = fc.sample(fc.array(act, { minLength: 2, maxLength: 7 }), { numRuns: PLAYS, seed: 12 });
  const seen = new Set<string>();
  for (const acts of plays) {
    const pair = await at.pair(1_000);
    const id = await propose(pair);
    let now = NOON;
    for (const { does, after } of [{ does: 'accept', after: 0 } as const, ...acts]) {
      now = Math.min(now + after * 3 * MINUTE_MS, START + 9 * MINUTE_MS);
      const twice = (run: () => Promise<unknown>) => Promise.all([run(), run()]);
      if (does === 'accept' || does === 'decline')
        await twice(() => answerBooking(at.db, pair.host, { id, accepts: does === 'accept' }, now));
      if (does === 'viewerCancels') await twice(() => cancelBooking(at.db, pair.user, { id, gems: MINIMUM }, now));
      if (does === 'hostCancels') await twice(() => cancelBooking(at.db, pair.host, { id, gems: 0 }, now));
      if (does === 'sweep') await twice(() => sweep(now));
      if (does === 'ask') await recordHostArrival(at.db, pair.host, pair.user, now);
      if (does === 'offline') await setOffline(pair.host);
      if (does === 'block') await twice(() => endBarredBookings(at.db, now));
      if (does === 'call' || does === 'talk') {
        const asked = await twice(() => at.request(pair.user, pair.host, now));
        const made = (asked as { sid: string }[]).find(({ sid }) => sid !== '');
        if (!made) continue;
        if (does === 'talk') {
          await at.act('CallReady', made.sid, pair.host, now, {});
          for (const uid of [pair.user, pair.host]) await at.act('SessionSuccess', made.sid, uid, now, {});
          await at.beat(made.sid, pair, now + 5_000);
        }
        await at.act('SessionTerminate', made.sid, after % 2 ? pair.user : pair.host, now + 6_000, HANG_UP);
        now += 6_000;
      }
    }
    await sweep(START + BOOKING_GRACE_MS);
    const { rows } = await at.pool.query('select state, charged from booking where id = $1', [id]);
    const [{ state, charged }] = rows;
    seen.add(state);
    const allowed = { kept: [0, 1, BOOKING_MINIMUM_MINUTES], missedByViewer: [5], cancelledByViewer: [0, 5] }[
      state as 'kept'
    ] ?? [0];
    expect({ acts, state, isAllowed: allowed.includes(charged) }).toEqual({ acts, state, isAllowed: true });
    const calls = await at.pool.query(
      `select coalesce(sum(minutes), 0)::int as paid, coalesce(sum(posted), 0)::int as earned
      from call where caller = $1 and kind <> 'booked'`,
      [pair.user],
    );
    const [{ paid, earned }] = calls.rows;
    expect(await gemsOf(pair)).toEqual([1_000 - (charged + paid) * PRICE, SHARE * PRICE * (charged + earned)]);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['kept', 'missedByViewer', 'cancelledByViewer', 'cancelledByHost']));
});
