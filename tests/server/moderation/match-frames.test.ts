import { createServer } from 'node:http';
import { nanoid } from 'nanoid';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { MATCH_FRAMES_WINDOW_MS } from '../../../contract/calls/rules.ts';
import { framesOf } from '../../../server/domains/moderation/frames.ts';
import { closeReport } from '../../../server/domains/moderation/reports.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { operate } from '../../harness/operate.ts';
import { listen } from '../../harness/servers/xmpp-server.ts';

/** The bits that the check service answers; undefined: it fails. */
let bits: number | undefined = 0;
let asked = 0;
const service = createServer((request, response) => {
  request.resume().on('end', () => {
    asked += 1;
    response.writeHead(bits === undefined ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ bits: bits ?? 8 }));
  });
});
let api: TestApi;
let off: TestApi;
let ann: User;
let eve: User;
let frame = '';
beforeAll(async () => {
  const url = `http://127.0.0.1:${await listen(service)}/check`;
  [api, off] = await Promise.all([
    startApi(inject('postgresUrl'), { MEDIA_CHECK_URL: url }),
    startApi(inject('postgresUrl')),
  ]);
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } });
  frame = (await picture.jpeg().toBuffer()).toString('base64');
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await Promise.all([api?.close(), off?.close()]);
});
beforeEach(async () => {
  [ann, eve] = [await api.guest('ann'), await api.guest('eve')];
  bits = 0;
  asked = 0;
});

/** A live call of ann and eve. */
async function live(kind = 'match', state = 'connected', its = api, of = [ann, eve]): Promise<string> {
  const sid = nanoid();
  const now = Date.now();
  await its.pool.query(
    `insert into call (sid, kind, caller, callee, caller_jid, callee_jid, price, share_percent, free_seconds, paid, state,
       start_time, answer_time, connecting_time, end_time, settled_at)
     values ($1, $2, $3, $4, 'x', 'y', 30, 60, 30, false, $5, $6, $6, $6, $7, $7)`,
    [sid, kind, of[0]?.id, of[1]?.id, state, now, state === 'ended' ? now : 0],
  );
  return sid;
}
const send = async (sid: string, user = eve, picture = frame) =>
  (await api.call('matchFrame', { sid, frame: picture }, { user })).status;
const stored = async (sid: string) =>
  (await api.pool.query('select uid::int, ticket from call_frame where sid = $1 order by id', [sid])).rows;
const cases = async () =>
  (await api.pool.query('select ticket, uid::int, sid from report where target_uid = $1', [eve.id])).rows;

test('a frame of a random match is judged and stored nowhere when the check accepts it, covers it or fails', async () => {
  const sid = await live();
  for (const answered of [0, 2, undefined]) {
    bits = answered;
    expect(await send(sid)).toBe(200);
  }
  expect([asked, await stored(sid), await cases()]).toEqual([3, [], []]);
});

test('one refused frame has no consequence, and a second one opens a case with both for the team and locks nothing', async () => {
  const sid = await live();
  bits = 8;
  expect(await send(sid)).toBe(200);
  expect([await stored(sid), await cases()]).toEqual([[{ uid: eve.id, ticket: null }], []]);
  await send(sid);
  const [opened] = await cases();
  expect(opened).toMatchObject({ uid: 1, sid });
  expect((await framesOf(api.db, opened.ticket)).map(({ origin, sealed }) => [origin, sealed])).toEqual([
    ['check', true],
    ['check', true],
  ]);
  expect(await operate(api.db, ['report', opened.ticket])).toContain('refused by the media check');
  const locks = 'select from message_lock where uid = $1 union all select from account_lock where uid = $1';
  expect((await api.pool.query(locks, [eve.id])).rowCount).toBe(0);
  // A third one joins the case.
  await send(sid);
  expect([(await cases()).length, await framesOf(api.db, opened.ticket)]).toMatchObject([1, { length: 3 }]);
  // The account of the team, which opened the case, is told nothing when it is closed.
  expect(await api.db.transaction((tx) => closeReport(tx, opened.ticket, true))).toBe(true);
  expect((await api.pool.query('select from service_outbox where to_uid = 1')).rowCount).toBe(0);
});

test('refused frames open no case when they are of the two sides, or further apart than the window', async () => {
  const sid = await live();
  bits = 8;
  await send(sid, ann);
  await send(sid, eve);
  await api.pool.query(`update call_frame set at = at - $1 * interval '1 millisecond' where sid = $2`, [
    MATCH_FRAMES_WINDOW_MS,
    sid,
  ]);
  await send(sid, eve);
  expect([(await stored(sid)).length, await cases()]).toEqual([3, []]);
});

test('a frame is refused unjudged when the user is in no such live random match, or it is no JPEG', async () => {
  bits = 8;
  const stranger = await api.guest('stranger');
  expect(await send(await live(), stranger)).toBe(404);
  expect(await send(nanoid())).toBe(404);
  const [paidOf, ringingOf] = [
    [await api.guest(), await api.guest()],
    [await api.guest(), await api.guest()],
  ];
  expect(await send(await live('paid', 'connected', api, paidOf), paidOf[0])).toBe(404);
  expect(await send(await live('match', 'answered', api, ringingOf), ringingOf[0])).toBe(404);
  const others = [await api.guest(), await api.guest()];
  expect(await send(await live('match', 'ended', api, others), others[0])).toBe(404);
  expect(await send(await live('match', 'connected', api, others), others[0], 'PHN2Zy8+')).toBe(400);
  expect(asked).toBe(0);
});

test('no frame is judged when the operator has no check service', async () => {
  const [one, other] = [await off.guest('one'), await off.guest('other')];
  const sid = await live('match', 'connected', off, [one, other]);
  expect((await off.call('matchFrame', { sid, frame }, { user: one })).status).toBe(404);
});
