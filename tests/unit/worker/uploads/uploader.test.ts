import Dexie from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import { WEEK_MS } from '../../../../contract/durations.ts';
import type { Uploaded } from '../../../../worker/base/upload-owner.ts';
import type { SessionRow } from '../../../../worker/db/schema.ts';
import { createPass, type PassPorts } from '../../../../worker/media/pass.ts';
import type { Sending } from '../../../../worker/media/sending.ts';
import { createUploader } from '../../../../worker/media/uploader.ts';
import { freshApp, reopenApp, session } from '../support/databases.ts';
import { signedIn } from '../support/people.ts';

afterEach(() => {
  vi.useRealTimers();
});

const PICTURE = new Blob(['a picture'], { type: 'image/webp' });
const ARRIVED: Uploaded = { url: '/media/0', thumbUrl: '' };

/** An uploader with owners for all purposes. `pass` advances the retry clock. */
async function uploading(send: (sending: Sending) => Promise<Result<Uploaded>>, keep = async () => {}) {
  const { app } = await signedIn();
  const sent: Sending[] = [];
  const arrived: string[] = [];
  const refused: string[] = [];
  let own: SessionRow = session;
  const uploader = createUploader({
    app,
    session: async () => own,
    send: (sending) => {
      sent.push(sending);
      return send(sending);
    },
    uploadUrl: '/upload',
    now: Date.now,
    onArrived: () => {},
    renewPass: () => {},
    onTokenRefused: async (token) => void refused.push(token),
  });
  const owner = (purpose: string) => ({
    async keep() {
      await keep();
      arrived.push(purpose);
    },
    onKept() {},
  });
  const batches: string[] = [];
  const chat = { ...owner('chat'), onBatch: (batch: string) => void batches.push(batch) };
  uploader.register({ avatar: owner('avatar'), album: owner('album'), video: owner('video'), chat });
  const stateOf = async (id: string) => (await app.uploads.get(id))?.state;
  const logIn = (next: SessionRow) => {
    own = next;
  };
  return { app, sent, arrived, batches, refused, stateOf, logIn, ...uploader };
}

test('files are sent under 32 random hex characters, and each goes to the owner of its purpose', async () => {
  const { commands, sent, arrived, stateOf, app } = await uploading(async () => ok(ARRIVED));
  await commands.upload('a', 'avatar', PICTURE);
  await commands.upload('b', 'album', PICTURE);
  await vi.waitUntil(async () => (await stateOf('b')) === 'done');
  await vi.waitUntil(async () => (await stateOf('a')) === 'done');
  expect(arrived.toSorted()).toEqual(['album', 'avatar']);
  expect(sent[0]?.filename).toMatch(/^[0-9a-f]{32}\.webp$/);
  expect(sent[0]?.filename).not.toBe(sent[1]?.filename);
  expect((await app.uploads.get('a'))?.file).toBeUndefined();
  expect((await app.uploads.get('a'))?.name).toBe(sent[0]?.filename);
});

test('the same upload is sent once when it is requested twice', async () => {
  const { commands, sent, stateOf } = await uploading(async () => ok(ARRIVED));
  await commands.upload('a', 'avatar', PICTURE);
  await commands.upload('a', 'avatar', PICTURE);
  await vi.waitUntil(async () => (await stateOf('a')) === 'done');
  expect(sent).toHaveLength(1);
});

test('a file waits without a network, and arrives later', async () => {
  const answers: Result<Uploaded>[] = [fail({ code: 'offline' }), ok(ARRIVED)];
  const { commands, onWake, arrived, stateOf, sent } = await uploading(
    async () => answers.shift() ?? fail({ code: 'offline' }),
  );
  await commands.upload('a', 'album', PICTURE);
  await vi.waitUntil(async () => sent.length === 1 && (await stateOf('a')) === 'waiting');
  onWake?.('online');
  await vi.waitUntil(async () => (await stateOf('a')) === 'done');
  expect(arrived).toEqual(['album']);
  // The response may have been lost, and the name tells the upload host which bytes it already has.
  expect(sent[1]?.filename).toBe(sent[0]?.filename);
});

