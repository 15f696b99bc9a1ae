import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../../server/config.ts';
import { FilesAway, type MediaFiles } from '../../../../server/domains/media/files/files.ts';
import { localFiles } from '../../../../server/domains/media/files/local.ts';
import { s3Files } from '../../../../server/domains/media/files/s3.ts';
import { openMediaFolder } from '../../../../server/domains/media/folder.ts';
import { type FakeS3, startFakeS3 } from '../../../harness/servers/fake-s3.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

/** The timeout, in milliseconds, with a store that never answers. */
const SHORT_MS = 300;
const ID = 'ab'.padEnd(32, '1');
const NEIGHBOUR = 'ab'.padEnd(32, '2');

const settings = (MEDIA_URL: string) => readConfig({ DATABASE_URL: 'postgres://x', MEDIA_URL });
let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.close());
beforeEach(() => {
  s3.files.clear();
  s3.fault = () => undefined;
});

function inBucket(dataDir: string, patienceMs?: number): MediaFiles {
  const { mediaPlace } = settings(s3.url);
  if (mediaPlace === undefined) throw new Error('no place');
  return s3Files(dataDir, mediaPlace, patienceMs);
}

function fileWith(dataDir: string, words: string): string {
  const path = join(dataDir, 'made');
  writeFileSync(path, words);
  return path;
}

describe.each<[string, (dataDir: string) => MediaFiles]>([
  ['the data folder', () => localFiles],
  ['a bucket', (dataDir) => inBucket(dataDir)],
])('media in %s', (_where, open) => {
  let dataDir: string;
  let files: MediaFiles;
  beforeEach(() => {
    dataDir = temporaryFolder('places');
    files = open(dataDir);
  });
  const folder = () => openMediaFolder(dataDir, 'chat', files);
  const put = (path: string, words: string) => files.put(path, fileWith(dataDir, words));
  const textOf = async (path: string, range?: { start: number; end: number }) => {
    const stream = await files.get(path, range);
    return stream && (await buffer(stream)).toString();
  };

  test('a media file is available after it is stored, complete and in ranges', async () => {
    const path = folder().original(ID, 'picture');
    expect([await files.stat(path), await files.get(path)]).toEqual([undefined, undefined]);
    const before = Date.now();
    await put(path, 'some words');
    const facts = await files.stat(path);
    expect(facts).toMatchObject({ bytes: 10, etag: expect.stringMatching(/^"[\w.-]+"$/) });
    expect(Math.abs((facts?.at ?? 0) - before)).toBeLessThan(60_000);
    expect([await textOf(path), await textOf(path, { start: 5, end: 6 })]).toEqual(['some words', 'wo']);
  });

  test('all derived files of one media file are listed and removed, and no others', async () => {
    const { original, sized, frame, frames } = folder();
    const own = [original(ID, 'clip'), original(ID, 'picture'), sized(ID, 160, 'avif'), frame(ID, 0), frame(ID, 1)];
    const foreign = [original(NEIGHBOUR, 'picture'), original('cd'.padEnd(32, '1'), 'picture')];
    for (const path of [...own, ...foreign]) await put(path, path);
    expect((await files.list(original(ID, 'clip').slice(0, -3))).toSorted()).toEqual(own.toSorted());
    const inFolder = await files.list(join(folder().root, 'ab', '/'));
    expect(inFolder.toSorted()).toEqual([...own, foreign[0]].toSorted());
    expect(await files.list(join(folder().root, 'ef', '/'))).toEqual([]);
    expect([...(await frames(ID))].toSorted()).toEqual([frame(ID, 0), frame(ID, 1)]);
    await folder().remove(ID);
    expect(await files.list(join(folder().root, 'ab', '/'))).toEqual([foreign[0]]);
  });

  test('a media file is deleted, also when it is already missing', async () => {
    const path = folder().original(ID, 'picture');
    await put(path, 'x');
    await files.delete(path);
    await files.delete(path);
    expect(await folder().has(path)).toBe(false);
  });

  test('media files are available as local files, which are temporary when they come from a bucket', async () => {
    const [path, missing] = [folder().original(ID, 'picture'), folder().original(NEIGHBOUR, 'picture')];
    await put(path, 'words');
    let at = '';
    const read = await folder().withLocal([path], async ([one = '']) => {
      at = one;
      return readFileSync(one, 'utf8');
    });
    expect([read, existsSync(at)]).toEqual(['words', files.isLocal]);
    expect(await folder().withLocal([path, missing], async () => 'read')).toBeUndefined();
  });
});

