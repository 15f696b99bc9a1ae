import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../../contract/durations.ts';
import { mediaIdOf, mediaUrl, sized } from '../../../../contract/media/media.ts';
import { openMediaFolder } from '../../../../server/domains/media/folder.ts';
import { formatFor } from '../../../../server/domains/media/formats.ts';
import { typeOf } from '../../../../server/domains/media/types.ts';
import { receive } from '../../../../server/domains/media/upload/receive.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const ID = '0123456789abcdef0123456789abcdef';

describe('the address of a picture', () => {
  test('the address of a picture gives its sizes and its id', () => {
    expect(sized(mediaUrl(ID), 480)).toBe(`/media/${ID}/img480`);
    expect(mediaIdOf(mediaUrl(ID))).toBe(ID);
  });

  test.each(['', 'https://elsewhere.example/a.jpg', `/media/${ID}/img480`])(
    'an address that is not of an original picture stays unchanged: %j',
    (url) => {
      expect(sized(url, 480)).toBe(url);
      expect(mediaIdOf(url)).toBeUndefined();
    },
  );
});

describe('the type of a file', () => {
  test.each([
    ['\xff\xd8\xff\xe1', 'jpeg'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['GIF87a', 'gif'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
    ['\0\0\0\x20ftypavif', 'avif'],
    ['\0\0\0\x20ftypisom', 'mp4'],
    ['\0\0\0\x20ftyp3gp5', 'mp4'],
    ['\0\0\0\x14ftypqt  ', 'mov'],
    ['\0\0\0\x08wide\0\0\0\0mdat', 'mov'],
    ['\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'webm'],
    ['RIFF\x10\0\0\0AVI LIST', undefined],
    ['\0\0\0\x18ftypheic', undefined],
    ['\0\0\0\x18ftypM4A ', 'm4a'],
    [`OggS\0\x02${'\0'.repeat(22)}OpusHead`, 'ogg'],
    [`OggS\0\x02${'\0'.repeat(22)}\x01vorbis`, undefined],
    ['\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
    [' \xff\xd8\xff', undefined],
    ['', undefined],
  ])('the type of a file that begins with %j is recognized', (head, type) => {
    expect(typeOf(Buffer.from(head, 'latin1'))?.type).toBe(type);
  });
});

test.each([
  ['image/avif,image/webp,*/*', 'avif'],
  ['image/webp, image/avif;q=0.8', 'avif'],
  ['IMAGE/WEBP;q=0.5', 'webp'],
  ['image/avif; q=0.000, image/webp', 'webp'],
  ['image/webp;q=0', 'jpeg'],
  ['image/*', 'jpeg'],
  ['', 'jpeg'],
  [undefined, 'jpeg'],
])('the picture format for a client that accepts %j is %s', (accept, format) => {
  expect(formatFor(accept)).toBe(format);
});

describe('received uploads', () => {
  const head = Buffer.from('\xff\xd8\xff\xe0', 'latin1');

  test('an upload is stored when it arrives in pieces of any size', async () => {
    const path = join(temporaryFolder('receive'), 'file');
    const sent = Buffer.concat([head, Buffer.alloc(150, 7)]);
    expect(await receive(Readable.from(Array.from(sent, (byte) => Buffer.of(byte))), path)).toMatchObject({
      ok: true,
      value: { kind: 'picture', type: 'jpeg' },
    });
    expect(readFileSync(path).equals(sent)).toBe(true);
  });

  test('an upload of a wrong type is not stored, and one that is too large is stopped at the limit', async () => {
    const path = join(temporaryFolder('receive'), 'file');
    const mebibyte = Buffer.alloc(1_048_576, 'x');
    expect(await receive(Readable.from([mebibyte]), path)).toMatchObject({ error: { code: 'upload-type' } });
    expect(readFileSync(path)).toHaveLength(0);
    let asked = 0;
    const endless = Readable.from(
      (function* () {
        yield Buffer.concat([head, Buffer.alloc(60)]);
        for (;;) {
          asked += 1;
          yield mebibyte;
        }
      })(),
    );
    expect(await receive(endless, path)).toMatchObject({ error: { code: 'upload-too-large', maxBytes: 10_485_760 } });
    expect(readFileSync(path).length).toBeLessThanOrEqual(10_485_760);
    expect(asked).toBeLessThan(40);
  });

  test('an upload whose stream breaks counts as unreadable', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.concat([head, Buffer.alloc(60)]);
        throw new Error('gone');
      })(),
    );
    const path = join(temporaryFolder('receive'), 'file');
    expect(await receive(broken, path)).toMatchObject({ error: { code: 'upload-unreadable' } });
  });

  test.skipIf(!existsSync('/dev/full'))('an upload is refused for lack of room when the disk is full', async () => {
    const sent = Readable.from([Buffer.concat([head, Buffer.alloc(5_000)])]);
    expect(await receive(sent, '/dev/full')).toEqual({ ok: false, error: { code: 'upload-no-room' } });
  });
});

test('files left by a dead process are removed, and those in use are not', async () => {
  const folder = openMediaFolder(temporaryFolder('left'));
  await folder.withTempFiles(async (newPath) => {
    const [old, young] = [newPath(), newPath()];
    for (const path of [old, young]) writeFileSync(path, 'x');
    const now = Date.now();
    utimesSync(old, now / 1_000, (now - 2 * HOUR_MS) / 1_000);
    await folder.forgetLeftBehind(now);
    expect([old, young].map((path) => existsSync(path))).toEqual([false, true]);
  });
});
