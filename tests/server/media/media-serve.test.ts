import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mediaIdOf, type PictureWidth, sized } from '../../../contract/media/media.ts';
import { demoMediaId, openMediaStore } from '../../../server/domains/media/store.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { filesOf, picture, sendFile } from './media-files.ts';

let api: TestApi;
let sam: User;
let url: string;
const dataDir = temporaryFolder('media');

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  sam = await api.guest();
  url = (await sendFile(api, sam.vcToken, await picture(1_200, 800).png().toBuffer(), 'png')).url;
});
afterAll(() => api?.close());

const get = (path: string, headers: Record<string, string> = {}) => api.app.inject({ url: path, headers });
const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

describe('served pictures', () => {
  test('a picture is served with headers against active content, and cached as immutable', async () => {
    for (const path of [url, sized(url, 320)]) {
      const { statusCode, headers } = await get(path);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f]{30}\.[a-z0-9.]+"$/),
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        etag: expect.stringMatching(/^(W\/)?".+"$/),
      });
    }
  });

  test.each<[string, string | undefined, string]>([
    ['AVIF when the client accepts it', CHROME, 'image/avif'],
    ['WebP when the client accepts no AVIF', 'image/webp,*/*', 'image/webp'],
    ['WebP when the client refuses AVIF', 'image/avif;q=0, image/webp', 'image/webp'],
    ['JPEG when the client accepts neither', 'image/*,*/*', 'image/jpeg'],
    ['JPEG when the client sends no Accept header', undefined, 'image/jpeg'],
  ])('a picture is served as %s', async (_who, accept, type) => {
    const { headers, rawPayload } = await get(sized(url, 480), accept === undefined ? {} : { accept });
    expect(headers).toMatchObject({ 'content-type': type, vary: 'Accept' });
    const { format, width, height } = await sharp(rawPayload).metadata();
    expect(`image/${format === 'heif' ? 'avif' : format}`).toBe(type);
    expect({ width, height }).toEqual({ width: 480, height: 320 });
  });

  test.each([160, 320, 480, 960] as const)('a picture is served %i pixels wide', async (width: PictureWidth) => {
    const { rawPayload } = await get(sized(url, width), { accept: 'image/webp' });
    expect((await sharp(rawPayload).metadata()).width).toBe(width);
  });

  test('a picture is never enlarged', async () => {
    const small = await sendFile(api, sam.vcToken, await picture(100, 60).png().toBuffer(), 'png');
    const { rawPayload } = await get(sized(small.url, 960));
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 100, height: 60 });
  });

  test('a picture is not sent again to a client that has it', async () => {
    const path = sized(url, 160);
    const first = await get(path);
    const again = await get(path, { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
    expect((await api.app.inject({ method: 'HEAD', url: path })).rawPayload).toHaveLength(0);
  });

  test('a size of a picture is created once for simultaneous requests', async () => {
    const { url: fresh } = await sendFile(api, sam.vcToken, await picture(900, 900).jpeg().toBuffer());
    const before = filesOf(dataDir).length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(sized(fresh, 480), { accept: CHROME })));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(filesOf(dataDir)).toHaveLength(before + 1);
  });
});

test.each([
  ['an unknown id', `/media/${'0'.repeat(32)}`],
  ['a size of an unknown id', `/media/${'0'.repeat(32)}/img480`],
  ['another size', 'URL/img481'],
  ['no size', 'URL/img'],
  ['an extension', 'URL.webp'],
  ['a longer id', 'URL0'],
  ['capitals', '/media/ABCDEF'],
  ['a path out of the folder', '/media/..%2f..%2fsecrets.json'],
  ['the temporary folder', '/media/tmp'],
  ['nothing', '/media/'],
])('an address with %s is not found', async (_what, path) => {
  const { statusCode, headers } = await get(path.replace('URL', url), { accept: 'text/html' });
  expect(statusCode).toBe(404);
  expect(headers['cache-control']).toBe('no-store');
});

describe('demo portraits', () => {
  const importTwice = async (file: string, name: string) => {
    const store = openMediaStore({ db: api.db, dataDir });
    const as = { ownerUid: 9001, id: demoMediaId(name) };
    return [await store.importFile(file, as), await store.importFile(file, as)];
  };

  test('demo portraits are imported unchanged, once, under the same id everywhere', async () => {
    const file = join(temporaryFolder('portraits'), '9001.webp');
    writeFileSync(file, await picture(720, 960).webp({ quality: 60 }).toBuffer());
    const [first, second] = await importTwice(file, '9001.webp');
    expect(first).toBe(`/media/${demoMediaId('9001.webp')}`);
    expect(second).toBe(first);
    expect(mediaIdOf(first ?? '')).toBe('e71b518ac2a9ff1e55cbb9872f2f0416');
    expect((await get(String(first))).rawPayload.equals(readFileSync(file))).toBe(true);
    expect((await get(sized(String(first), 480))).statusCode).toBe(200);
    const { rows } = await api.pool.query('select owner_uid, width, height, blur from media where id = $1', [
      demoMediaId('9001.webp'),
    ]);
    expect(rows).toEqual([
      { owner_uid: '9001', width: 720, height: 960, blur: expect.stringMatching(/^data:image\/webp;base64,/) },
    ]);
  });

  test('demo portraits that are missing in the data folder are copied again', async () => {
    const file = join(temporaryFolder('portraits'), '9002.webp');
    writeFileSync(file, await picture(72, 96).webp().toBuffer());
    await importTwice(file, '9002.webp');
    const elsewhere = openMediaStore({ db: api.db, dataDir: temporaryFolder('media') });
    const url = await elsewhere.importFile(file, { ownerUid: 9001, id: demoMediaId('9002.webp') });
    expect(readFileSync(elsewhere.folder.original(mediaIdOf(url) ?? '', 'picture')).equals(readFileSync(file))).toBe(
      true,
    );
  });
});
