import { nanoid } from 'nanoid';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { RATINGS_SHOWN_FROM } from '../../../contract/hosting/studio.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { operate } from '../../harness/operate.ts';

const HOST = 9_002;
const NOON = Date.UTC(2026, 5, 30, 12);

let api: TestApi;
let viewer: User;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  viewer = await api.guest('viewer');
});
afterAll(() => api?.close());

/** A call that ended after a minute. */
async function ended(): Promise<string> {
  const sid = nanoid();
  await api.pool.query(
    `insert into call (sid, kind, caller, callee, caller_jid, price, share_percent, free_seconds, paid, state, minutes, posted,
       start_time, answer_time, connecting_time, end_time, settled_at, seconds, reason, caller_unusable, callee_unusable)
     values ($1, 'paid', $2, ${HOST}, 'x', 30, 60, 0, true, 'ended', 1, 1, $3, $3, $3, $4, $4, 60, 'hangUp', $5, $6)`,
    [
      sid,
      viewer.id,
      NOON,
      NOON + 60_000,
      JSON.stringify([[NOON + 5_000, NOON + 15_000]]),
      JSON.stringify([[NOON + 5_000, NOON + 10_000]]),
    ],
  );
  return sid;
}
const ratingOf = async () => (await api.call('contactPopup', { targetUid: HOST }, { user: viewer })).data.rating;

test('a profile shows the stars of callers from a stated number of ratings on', async () => {
  for (let turn = 0; turn < RATINGS_SHOWN_FROM; turn += 1) {
    expect(await ratingOf()).toBeNull();
    await api.call('callRating', { sid: await ended(), stars: turn === 0 ? 1 : 5 }, { user: viewer });
  }
  expect(await ratingOf()).toEqual({ stars: 4.2, count: RATINGS_SHOWN_FROM });
});

test('a report about a call opens a case with the evidence of that call, one for each call', async () => {
  const [one, other] = [await ended(), await ended()];
  await api.call('callRating', { sid: one, stars: 1 }, { user: viewer });
  const report = async (sid: string) =>
    (await api.call('report', { targetUid: HOST, reason: 'abuse', sid }, { user: viewer })).data.ticket;
  const tickets = [await report(one), await report(other), await report(one)];
  expect(tickets[0]).toBe(tickets[2]);
  expect(tickets[1]).not.toBe(tickets[0]);
  const shown = await operate(api.db, ['report', tickets[0] ?? '']);
  expect(shown).toContain(`call ${one}: ${viewer.id} called ${HOST}, paid, 30 gems a minute, ended`);
  expect(shown).toContain('paid: 1 minutes, 30 gems; given back: 0 minutes; free by its fair start: no');
  expect(shown).toContain('earned: 1 minutes, 18 gems; end: hangUp');
  expect(shown).toContain('received unusable, by the caller: 10 s, at seconds 5-15');
  expect(shown).toContain('sent unusable, by the callee: 5 s, at seconds 5-10');
  expect(shown).toContain(`${viewer.id} gave 1 of 5 stars`);
});

test('a report shows nothing of a call between other users', async () => {
  const sid = await ended();
  const stranger = await api.guest('stranger');
  const { ticket } = (await api.call('report', { targetUid: HOST, reason: 'abuse', sid }, { user: stranger })).data;
  expect(await operate(api.db, ['report', ticket])).not.toContain(sid);
});
