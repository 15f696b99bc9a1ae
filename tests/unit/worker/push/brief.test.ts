import { expect, test, vi } from 'vitest';
import { CORE_LOCK } from '#contract/core.ts';
import { KICK } from '#contract/push/kick.ts';
import { queued } from '../../../../worker/api/enqueue.ts';
import { createBrief } from '../../../../worker/push/brief.ts';
import { air } from '../support/air.ts';
import { freshApp, freshChat, session } from '../support/databases.ts';
import { fakeLocks } from '../support/locks.ts';

// A global of every worker.
vi.hoisted(() => void vi.stubGlobal('location', { host: 'test' }));

const stream = vi.hoisted(() => ({
  dialled: [] as { service: string; resume: unknown }[],
  closed: [] as string[],
  dial: async (): Promise<unknown> => ({ ok: true, value: { end() {} } }),
}));
vi.mock('../../../../worker/xmpp/dial.ts', () => ({
  dial: async (options: { service: string; resume: unknown }) => {
    stream.dialled.push(options);
    return stream.dial();
  },
}));
vi.mock('../../../../worker/chat/live.ts', () => ({
  goLive: async () => ({
    check: async () => true,
    request: async () => ({ ok: false }),
    close: async (how: string) => void stream.closed.push(how),
  }),
}));

async function worker(change: { build?: number; status?: 'active' | 'expired' } = {}) {
  const [app, chat] = [freshApp(), freshChat()];
  await app.state.put({ ...session, status: change.status ?? 'active' });
  await app.state.put({ key: 'build', build: change.build ?? 1 });
  await chat.sync.put({ key: 'archive', newest: 'a', oldest: '', complete: true, settled: true });
  stream.dialled = [];
  stream.closed = [];
  const [channel, locks] = [air(), fakeLocks()];
  const ports = { app, chat, build: 1, locks, openChannel: channel.open, apiUrl: '', service: 'wss://test/x?brief' };
  const isFree = async () => !(await locks.query()).held?.some(({ name }) => name === CORE_LOCK);
  return { app, chat, channel, locks, isFree, brief: createBrief(ports) };
}
const someRow = { kind: 'message', about: 'm', tid: 'u_9001', stanzaId: 's', to: 'x' } as const;

test('a headless session resumes the stream, sends everything, closes, and releases the lock', async () => {
  const { brief, chat, isFree } = await worker();
  await chat.sync.put({ key: 'stream', id: 'kept', inbound: 3, jid: `${session.jid}/y`, savedAt: 0 });
  const id = await chat.outbox.add({ ...someRow });
  const ended = brief();
  await vi.waitFor(() => expect(stream.dialled).toHaveLength(1));
  expect(stream.dialled[0]).toMatchObject({ service: 'wss://test/x?brief', resume: { id: 'kept', inbound: 3 } });
  expect(await isFree()).toBe(false);
  await chat.outbox.delete(id as number);
  expect(await ended).toBe('done');
  expect(stream.closed).toEqual(['leave']);
  expect(await chat.sync.get('stream')).toBeUndefined();
  expect(await isFree()).toBe(true);
});

test('a headless session without a signed-in user sends the logout of a former one, and opens no stream', async () => {
  const { brief, app, isFree } = await worker();
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    requests.push(headers['X-Token']);
    return Response.json({ result: 1, msg: '', data: {} });
  });
  await app.apiQueue.add(queued(session, 'logout', {}));
  await app.state.delete('session');
  expect(await brief()).toBe('done');
  expect([requests, await app.apiQueue.count(), stream.dialled]).toEqual([[session.vcToken], 0, []]);
  expect(await isFree()).toBe(true);
  expect(await brief()).toBe('idle');
});