test('a refused file carries the reason, does not block the next one, and stays until it is sent again or discarded', async () => {
  const refusals: AppError[] = [{ code: 'upload-type' }];
  const { commands, app, sent, stateOf } = await uploading(async () => {
    const refusal = refusals.shift();
    return refusal ? fail(refusal) : ok(ARRIVED);
  });
  await commands.upload('bad', 'album', PICTURE);
  await commands.upload('good', 'album', PICTURE);
  await vi.waitUntil(async () => (await stateOf('good')) === 'done');
  await vi.waitUntil(async () => (await stateOf('bad')) === 'error');
  expect(await app.uploads.get('bad')).toMatchObject({ error: 'upload-type', file: { size: PICTURE.size } });
  expect(await commands.retryUpload('good')).toEqual(fail({ code: 'not-found' }));
  expect(await commands.retryUpload('bad')).toEqual(ok(null));
  await vi.waitUntil(async () => (await stateOf('bad')) === 'done');
  expect(sent.map(({ filename }) => filename)).toHaveLength(3);
});

test('an upload cancelled while it is sent is not used', async () => {
  const { commands, app, arrived, sent } = await uploading(
    ({ signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(fail({ code: 'cancelled' })))),
  );
  await commands.upload('a', 'avatar', PICTURE);
  await vi.waitUntil(() => sent.length === 1);
  await commands.dropUpload('a');
  await vi.waitUntil(async () => (await app.uploads.count()) === 0);
  expect(arrived).toEqual([]);
});

test('an empty file is refused before it is stored', async () => {
  const { commands, app } = await uploading(async () => ok(ARRIVED));
  expect(await commands.upload('a', 'avatar', new Blob([]))).toMatchObject({ error: { code: 'upload-unreadable' } });
  expect(await app.uploads.count()).toBe(0);
});

test('a file whose token was refused waits for a login: it is not sent again until then, and then once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const tokens = new Set(['the-next-token']);
  const { commands, kick, sent, refused, arrived, stateOf, logIn } = await uploading(async ({ token }) =>
    tokens.has(token) ? ok(ARRIVED) : fail({ code: 'unauthorized' }),
  );
  await commands.upload('a', 'video', PICTURE);
  await vi.waitUntil(() => refused.length === 1, { interval: 1 });
  logIn({ ...session, status: 'expired' });
  for (let turn = 0; turn < 5; turn += 1) kick();
  // Another run finds the waiting file, but does not send it with the refused token.
  logIn(session);
  await commands.upload('b', 'album', PICTURE);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  expect([sent.length, refused, await stateOf('a')]).toEqual([1, [session.vcToken], 'waiting']);

  logIn({ ...session, vcToken: 'the-next-token' });
  kick();
  await vi.waitUntil(() => arrived.length === 2);
  expect(sent.map(({ token }) => token)).toEqual([session.vcToken, 'the-next-token', 'the-next-token']);
});

/** A media host whose responses the test triggers. */
function slowHost() {
  const answers: ((result: Result<Uploaded>) => void)[] = [];
  const send = () => new Promise<Result<Uploaded>>((resolve) => answers.push(resolve));
  return { send, answers };
}

test('two files are sent at once, but at most one clip', async () => {
  const { send, answers } = slowHost();
  const { commands, sent, stateOf } = await uploading(send);
  const clip = new Blob(['a clip'], { type: 'video/mp4' });
  await commands.upload('clip 1', 'video', clip);
  await commands.upload('clip 2', 'video', clip);
  await vi.waitUntil(() => sent.length === 1);
  for (const id of ['picture 1', 'picture 2']) await commands.upload(id, 'album', PICTURE);
  await vi.waitUntil(() => sent.length === 2);
  const states = () => Promise.all(['clip 1', 'clip 2', 'picture 1', 'picture 2'].map(stateOf));
  expect(await states()).toEqual(['sending', 'waiting', 'sending', 'waiting']);
  answers[1]?.(ok(ARRIVED));
  await vi.waitUntil(() => sent.length === 3);
  expect(await states()).toEqual(['sending', 'waiting', 'done', 'sending']);
  answers[0]?.(ok(ARRIVED));
  await vi.waitUntil(() => sent.length === 4);
  expect(await states()).toEqual(['done', 'sending', 'done', 'sending']);
});

test('a failed upload is retried after 1, 2, 4 .. 60 s, and at once when the network is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { commands, sent, stateOf, onWake } = await uploading(async () => fail({ code: 'offline' }));
  const failed = (tries: number) =>
    vi.waitUntil(async () => sent.length === tries && (await stateOf('a')) === 'waiting' && vi.getTimerCount() > 0, {
      interval: 1,
    });
  await commands.upload('a', 'album', PICTURE);
  for (const [tries, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    await failed(tries + 1);
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    expect(sent).toHaveLength(tries + 1);
    vi.advanceTimersByTime(1);
  }
  await failed(9);
  onWake?.('online');
  await failed(10);
});

