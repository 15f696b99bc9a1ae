import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { storableFile } from '../../../../worker/db/storable-file.ts';
import { storeShare } from '../../../../worker/push/shares.ts';
import { freshApp, reopenApp } from '../support/databases.ts';

afterEach(() => void vi.restoreAllMocks());

/** Refuses Blobs in rows, as the database of a private window of WebKit does. */
function refuseBlobs(): void {
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function refusing(this: IDBObjectStore, value, key) {
    if (Object.values(value as object).some((field) => field instanceof Blob))
      throw new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError');
    return put.call(this, value, key);
  });
}

const PICTURE = new Blob(['a picture'], { type: 'image/webp' });
const upload = {
  id: 'a',
  purpose: 'avatar',
  name: 'a.webp',
  state: 'waiting',
  sentBytes: 0,
  totalBytes: 9,
  url: '',
  thumbUrl: '',
  error: '',
  queuedAt: 0,
} as const;

test('a file is stored as it is where the database accepts Blobs', async () => {
  expect(await storableFile(freshApp(), PICTURE)).toBe(PICTURE);
});

test('bytes with their type are stored for a file where the database refuses Blobs, and read as a Blob after a restart', async () => {
  refuseBlobs();
  const app = freshApp();
  const file = await storableFile(app, PICTURE);
  expect(file).toEqual({ type: 'image/webp', bytes: expect.any(ArrayBuffer) });
  await app.uploads.add({ ...upload, file });
  await app.uploads.update('a', { state: 'sending' });
  const next = reopenApp();
  const rows = [
    await next.uploads.get('a'),
    await next.uploads.filter(({ state }) => state === 'sending').first(),
    (await next.uploads.bulkGet(['a']))[0],
    (await next.uploads.orderBy('queuedAt').toArray())[0],
  ];
  for (const row of rows) {
    expect(row).toMatchObject({ state: 'sending', file: { type: 'image/webp' } });
    expect(await row?.file?.text()).toBe('a picture');
  }
});

test('a shared picture is stored and read where the database refuses Blobs', async () => {
  refuseBlobs();
  const app = freshApp();
  const { id } = await storeShare(
    { app, now: () => 1, isAppOpen: async () => false },
    { text: 'look', picture: PICTURE },
  );
  await app.shares.update(id, { text: '' });
  expect(await (await app.shares.get(id))?.picture?.text()).toBe('a picture');
});

test('a file that cannot be read any more is not stored', async () => {
  const gone = new Blob(['x']);
  vi.spyOn(gone, 'slice').mockReturnValue({
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
  } as unknown as Blob);
  expect(await storableFile(freshApp(), gone)).toBeUndefined();
});
