import { afterEach, expect, test, vi } from 'vitest';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import type { SessionRow } from '../../../../worker/db/schema.ts';
import type { Sending, Uploaded } from '../../../../worker/media/send-file.ts';
import { createUploader } from '../../../../worker/media/uploader.ts';
import { session } from '../support/databases.ts';
import { signedIn } from '../support/people.ts';

afterEach(() => {
  vi.useRealTimers();
});

const PICTURE = new Blob(['a picture'], { type: 'image/webp' });
const ARRIVED: Uploaded = { url: '/media/0', thumbUrl: '' };

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
    keep: async (purpose) => {
      await keep();
      arrived.push(purpose);
    },
    onKept: () => {},
    onTokenRefused: async (token) => void refused.push(token),
  });
  const stateOf = async (id: string) => (await app.uploads.get(id))?.state;
  const logIn = (next: SessionRow) => {
    own = next;
  };
  return { app, sent, arrived, refused, stateOf, logIn, ...uploader };
}

test('files are sent one after the other under 32 random hex characters, and go into the profile', async () => {
  const { commands, sent, arrived, stateOf, app } = await uploading(async () => ok(ARRIVED));
  await commands.upload('a', 'avatar', PICTURE);
  await commands.upload('b', 'album', PICTURE);
  await vi.waitUntil(async () => (await stateOf('b')) === 'done');
  expect(arrived).toEqual(['avatar', 'album']);
  expect(sent[0]?.filename).toMatch(/^[0-9a-f]{32}\.webp$/);
  expect(sent[0]?.filename).not.toBe(sent[1]?.filename);
  expect((await app.uploads.get('a'))?.file).toBeUndefined();
});

test('the same upload asked for twice is sent once', async () => {
  const { commands, sent, stateOf } = await uploading(async () => ok(ARRIVED));
  await commands.upload('a', 'avatar', PICTURE);
  await commands.upload('a', 'avatar', PICTURE);
  await vi.waitUntil(async () => (await stateOf('a')) === 'done');
  expect(sent).toHaveLength(1);
});

test('without a network the file waits, and arrives later', async () => {
  const answers: Result<Uploaded>[] = [fail({ code: 'offline' }), ok(ARRIVED)];
  const { commands, kick, arrived, stateOf, sent } = await uploading(
    async () => answers.shift() ?? fail({ code: 'offline' }),
  );
  await commands.upload('a', 'album', PICTURE);
  await vi.waitUntil(async () => sent.length === 1 && (await stateOf('a')) === 'waiting');
  await vi.waitUntil(() => {
    kick();
    return arrived.length === 1;
  });
  expect(await stateOf('a')).toBe('done');
});

test('a refused file says why and lets the next one through', async () => {
  const refusals: AppError[] = [{ code: 'upload-type' }];
  const { commands, app, stateOf } = await uploading(async () => {
    const refusal = refusals.shift();
    return refusal ? fail(refusal) : ok(ARRIVED);
  });
  await commands.upload('bad', 'album', PICTURE);
  await commands.upload('good', 'album', PICTURE);
  await vi.waitUntil(async () => (await stateOf('good')) === 'done');
  expect(await app.uploads.get('bad')).toMatchObject({ state: 'error', error: 'upload-type' });
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

test('an empty file is refused before it is kept', async () => {
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
  // Another look, which finds what it would send: the refused token is not asked about again.
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
  // Still there, so it is begun anew; a wipe would have taken it.
  await vi.waitUntil(() => sent.length === 2);
  onStepDown?.();
  expect(sent[1]?.signal.aborted).toBe(true);
  await vi.waitUntil(async () => (await stateOf('a')) === 'sending');
  kick();
  await vi.waitUntil(async () => (await stateOf('a')) === 'sending');
  expect(sent).toHaveLength(2);
});