describe('a media store', () => {
  const stored = async () => {
    const dataDir = temporaryFolder('away');
    const files = inBucket(dataDir);
    const folder = openMediaFolder(dataDir, 'chat', files);
    const path = folder.original(ID, 'picture');
    await files.put(path, fileWith(dataDir, 'some words'));
    return { dataDir, files, folder, path };
  };

  test.each(['error', 'silent', 'no-bucket'] as const)(
    'an unavailable media store (%s) does not report a file as missing',
    async (fault) => {
      const { dataDir, path, folder: patient } = await stored();
      const files = inBucket(dataDir, fault === 'silent' ? SHORT_MS : undefined);
      const folder = openMediaFolder(dataDir, 'chat', files);
      s3.fault = () => fault;
      const asked = [
        () => files.stat(path),
        () => folder.has(path),
        () => files.get(path),
        () => files.delete(path),
        () => files.list(path),
        () => folder.withLocal([path], async () => undefined),
      ];
      for (const ask of asked) await expect(ask()).rejects.toBeInstanceOf(FilesAway);
      await expect(files.stat(path)).rejects.toMatchObject({ failure: { status: 503 } });
      const from = fileWith(dataDir, 'other');
      if (fault !== 'silent') await expect(files.put(path, from)).rejects.toBeInstanceOf(FilesAway);
      s3.fault = () => undefined;
      expect([await patient.has(path), existsSync(from)]).toEqual([true, true]);
    },
  );

  test('a media file whose transfer breaks off is not read as complete', async () => {
    const { files, folder, path, dataDir } = await stored();
    s3.fault = () => 'cut';
    await expect(folder.withLocal([path], async () => 'worked')).rejects.toBeInstanceOf(FilesAway);
    await expect(files.put(folder.original(NEIGHBOUR, 'picture'), fileWith(dataDir, 'y'))).rejects.toBeInstanceOf(
      FilesAway,
    );
    s3.fault = () => undefined;
    expect(await folder.has(folder.original(NEIGHBOUR, 'picture'))).toBe(false);
  });

  test.each<[string, (url: string) => string]>([
    ['refuses our key', (url) => url.replace('key-of-ours', 'another-key')],
    ['is not there', (url) => url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1')],
  ])('a media store that %s is unavailable, and the error contains neither key nor address', async (_why, change) => {
    const { dataDir, path } = await stored();
    const { mediaPlace } = settings(change(s3.url));
    const error = await s3Files(dataDir, mediaPlace ?? ({} as never))
      .get(path)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FilesAway);
    expect(`${error}${JSON.stringify(error)}`).not.toMatch(/another-key|secret|127\.0\.0\.1/);
  });
});

describe('MEDIA_URL', () => {
  test('MEDIA_URL names a bucket store, its key and its bucket', () => {
    expect(settings('').mediaPlace).toBeUndefined();
    expect(settings('s3://a%2Fb:c%2Bd%40@store.test/pictures').mediaPlace).toEqual({
      endpoint: 'https://store.test',
      region: 'us-east-1',
      bucket: 'pictures',
      key: 'a/b',
      secret: 'c+d@',
    });
    expect(settings('s3://k:s@store.test:9000/pictures?region=eu-1&tls=off').mediaPlace).toMatchObject({
      endpoint: 'http://store.test:9000',
      region: 'eu-1',
    });
  });

  test.each([
    'https://k:hidden@store.test/pictures',
    's3://store.test/pictures',
    's3://k@store.test/pictures',
    's3://k:hidden@store.test',
    's3://k:hidden@store.test/Not_A_Bucket',
    's3://k:hidden@store.test/pictures/deeper',
    's3://k:hidden@store.test/pictures?tls=maybe',
    's3://k:hidden@store.test/pictures?secret=1',
    's3://k:hidden@store.test/pictures?region=',
    's3://k:%zz@store.test/pictures',
    'hidden',
  ])('an invalid MEDIA_URL is refused without its secret in the error: %s', (url) => {
    expect(() => settings(url)).toThrow('MEDIA_URL: must be s3://key:secret@host:port/bucket');
    expect(() => settings(url)).not.toThrow('hidden');
  });
});
