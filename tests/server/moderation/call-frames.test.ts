import { nanoid } from 'nanoid';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CALL_FRAME_ACCEPTED_MS, CALL_FRAMES_KEPT_DAYS, REPORT_FRAMES_PER_DAY } from '../../../contract/calls/rules.ts';
import { framesOf } from '../../../server/domains/moderation/frames.ts';
import { closeReport } from '../../../server/domains/moderation/reports.ts';
import { deleteOldRows } from '../../../server/platform/database/retention.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { operate } from '../../harness/operate.ts';

let api: TestApi;
let ann: User;
let eve: User;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  [ann, eve] = [await api.guest('ann'), await api.guest('eve')];
});
afterAll(() => api?.close());

const jpegOf = (edge: number, background: string) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'of the sender' } })
    .toBuffer();

/** A call of ann and eve that ended `agoMs` ago; `connected` is false for one without a picture. */
async function ended(agoMs = 0, connected = true, callee = eve.id): Promise<string> {
  const sid = nanoid();
  const end = Date.now() - agoMs;
  await api.pool.query(
    `insert into call (sid, kind, caller, callee, caller_jid, price, share_percent, free_seconds, paid, state,
       start_time, answer_time, connecting_time, end_time, settled_at)
     values ($1, 'match', $2, $3, 'x', 30, 60, 0, true, 'ended', $4, $4, $5, $6, $6)`,
    [sid, ann.id, callee, end - 60_000, connected ? end - 60_000 : 0, end],
  );
  return sid;
}
async function report(sid: string, frame: string | undefined, user = ann, targetUid = eve.id) {
  const { data, status } = await api.call('report', { targetUid, reason: 'nudity', sid, frame }, { user });
  const { ticket = '' } = data ?? {};
  return { status, ticket, frames: await framesOf(api.db, ticket) };
}

test('a report in a call brings the picture of the other side, encoded again and stamped by the server', async () => {
  const sid = await ended();
  const sent = await jpegOf(200, 'red');
  const { ticket, frames } = await report(sid, sent.toString('base64'));
  expect(frames).toMatchObject([{ sid, uid: eve.id, origin: 'report', sealed: true }]);
  const [frame] = frames;
  expect(frame?.jpeg.equals(sent)).toBe(false);
  const { format, width, exif } = await sharp(frame?.jpeg).metadata();
  expect([format, width, exif]).toEqual(['jpeg', 200, undefined]);
  expect(Math.abs(Date.now() - (frame?.at.getTime() ?? 0))).toBeLessThan(60_000);
  expect(await operate(api.db, ['report', ticket])).toContain(
    `picture of ${eve.id} in call ${sid}, sent by the reporter’s device`,
  );
});

test('the picture of a report stays the first one when the report is repeated', async () => {
  const sid = await ended();
  const [first] = (await report(sid, (await jpegOf(64, 'red')).toString('base64'))).frames;
  const { frames } = await report(sid, (await jpegOf(64, 'blue')).toString('base64'));
  expect(frames.map(({ jpeg }) => jpeg.equals(first?.jpeg ?? Buffer.alloc(0)))).toEqual([true]);
});

test('a report is filed without its picture when the call is not theirs, has no picture, is too old or is unknown', async () => {
  const frame = (await jpegOf(64, 'red')).toString('base64');
  const stranger = await api.guest('stranger');
  const calls = [
    await ended(0, true, stranger.id),
    await ended(0, false),
    await ended(CALL_FRAME_ACCEPTED_MS + 60_000),
    nanoid(),
  ];
  for (const sid of calls) expect(await report(sid, frame)).toMatchObject({ status: 200, frames: [] });
  // A stranger cannot bring a picture of a call of two others.
  expect(await report(await ended(), frame, stranger)).toMatchObject({ status: 200, frames: [] });
});

test('a report is filed without its picture when the picture is no JPEG of the size that a page takes', async () => {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const whole = await jpegOf(64, 'red');
  const given = [png, await jpegOf(1_000, 'red'), whole.subarray(0, 80), Buffer.from('<svg/>')];
  for (const bytes of given) {
    expect(await report(await ended(), bytes.toString('base64'))).toMatchObject({ status: 200, frames: [] });
  }
  // Refused by its length before it is decoded.
  expect((await report(await ended(), 'A'.repeat(40_001))).status).toBe(400);
  expect((await report(await ended(), 'not base64')).status).toBe(400);
});

test('reports bring no further picture when a reporter has sent the most of a day', async () => {
  const bob = await api.guest('bob');
  const frame = (await jpegOf(64, 'red')).toString('base64');
  const brought: number[] = [];
  for (let turn = 0; turn <= REPORT_FRAMES_PER_DAY; turn += 1) {
    const { frames } = await report(await ended(0, true, bob.id), frame, bob, ann.id);
    brought.push(frames.length);
  }
  expect(brought).toEqual([...Array<number>(REPORT_FRAMES_PER_DAY).fill(1), 0]);
});

test('the picture of a case shows a change when its row was written by hand', async () => {
  const { ticket } = await report(await ended(), (await jpegOf(64, 'red')).toString('base64'));
  await api.pool.query('update call_frame set uid = $1 where ticket = $2', [ann.id, ticket]);
  expect((await framesOf(api.db, ticket)).map(({ sealed }) => sealed)).toEqual([false]);
  expect(await operate(api.db, ['report', ticket])).toContain('CHANGED SINCE');
});

test('the picture of a case is deleted after its retention, but not while the case is open', async () => {
  const { ticket } = await report(await ended(), (await jpegOf(64, 'red')).toString('base64'));
  await api.pool.query(
    `update call_frame set at = now() - interval '${CALL_FRAMES_KEPT_DAYS + 1} days' where ticket = $1`,
    [ticket],
  );
  const sweep = () => deleteOldRows(api.db).run(new AbortController().signal);
  await sweep();
  expect(await framesOf(api.db, ticket)).toHaveLength(1);
  await api.db.transaction((tx) => closeReport(tx, ticket, true));
  await sweep();
  expect(await framesOf(api.db, ticket)).toEqual([]);
});
