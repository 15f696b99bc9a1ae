import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { filesOf, picture, sendFile, withComment } from './media-files.ts';

let api: TestApi;
let sam: User;
const dataDir = temporaryFolder('media');

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  sam = await api.guest();
  // A valid picture creates the folder, so that its files can be counted.
  await sendFile(api, sam.vcToken, await picture().jpeg().toBuffer());
});
afterAll(() => api?.close());

const refused = async (file: Buffer | Promise<Buffer>, status: number, code: string, extension = 'jpg') => {
  const before = filesOf(dataDir).length;
  expect(await sendFile(api, sam.vcToken, await file, extension)).toMatchObject({
    status,
    result: status,
    data: { code },
  });
  expect(filesOf(dataDir)).toHaveLength(before);
};
const jpeg = () => picture().jpeg().toBuffer();
const text = (words: string) => Buffer.from(words.padEnd(200));

test.each<[string, Buffer]>([
  ['a program', Buffer.concat([Buffer.from('MZ\x90\0'), randomBytes(500)])],
  ['a page', text('<!doctype html><script>alert(1)</script>')],
  ['an SVG picture', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['an SVG picture with a prolog', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['plain text', text('just words')],
  ['an archive', Buffer.concat([Buffer.from('PK\x03\x04\x14\0'), randomBytes(500)])],
  ['a PDF', text('%PDF-1.7')],
  ['a HEIC picture', Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), randomBytes(500)])],
  ['a Matroska film', Buffer.concat([Buffer.from('\x1a\x45\xdf\xa3', 'latin1'), text('matroska')])],
  ['nothing at all', Buffer.alloc(0)],
])('the upload of %s with the extension .jpg is refused', (_what, file) => refused(file, 415, 'upload-type'));

test('a picture of more than 10 MB is refused', async () => {
  const file = Buffer.concat([await jpeg(), Buffer.alloc(10_485_760)]);
  await refused(file, 413, 'upload-too-large');
  expect((await sendFile(api, sam.vcToken, file)).data).toEqual({ code: 'upload-too-large', maxBytes: 10_485_760 });
  // Exactly 10 MB is accepted.
  expect(await sendFile(api, sam.vcToken, file.subarray(0, 10_485_760))).toMatchObject({ status: 200 });
});

test('a clip of more than 50 MB is refused', async () => {
  const head = Buffer.from('\0\0\0\x18ftypmp42');
  await refused(Buffer.concat([head, Buffer.alloc(52_428_801)]), 413, 'upload-too-large', 'mp4');
});

test.each<[string, () => Promise<Buffer>]>([
  ['JPEG', jpeg],
  ['PNG', () => picture().png().toBuffer()],
  ['WebP', () => picture().webp().toBuffer()],
  ['AVIF', () => picture().avif({ effort: 0 }).toBuffer()],
  ['GIF', () => picture().gif().toBuffer()],
])('a %s that was cut short is refused', async (_type, make) => {
  const file = await make();
  await refused(file.subarray(0, Math.floor(file.length / 2)), 422, 'upload-unreadable');
  await refused(file.subarray(0, 80), 422, 'upload-unreadable');
});

test('a small file that decompresses to too many pixels is refused', async () => {
  const file = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'black' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(file.length).toBeLessThan(400_000);
  await refused(file, 422, 'upload-dimensions');
});

test.each<[string, string]>([
  ['an appended ZIP or JAR', 'PK\x03\x04\x14\0\0\0'],
  ['an appended ZIP directory', 'PK\x05\x06\0\0\0\0'],
  ['an appended page', '<HTML><body onload=alert(1)>'],
  ['an appended script', '*/=1;</style><SCRIPT >alert(1)</script>'],
  ['appended PHP', '<?php system($_GET[0]);'],
  ['appended SVG', '<svg onload=alert(1)>'],
  ['an appended PDF', '%PDF-1.4'],
  ['an appended program', 'MZ..This program cannot be run in DOS mode'],
])('a picture with %s is refused', async (_what, payload) => {
  const hidden = Buffer.from(payload, 'latin1');
  const shown = await jpeg();
  await refused(Buffer.concat([shown, hidden]), 422, 'upload-disguised');
  // Also in the middle of the file, across a boundary of the chunks that the scan reads.
  const border = Buffer.alloc(1_048_576 - shown.length - 4);
  await refused(Buffer.concat([shown, border, hidden, border]), 422, 'upload-disguised');
});

test('a GIF that is also a JAR (GIFAR) and a PNG with a page in its comment are refused', async () => {
  const gif = await picture().gif().toBuffer();
  await refused(Buffer.concat([gif, Buffer.from('PK\x03\x04\x0a\0META-INF/')]), 422, 'upload-disguised', 'gif');
  const png = withComment(await picture().png().toBuffer(), '<html><script>alert(1)</script></html>');
  await refused(png, 422, 'upload-disguised', 'png');
  const harmless = withComment(await picture().png().toBuffer(), 'A walk in the park');
  expect(await sendFile(api, sam.vcToken, harmless, 'png')).toMatchObject({ status: 200 });
});

test('the server refuses and does not store any invalid bytes', async () => {
  const heads = ['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\0\0\0WEBP', '\0\0\0\x1cftypavif', ''];
  const anyFile = fc
    .tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }))
    .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), rest]));
  await fc.assert(
    fc.asyncProperty(anyFile, async (file) => {
      expect((await sendFile(api, sam.vcToken, file)).status).toBeOneOf([415, 422]);
    }),
    { numRuns: 60 },
  );
});