test('a change that fails ends a headless session, and does not keep it until its deadline', async () => {
  const { brief, app } = await worker();
  vi.stubGlobal('fetch', async () => Response.json({ result: 500, msg: 'no' }, { status: 500 }));
  await app.apiQueue.add(queued(session, 'updateProfile', { about: 'bad' }));
  expect(await brief()).toBe('done');
  expect(await app.apiQueue.toArray()).toMatchObject([{ failure: { attempts: 1, counted: 1 } }]);
});

test('the stream of another account is not resumed', async () => {
  const { brief, chat } = await worker();
  await chat.sync.put({ key: 'stream', id: 'kept', inbound: 3, jid: 'u_1@elsewhere/y', savedAt: 0 });
  await chat.outbox.add({ ...someRow });
  void brief();
  await vi.waitFor(() => expect(stream.dialled).toHaveLength(1));
  expect(stream.dialled[0]).toMatchObject({ resume: undefined });
  await chat.outbox.clear();
});

test('a headless session notifies a running core, and opens no second stream', async () => {
  const { brief, locks, channel } = await worker();
  void locks.request(CORE_LOCK, () => new Promise(() => {}));
  expect(await brief()).toBe('busy');
  expect(channel.heard).toEqual([KICK]);
  expect(stream.dialled).toEqual([]);
});

test("a page's core that announces itself gets the lock and the stream at once", async () => {
  const { brief, chat, channel, isFree } = await worker();
  await chat.sync.put({ key: 'stream', id: 'kept', inbound: 3, jid: `${session.jid}/y`, savedAt: 0 });
  await chat.outbox.add({ ...someRow });
  const ended = brief();
  await vi.waitFor(() => expect(stream.dialled).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve));
  channel.say({ type: 'hello', build: 1, instance: 'page' });
  expect(await ended).toBe('superseded');
  expect(stream.closed.filter((how) => how === 'leave')).toEqual([]);
  expect(await chat.sync.get('stream')).toMatchObject({ id: 'kept' });
  expect(await isFree()).toBe(true);
});

test("a headless session dials nothing when a page's core asked for the lock before", async () => {
  const { brief, locks } = await worker();
  const inLine = [{ name: CORE_LOCK }];
  locks.query = (async () => ({ held: inLine, pending: inLine })) as never;
  expect(await brief()).toBe('superseded');
  expect(stream.dialled).toEqual([]);
});

test('an unfinished task is left to the next core after the time limit, even when closing hangs', async () => {
  const { brief, chat, isFree } = await worker();
  await chat.outbox.add({ ...someRow });
  expect(await brief({ maxMs: 50 })).toBe('late');
  expect(await isFree()).toBe(true);
});

test.each([
  [{ status: 'expired' as const }, 'idle'],
  [{ build: 2 }, 'stale'],
])('%j: a headless session opens no connection', async (change, end) => {
  const { brief, isFree } = await worker(change);
  expect(await brief()).toBe(end);
  expect(stream.dialled).toEqual([]);
  expect(await isFree()).toBe(true);
});

test('a refused token ends the session, and a missing network ends it as broken', async () => {
  const { brief, app } = await worker();
  stream.dial = async () => ({ ok: false, error: 'conn-fail' });
  expect(await brief()).toBe('broken');
  expect(await app.state.get('session')).toMatchObject({ status: 'active' });
  stream.dial = async () => ({ ok: false, error: 'auth-fail' });
  expect(await brief()).toBe('refused');
  await vi.waitFor(async () => expect(await app.state.get('session')).toMatchObject({ status: 'expired' }));
  stream.dial = async () => ({ ok: true, value: { end() {} } });
});

test('two headless sessions run one after the other, each under the lock', async () => {
  const { brief, chat } = await worker();
  const id = await chat.outbox.add({ ...someRow });
  const both = Promise.all([brief(), brief({ until: async () => true })]);
  await vi.waitFor(() => expect(stream.dialled).toHaveLength(1));
  await chat.outbox.delete(id as number);
  expect(await both).toEqual(['done', 'done']);
  expect(stream.closed).toEqual(['leave', 'leave']);
});
