import { afterEach, expect, test, vi } from 'vitest';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import type { SessionRow } from '../../../../worker/db/schema.ts';
import type { Sending, Uploaded } from '../../../../worker/uploads/send-file.ts';
import { createUploader } from '../../../../worker/uploads/uploader.ts';
import { session } from '../support/databases.ts';
import { signedIn } from '../support/people.ts';

afterEach(() => {
  vi.useRealTimers();
});

const PICTURE = new Blob(['a picture'], { type: 'image/webp' });
const ARRIVED: Uploaded = { url: '/media/0', thumbUrl: '' };

async function uploading(send: (sending: Sending) => Promise<Result<Uploaded>>) {
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
    keep: async (purpose) => void arrived.push(purpose),
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

test('an upload that is dropped on its way goes nowhere', async () => {
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