test('an upload whose place in the profile cannot be stored does not count as done', async () => {
  const { commands, app, stateOf, sent } = await uploading(
    async () => ok(ARRIVED),
    async () => {
      throw new Error('the disk is full');
    },
  );
  await commands.upload('a', 'avatar', PICTURE);
  await vi.waitUntil(() => sent.length === 1);
  await vi.waitUntil(async () => (await app.uploads.get('a'))?.file !== undefined);
  expect(await stateOf('a')).toBe('sending');
});

test('an upload is aborted when the user signs out or another core takes over', async () => {
  const { commands, sent, onSigningOut, onStepDown, kick, stateOf } = await uploading(
    ({ signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(fail({ code: 'cancelled' })))),
  );
  await commands.upload('a', 'avatar', PICTURE);
  await vi.waitUntil(() => sent.length === 1);
  onSigningOut?.();
  // The file still exists, so its upload starts again; a wipe would have deleted it.
  await vi.waitUntil(() => sent.length === 2);
  onStepDown?.('drop');
  expect(sent[1]?.signal.aborted).toBe(true);
  await vi.waitUntil(async () => (await stateOf('a')) === 'sending');
  kick();
  await vi.waitUntil(async () => (await stateOf('a')) === 'sending');
  expect(sent).toHaveLength(2);
});

test('files stored by an older build get their name with the new version, and are sent', async () => {
  freshApp().close();
  const older = new Dexie('app', { cache: 'disabled' });
  older.version(3).stores({ uploads: 'id, queuedAt', state: 'key' });
  const rest = { purpose: 'album', state: 'waiting', sentBytes: 0, totalBytes: 9, url: '', thumbUrl: '', error: '' };
  await older.table('uploads').bulkAdd([
    { id: 'kept', queuedAt: 1, file: PICTURE, ...rest },
    { id: 'refused', queuedAt: 2, file: undefined, ...rest, state: 'error', error: 'upload-type' },
  ]);
  older.close();
  const app = reopenApp();
  expect((await app.uploads.get('kept'))?.name).toMatch(/^[0-9a-f]{32}\.webp$/);
  expect(await app.uploads.get('refused')).toMatchObject({ state: 'error', name: expect.stringMatching(/\.bin$/) });
});

test('the files of a message are reported together, when the last has arrived, and again to the next core', async () => {
  const facts = { id: '0'.repeat(32), kind: 'picture', width: 4, height: 3, blur: '' } as const;
  const answers: Result<Uploaded>[] = [
    ok({ ...ARRIVED, facts }),
    fail({ code: 'upload-type' }),
    ok({ ...ARRIVED, facts }),
  ];
  const { app, kick, commands, batches, stateOf, sent, onSignedIn } = await uploading(
    async () => answers.shift() ?? ok(ARRIVED),
  );
  const row = {
    purpose: 'chat',
    file: PICTURE,
    state: 'waiting',
    sentBytes: 0,
    totalBytes: 9,
    url: '',
    thumbUrl: '',
    error: '',
  } as const;
  await app.uploads.bulkAdd([
    { ...row, id: 'a', name: 'a', queuedAt: 1, batch: 'm' },
    { ...row, id: 'b', name: 'b', queuedAt: 2, batch: 'm' },
  ]);
  kick();
  await vi.waitUntil(async () => (await stateOf('a')) === 'done' && (await stateOf('b')) === 'error');
  expect(sent.map(({ purpose }) => purpose)).toEqual(['chat', 'chat']);
  expect((await app.uploads.get('a'))?.facts).toEqual(facts);
  expect(batches).toEqual([]);
  await commands.retryUpload('b');
  await vi.waitUntil(() => batches.length === 1);
  await onSignedIn?.(session);
  expect(batches).toEqual(['m', 'm']);
});

test('the private media cookie is requested once per login, then each week', async () => {
  const { app } = await signedIn();
  let now = 1_000;
  let own: SessionRow | undefined = session;
  let answer: Result<object> = fail({ code: 'offline' });
  const asked: string[] = [];
  const call = async (name: string) => {
    asked.push(name);
    return answer;
  };
  const pass = createPass({
    app,
    api: { call } as unknown as PassPorts['api'],
    session: async () => own,
    now: () => now,
  });
  await pass.renew();
  answer = ok({});
  await pass.renew();
  await pass.renew();
  expect(asked).toHaveLength(2);
  now += WEEK_MS;
  await pass.renew();
  expect(asked).toEqual(Array(3).fill('mediaPass'));
  // A sign-out during the request leaves no pass.
  await app.state.delete('pass');
  answer = ok({});
  const renewing = pass.renew();
  own = undefined;
  await renewing;
  expect(await app.state.get('pass')).toBeUndefined();
  await pass.renew();
  expect(asked.length).toBeLessThanOrEqual(4);
});
