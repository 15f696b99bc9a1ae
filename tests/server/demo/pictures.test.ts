import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { mediaUrl } from '../../../contract/media/media.ts';
import { importAlbums, importPortraits } from '../../../demo/accounts/pictures.ts';
import { seedCrowd } from '../../../demo/accounts/seed-many.ts';
import { demoMediaId, openMediaStore } from '../../../server/domains/media/store.ts';
import { startApi, type TestApi } from '../../harness/api.ts';
import { removeFolder, temporaryFolder } from '../../harness/temporary.ts';

const DRAWN = join(import.meta.dirname, '../../../demo/media');
const [dataDir, source] = [temporaryFolder('pictures'), temporaryFolder('drawn')];
const warned: unknown[] = [];
let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
});
afterAll(async () => {
  await api?.close();
  removeFolder(dataDir);
  removeFolder(source);
});

const parts = () => ({
  db: api.db,
  store: openMediaStore({ db: api.db, dataDir }),
  log: { warn: (about: unknown) => void warned.push(about) },
  source,
});
const draw = (...files: string[]) => {
  for (const file of files) copyFileSync(join(DRAWN, '9001.webp'), join(source, file));
};
const run = async () => {
  await importPortraits(parts());
  await importAlbums(parts());
};
const urlOf = (file: string) => mediaUrl(demoMediaId(file));
const cardOf = async (uid: number) => {
  const { rows } = await api.pool.query('select avatar_url, albums, videos from profile where uid = $1', [uid]);
  return rows[0];
};
const EMPTY = { avatar_url: '', albums: [], videos: [] };

test('the import changes nothing and logs no warning when there are no demo pictures', async () => {
  const gone = { ...parts(), source: join(source, 'nowhere') };
  await importPortraits(gone);
  await importAlbums(gone);
  expect(await cardOf(9001)).toEqual(EMPTY);
  expect(warned).toEqual([]);
});

test('the import adds new demo pictures to an existing database once', async () => {
  await seedCrowd(api.db, 3);
  draw('9001.webp', '9002.webp', '9001-2.webp');
  await run();
  const card = { avatar_url: urlOf('9001.webp'), albums: [urlOf('9001-2.webp')], videos: [] };
  expect(await cardOf(9001)).toEqual(card);
  expect(await cardOf(9002)).toEqual({ ...EMPTY, avatar_url: urlOf('9002.webp') });
  expect(await cardOf(9003)).toEqual(EMPTY);
  // Generated hosts share the pictures from now on.
  expect((await cardOf(1_000_001)).avatar_url).toBe(urlOf('9002.webp'));
  const served = await api.app.inject({ url: `${card.avatar_url}/img160` });
  expect(served.headers['content-type']).toMatch(/^image\//);

  draw('9001-3.webp');
  await run();
  await run();
  expect(await cardOf(9001)).toEqual({ ...card, albums: [urlOf('9001-2.webp'), urlOf('9001-3.webp')] });
  const { rows } = await api.pool.query('select count(*)::int as kept from media');
  expect(rows[0].kept).toBe(4);
});

test('a picture missing in the data folder is restored', async () => {
  const kept = parts().store.folder.original(demoMediaId('9002.webp'), 'picture');
  rmSync(kept);
  await run();
  expect(existsSync(kept)).toBe(true);
});

test('a clip next to the portrait is served and shown on the card when it is added later', async () => {
  copyFileSync(join(DRAWN, '9001.mp4'), join(source, '9002.mp4'));
  await run();
  await run();
  const [thumbnail, videoUrl] = [urlOf('9002.webp'), urlOf('9002.mp4')];
  expect((await cardOf(9002)).videos).toEqual([{ thumbnail, videoUrl, checksum: demoMediaId('9002.mp4') }]);
  const user = await api.guest();
  const { data } = await api.call('contactPopup', { targetUid: 9002 }, { user });
  expect(data.anchor).toMatchObject({ avatarUrl: thumbnail, videoUrl });
  const served = await api.app.inject({ url: videoUrl });
  expect(served.headers['content-type']).toBe('video/mp4');
});

test('pictures that a host chose stay unchanged', async () => {
  const own = { avatar: mediaUrl('a'.repeat(32)), albums: [mediaUrl('b'.repeat(32))] };
  await api.pool.query('update profile set avatar_url = $2, albums = $3 where uid = $1', [
    9001,
    own.avatar,
    JSON.stringify(own.albums),
  ]);
  await run();
  expect(await cardOf(9001)).toEqual({ avatar_url: own.avatar, albums: own.albums, videos: [] });
});

test('a file that is not a picture is skipped, and the others are imported', async () => {
  writeFileSync(join(source, '9004.webp'), 'no picture');
  draw('9005.webp');
  await run();
  expect(await cardOf(9004)).toEqual(EMPTY);
  expect((await cardOf(9005)).avatar_url).toBe(urlOf('9005.webp'));
  expect(warned).toEqual([expect.objectContaining({ uid: 9004 })]);
});

test('the import stops when it is aborted', async () => {
  draw('9006.webp');
  await importPortraits(parts(), AbortSignal.abort());
  expect(await cardOf(9006)).toEqual(EMPTY);
});
