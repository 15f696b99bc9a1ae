import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/api/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { PART_BYTES } from '#contract/media/rules.ts';
import { createAccountCommands } from '../../../../worker/account/commands.ts';
import { refreshAccount } from '../../../../worker/account/refresh.ts';
import { outcomeOf } from '../../../../worker/analytics/sender.ts';
import { createApi } from '../../../../worker/api/client.ts';
import { createOutcomes } from '../../../../worker/api/outcomes.ts';
import { createApiQueue } from '../../../../worker/api/queue.ts';
import { readSession } from '../../../../worker/base/session-row.ts';
import type { ApiQueueRow } from '../../../../worker/db/schema.ts';
import { createPass } from '../../../../worker/media/pass.ts';
import { sendFile } from '../../../../worker/media/send-file.ts';
import type { Sending } from '../../../../worker/media/sending.ts';
import { createUploader } from '../../../../worker/media/uploader.ts';
import { HOSTILE_ANSWERS, type HostileAnswer, hostileResponse } from '../../../harness/hostile/hostile-answers.ts';
import { freshChat, session } from '../support/databases.ts';
import { device, user } from '../support/http.ts';
import { signedIn } from '../support/people.ts';

// Globals of every worker.
vi.hoisted(() => void vi.stubGlobal('location', { host: 'gem.test', href: 'https://gem.test/core.js' }));
beforeEach(() => void vi.stubGlobal('caches', { keys: async () => [], delete: async () => true }));
afterEach(() => {
  vi.restoreAllMocks();
});

const FREQUENT = { interval: 5 };
const NAMES = Object.keys(endpoints) as EndpointName[];
/** One row of the table above for each test, named by it. */
const EACH = HOSTILE_ANSWERS.map((hostile) => [hostile.name, hostile] as const);

/** An API whose requests all get this response, and the clocks that it learned. */
function apiBehind(hostile: HostileAnswer) {
  const clocks: number[] = [];
  const asked: string[] = [];
  const api = createApi({
    baseUrl: 'https://gem.test',
    async fetch(url) {
      asked.push(String(url));
      return hostileResponse(hostile);
    },
    device: async () => device,
    client: { channel: 'B1', pkgName: 'app', versionCode: 1, versionName: '0', host: 'test' },
    user: async () => user,
    onServerTime: (at) => void clocks.push(at),
    pause: async () => {},
    log() {},
  });
  return { api, asked, clocks };
}

test('there are 40 hostile answers by status, content type and body, and each name is unique', () => {
  expect(HOSTILE_ANSWERS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(HOSTILE_ANSWERS.map(({ name }) => name)).size).toBe(HOSTILE_ANSWERS.length);
});

test.each(EACH)('no endpoint is refused and no clock is learned when the response is: %s', async (_name, hostile) => {
  const { api, asked, clocks } = apiBehind(hostile);
  const once = { mayRetry: () => false };
  for (const name of NAMES)
    expect([name, await api.call(name, {} as never, once)]).toEqual([name, { ok: false, error: { code: 'offline' } }]);
  expect([asked.length, clocks]).toEqual([NAMES.length, []]);
  // Retried like after a network error.
  await api.call('account', { action: 1 });
  expect(asked).toHaveLength(NAMES.length + 4);
});

/** One queued change of each kind that can be queued. */
const QUEUED = Object.entries<Endpoint>(endpoints)
  .filter(([, { delivery }]) => delivery === 'queued')
  .map(([endpoint], index): Omit<ApiQueueRow, 'id'> => {
    const { uid, jid, role, vcToken } = session;
    const data = endpoint === 'updateProfile' ? { about: 'hello' } : { targetUid: 9_001 + index };
    return { operationId: endpoint, endpoint, data, uid, jid, role, vcToken, queuedAt: 0 };
  });

test("all queued changes and the session stay when the response is not our server's", async () => {
  const { app } = await signedIn();
  await app.apiQueue.bulkAdd(QUEUED);
  for (const [name, hostile] of EACH) {
    const { api, asked } = apiBehind(hostile);
    const queue = createApiQueue({ app, api, outcomes: createOutcomes(app) });
    await app.apiQueue.toCollection().modify((row) => void delete row.failure);
    queue.kick();
    await vi.waitFor(async () => {
      const rows = await app.apiQueue.toArray();
      expect(rows.map(({ failure }) => failure?.error.code)).toEqual(QUEUED.map(() => 'offline'));
    }, FREQUENT);
    queue.stop();
    expect([name, asked.length]).toEqual([name, QUEUED.length * 4]);
  }
  expect(await app.state.get('undone')).toBeUndefined();
  expect(await readSession(app)).toEqual(session);
});

