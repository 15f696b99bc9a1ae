import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/api/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { createAccountCommands } from '../../../../worker/account/commands.ts';
import { refreshAccount } from '../../../../worker/account/refresh.ts';
import { outcomeOf } from '../../../../worker/analytics/sender.ts';
import { createApi } from '../../../../worker/api/client.ts';
import { createOutcomes } from '../../../../worker/api/outcomes.ts';
import { createApiQueue } from '../../../../worker/api/queue.ts';
import { expire, readSession } from '../../../../worker/base/session-row.ts';
import type { ApiQueueRow } from '../../../../worker/db/schema.ts';
import { createPass } from '../../../../worker/media/pass.ts';
import { sendFile } from '../../../../worker/media/send-file.ts';
import { createUploader } from '../../../../worker/media/uploader.ts';
import { HOSTILE_ANSWERS, type HostileAnswer, hostileResponse } from '../../../harness/hostile-answers.ts';
import { freshChat, session } from '../support/databases.ts';
import { device, user } from '../support/http.ts';
import { signedIn } from '../support/people.ts';

// Globals of every worker.
vi.hoisted(() => void vi.stubGlobal('location', { host: 'gem.test', href: 'https://gem.test/core.js' }));
beforeEach(() => void vi.stubGlobal('caches', { keys: async () => [], delete: async () => true }));
afterEach(() => {
  vi.restoreAllMocks();
});

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
  for (const name of NAMES)
    expect([name, await api.call(name, {} as never)]).toEqual([name, { ok: false, error: { code: 'offline' } }]);
  // Retried like after a network error.
  expect(asked).toHaveLength(NAMES.length * 4);
  expect(clocks).toEqual([]);
});

/** One queued change of each kind that can be queued. */
const QUEUED = Object.entries<Endpoint>(endpoints)
  .filter(([, { delivery }]) => delivery === 'queued')
  .map(([endpoint], index): Omit<ApiQueueRow, 'id'> => {
    const { uid, jid, role, vcToken } = session;
    const data = endpoint === 'updateProfile' ? { about: 'hello' } : { targetUid: 9_001 + index };
    return { operationId: endpoint, endpoint, data, uid, jid, role, vcToken, queuedAt: 0 };
  });

test.each(EACH)('all queued changes stay, and the session too, when the response is: %s', async (_name, hostile) => {
  const { app } = await signedIn();
  const { api, asked } = apiBehind(hostile);
  await app.apiQueue.bulkAdd(QUEUED);
  const queue = createApiQueue({ app, api, outcomes: createOutcomes(app) });
  queue.kick();
  await vi.waitFor(async () => {
    const rows = await app.apiQueue.toArray();
    expect(rows.map(({ failure }) => failure?.error.code)).toEqual(QUEUED.map(() => 'offline'));
  });
  queue.stop();
  expect(asked).toHaveLength(QUEUED.length * 4);
  expect(await app.state.get('undone')).toBeUndefined();
  expect(await readSession(app)).toEqual(session);
});

test.each(EACH)(
  'refreshes, a login and the renewal of the media cookie end no session when the response is: %s',
  async (_name, hostile) => {
    const { app, notice, epoch, accepted, guard } = await signedIn();
    const { api, clocks } = apiBehind(hostile);
    const read = () => readSession(app);
    expect(await refreshAccount(app, api, accepted)).toEqual({ ok: false, error: { code: 'offline' } });
    await createPass({ app, api, session: read, now: () => 0 }).renew();
    const commands = createAccountCommands({
      app,
      notice,
      chat: freshChat(),
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
    expect([await read(), await app.state.get('pass'), clocks]).toEqual([session, undefined, []]);
  },
);

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

test.each(EACH)(
  'an upload, whole or in parts, waits for another attempt when the response is: %s',
  async (_name, hostile) => {
    vi.stubGlobal('XMLHttpRequest', requestBehind(hostile));
    const { app } = await signedIn();
    const refusedTokens: string[] = [];
    const uploader = createUploader({
      app,
      session: () => readSession(app),
      send: sendFile,
      uploadUrl: 'https://gem.test/upload',
      now: () => 1,
      onArrived() {},
      renewPass() {},
      async onTokenRefused(token) {
        refusedTokens.push(token);
        await expire(app, token);
      },
    });
    const small = new Blob(['a picture'], { type: 'image/webp' });
    const large = new Blob([new Uint8Array(6_000_000)], { type: 'video/mp4' });
    await uploader.commands.upload('small', 'avatar', small as never);
    await uploader.commands.upload('large', 'video', large as never);
    const isTried = ({ state, sentBytes }: { state: string; sentBytes: number }) =>
      state === 'waiting' && sentBytes === 0;
    await vi.waitFor(async () => expect((await app.uploads.toArray()).filter(isTried)).toHaveLength(2));
    await uploader.onStepDown?.('drop');
    expect([await readSession(app), refusedTokens]).toEqual([session, []]);
  },
);

test.each(EACH)('no event is lost when the collector answers: %s', (_name, { status, body, isRedirected }) => {
  // The sender follows no redirect.
  if (!isRedirected && !body.startsWith('{"result"')) expect(outcomeOf(status, body)).toMatch(/^(?:busy|broken)$/);
});
