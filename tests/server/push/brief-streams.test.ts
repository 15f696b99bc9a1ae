import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { jidOfUid } from '../../../contract/jid.ts';
import { createArrivalsJob } from '../../../server/domains/notices/arrivals.ts';
import { readFigures } from '../../../server/domains/operator/figures.ts';
import { chat } from '../../edge/messages.ts';
import { callClient, shownOf } from '../../harness/calls/call-client.ts';
import { operate } from '../../harness/operate.ts';
import type { RawClient } from '../../harness/raw-client.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';
import { type ClosedApps, startClosedApps } from './closed-app.ts';

const BEN = 264_457_002;
const HOST = 9006;
let at: ClosedApps;
let bens: RawClient;
beforeAll(async () => {
  at = await startClosedApps(inject('postgresUrl'));
  bens = await at.backend.connect(await at.backend.logIn(BEN));
});
afterAll(() => at?.close());
beforeEach(() => {
  at.service.received.length = 0;
});

const streamsOf = (uid: number) => at.rows<{ brief: boolean }>('select brief from online_stream where uid = $1', [uid]);
const opened = (uid: number, count: number) =>
  vi.waitFor(async () => expect(await streamsOf(uid)).toHaveLength(count), { timeout: 20_000, interval: 20 });
const HOST_JID = jidOfUid(HOST, DOMAIN);
/** Returns the status of the host in the status query and in the list of hosts. */
async function statusOf(): Promise<unknown[]> {
  const guest = await at.guest();
  const { onlineStatus } = await at.backend.call('onlineStatus', { targetJid: [HOST_JID] }, guest);
  const { anchors } = await at.backend.call('hotAnchors', { limit: 50 }, guest);
  return [onlineStatus[0]?.status, anchors.find(({ uid }) => uid === HOST)?.status];
}

test('a service worker that wakes up does not make its user online for the database, calls, lists or watchers', async () => {
  const host = await at.backend.logIn(HOST);
  const isSeen = async () => {
    const [found] = await at.rows(
      `select is_seen_online($1) as seen, is_here($1) as here, anchor.online from anchor where uid = $1`,
      [HOST],
    );
    return found;
  };
  const brief = await at.backend.connect(host, '?brief');
  await opened(HOST, 1);
  expect(await streamsOf(HOST)).toEqual([{ brief: true }]);
  expect(await isSeen()).toEqual({ seen: false, here: false, online: false });
  expect(await statusOf()).toEqual(['offline', 'offline']);
  // The callee is offline for a call.
  const { refusal } = await callClient(bens).ask('SessionRequest', '', {
    callee: HOST,
    kind: 'paid',
    source: '',
    root: '',
    shown: shownOf(HOST),
  });
  expect(refusal).toBe('offline');

  // The app opens: the host is online, and the end of the headless stream changes nothing.
  const whole = await at.backend.connect(host);
  await vi.waitFor(async () => expect(await isSeen()).toEqual({ seen: true, here: true, online: true }), {
    timeout: 20_000,
    interval: 20,
  });
  expect(await statusOf()).toEqual(['online', 'online']);
  brief.close();
  await opened(HOST, 1);
  expect(await isSeen()).toEqual({ seen: true, here: true, online: true });
  whole.close();
  await opened(HOST, 0);
  expect(await isSeen()).toEqual({ seen: false, here: false, online: false });
});

test('messages are still pushed while a service worker fetches their text', async () => {
  const { user, browser } = await at.person();
  const brief = await at.backend.connect(user, '?brief');
  await opened(user.id, 1);
  // An active headless stream does not mean that the app is visible.
  await at.backend.pool.query('update online_stream set active = true where uid = $1', [user.id]);
  bens.send(chat({ id: 'while-a-worker-is-awake', to: user.id }));
  await at.service.until('the push', ([first]) => first);
  await at.settled(user.id);
  expect(at.pushesTo(browser).map(({ payload }) => payload.i)).toEqual(['while-a-worker-is-awake']);
  // The text reaches the service worker on its stream.
  await brief.take('the words', (frame) => frame.attrs['id'] === 'while-a-worker-is-awake');
  brief.cut();
});

test('a headless stream is neither an arrival nor a departure, and the offline time continues', async () => {
  const { user } = await at.person();
  await at.backend.pool.query(`insert into left_online (uid, at) values ($1, now() - interval '1 hour')`, [user.id]);
  const left = () => at.rows('select at from left_online where uid = $1', [user.id]);
  const before = await left();
  const brief = await at.backend.connect(user, '?brief');
  await opened(user.id, 1);
  await at.leave(brief, user.id);
  expect(await left()).toEqual(before);
  expect(await at.rows('select 1 from came_online where uid = $1', [user.id])).toEqual([]);
});

test('a headless stream is neither counted for operators nor announced when the open app closed before', async () => {
  const [fan, host] = [await at.person(), await at.backend.logIn(9002)];
  await at.backend.call('changeRelation', { targetUid: 9002, action: 'like' }, fan.user);
  const { online } = await readFigures(at.db);
  const brief = await at.backend.connect(host, '?brief');
  await opened(9002, 1);
  await at.backend.pool.query('insert into came_online (uid, at) values (9002, now())');
  await createArrivalsJob(at.db).run(new AbortController().signal);
  expect(await at.rows(`select 1 from notice where uid = $1 and template = 'online'`, [fan.user.id])).toEqual([]);
  expect((await readFigures(at.db)).online).toBe(online);
  expect(await operate(at.db, ['person', '9002'])).toContain('streams open now: 0');
  brief.close();
});