test("a refresh, a login and the renewal of the media cookie end no session when the response is not our server's", async () => {
  const { app, notice, epoch, accepted, guard } = await signedIn();
  const chat = freshChat();
  const read = () => readSession(app);
  for (const [name, hostile] of EACH) {
    const { api, clocks } = apiBehind(hostile);
    expect(await refreshAccount(app, api, accepted)).toEqual({ ok: false, error: { code: 'offline' } });
    await createPass({ app, api, session: read, now: () => 0 }).renew();
    const commands = createAccountCommands({
      app,
      notice,
      chat,
      api,
      epoch,
      accepted,
      guard,
      queue: { kick() {}, discard: async () => false, stop() {} },
      session: read,
      track() {},
      onSignedIn: async () => {},
      onSigningOut: async () => {},
    });
    expect(await commands.signIn({ way: 'password', uid: session.uid, passwd: 'x' })).toMatchObject({ ok: false });
    expect([name, await read(), await app.state.get('pass'), clocks]).toEqual([name, session, undefined, []]);
  }
});

/** An XMLHttpRequest that gets this response at once. */
const requestBehind = ({ status, type, body, isRedirected }: HostileAnswer) =>
  class {
    upload = {};
    status = status;
    responseText = body;
    responseURL = isRedirected ? 'https://portal.example/login' : 'https://gem.test/upload';
    onload = () => {};
    getResponseHeader = (name: string) => (name === 'content-type' ? type : '3600');
    open() {}
    abort() {}
    send() {
      this.onload();
    }
  };

const SMALL = new Blob(['a picture'], { type: 'image/webp' });
const LARGE = new Blob([new Uint8Array(PART_BYTES + 1)], { type: 'video/mp4' });
const sendingOf = (file: Blob): Sending => ({
  url: '/upload',
  token: 't',
  filename: 'a.webp',
  purpose: 'profile',
  file,
  signal: new AbortController().signal,
  onProgress() {},
});

test.each(EACH)(
  'an upload, whole or in parts, is to be tried again when the response is: %s',
  async (_name, hostile) => {
    vi.stubGlobal('XMLHttpRequest', requestBehind(hostile));
    for (const file of [SMALL, LARGE])
      expect(await sendFile(sendingOf(file))).toEqual({ ok: false, error: { code: 'offline' } });
  },
);

test('an upload waits and the session stays when a page of another host says 401', async () => {
  const [, page] = EACH.find(([name]) => name === '401, an HTML page') ?? [];
  vi.stubGlobal('XMLHttpRequest', requestBehind(page as HostileAnswer));
  const { app } = await signedIn();
  const refused: string[] = [];
  const uploader = createUploader({
    app,
    session: () => readSession(app),
    send: sendFile,
    uploadUrl: '/upload',
    now: () => 1,
    onArrived() {},
    renewPass() {},
    onTokenRefused: async (token) => void refused.push(token),
  });
  await uploader.commands.upload('a', 'avatar', SMALL as never);
  await vi.waitFor(async () => expect(await app.uploads.get('a')).toMatchObject({ state: 'waiting', error: '' }));
  await uploader.onStepDown?.('drop');
  expect(refused).toEqual([]);
});

test.each<[number, object | undefined, string]>([
  [415, { code: 'upload-type' }, 'upload-type'],
  [401, undefined, 'unauthorized'],
  [400, undefined, 'bad-request'],
  [404, undefined, 'bad-request'],
  [429, undefined, 'rate-limited'],
  [503, undefined, 'server-error'],
])('an upload that our server refuses with %i (%o) fails with %s', async (status, data, code) => {
  const body = JSON.stringify({ result: status, msg: 'no', data });
  vi.stubGlobal('XMLHttpRequest', requestBehind({ name: '', status, type: 'application/json; charset=utf-8', body }));
  expect(await sendFile(sendingOf(SMALL))).toMatchObject({ ok: false, error: { code } });
});

test.each(EACH)('no event is lost when the collector answers: %s', (_name, { status, body, isRedirected }) => {
  // The sender follows no redirect.
  if (!isRedirected && !body.startsWith('{"result"')) expect(outcomeOf(status, body)).toMatch(/^(?:busy|broken)$/);
});
