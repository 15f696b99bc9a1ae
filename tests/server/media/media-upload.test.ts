import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { uploadAnswer } from '../../../contract/media/media.ts';
import { isOwnMedia } from '../../../server/domains/media/store.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { filesOf, multipart, type Part, picture, sendFile, sendParts, uploadName } from './media-files.ts';

let api: TestApi;
let sam: User;
const dataDir = temporaryFolder('media');

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  sam = await api.guest();
});
afterAll(() => api?.close());

const kept = async (url: string) => (await api.app.inject(url)).rawPayload;
const partsWith = (file: Buffer): Part[] => [
  ['token', sam.vcToken],
  ['filename', uploadName('jpg')],
  ['file', file],
];

/** A JPEG of one colour, which is encoded fast. */
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } }).jpeg({ quality: 50 });

describe('uploaded pictures', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['JPEG', () => picture().jpeg().toBuffer()],
    ['PNG', () => picture().png().toBuffer()],
    ['WebP', () => picture().webp().toBuffer()],
    ['AVIF', () => picture().avif({ effort: 0 }).toBuffer()],
    ['GIF', () => picture().gif().toBuffer()],
  ])('a picture sent as %s is stored as WebP under a name of the server', async (_type, make) => {
    const answer = await sendFile(api, sam.vcToken, await make());
    expect(answer).toMatchObject({ status: 200, result: 1, width: 200, height: 120 });
    expect(v.parse(uploadAnswer, answer).url).toMatch(/^\/media\/[0-9a-f]{32}$/);
    expect(await sharp(await kept(answer.url)).metadata()).toMatchObject({ format: 'webp', width: 200, height: 120 });
    const blur = await sharp(Buffer.from(answer.blur.split(',')[1] ?? '', 'base64')).metadata();
    expect(Math.max(blur.width, blur.height)).toBe(32);
    expect(answer.blur.length).toBeLessThan(1_000);
  });

  test('a picture is stored once under a new name when it is sent repeatedly under one file name, also at once', async () => {
    const filename = uploadName('jpg');
    const file = await picture().jpeg().toBuffer();
    const send = (token: string, other = file) =>
      sendParts(api, [
        ['token', token],
        ['filename', filename],
        ['file', other],
      ]);
    const before = filesOf(dataDir).length;
    const both = await Promise.all([send(sam.vcToken), send(sam.vcToken)]);
    // The answer was lost: any repeat under the name gets the same answer.
    const again = await send(sam.vcToken, Buffer.from('half a picture'));
    expect(new Set([...both, again].map((answer) => JSON.stringify(v.parse(uploadAnswer, answer)))).size).toBe(1);
    expect(again.url).not.toBe(`/media/${filename.slice(0, 32)}`);
    expect(filesOf(dataDir)).toHaveLength(before + 1);
    // A file of the same name by another user is a different file.
    const eve = await api.guest();
    expect((await send(eve.vcToken)).url).not.toBe(again.url);
  });

  test('a stored picture has no location and device, and is upright', async () => {
    const file = await picture()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretPlace</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(file.toString('latin1')).toContain('SecretPhone');
    const answer = await sendFile(api, sam.vcToken, file);
    expect(answer).toMatchObject({ status: 200, width: 120, height: 200 });
    const bytes = await kept(answer.url);
    expect(bytes.toString('latin1')).not.toMatch(/Secret|Exif|xmpmeta/);
    const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
    expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
  });

  test('a picture is stored with a longer edge of at most 1920 pixels or a shorter edge of at most 1080', async () => {
    const stored = async (width: number, height: number, orientation = 1) =>
      sendFile(api, sam.vcToken, await flat(width, height).withMetadata({ orientation }).toBuffer());
    expect(await stored(2_400, 1_800)).toMatchObject({ width: 1_920, height: 1_440 });
    expect(await stored(2_400, 1_800, 6)).toMatchObject({ width: 1_440, height: 1_920 });
    expect(await stored(1_080, 4_000)).toMatchObject({ width: 1_080, height: 4_000 });
  });

  test('a JPEG of 60 megapixels is accepted', async () => {
    const answer = await sendFile(api, sam.vcToken, await flat(10_000, 6_000).toBuffer());
    expect(answer).toMatchObject({ width: 1_920, height: 1_152 });
  });

  test('an animated picture is stored as its first frame', async () => {
    const frames = [randomBytes(300), randomBytes(300)];
    const file = await sharp(Buffer.concat(frames), { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
      .gif({ delay: [50, 50] })
      .toBuffer();
    expect((await sharp(file).metadata()).pages).toBe(2);
    const answer = await sendFile(api, sam.vcToken, file, 'gif');
    expect(answer).toMatchObject({ status: 200, width: 10, height: 10 });
    expect((await sharp(await kept(answer.url)).metadata()).pages).toBeUndefined();
  });

  test('a motion photo is accepted and stored without its video', async () => {
    const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42MotionPhoto'), randomBytes(5_000)]);
    const answer = await sendFile(api, sam.vcToken, Buffer.concat([await picture().jpeg().toBuffer(), film]));
    expect(answer).toMatchObject({ status: 200 });
    expect((await kept(answer.url)).includes('MotionPhoto')).toBe(false);
  });
});

describe('senders of uploads', () => {
  const file = () => picture().jpeg().toBuffer();

  test('an upload is refused without a valid token before its file', async () => {
    const name: Part = ['filename', uploadName('jpg')];
    const sent: Part = ['file', await file()];
    expect(await sendParts(api, [name, sent])).toMatchObject({ status: 401 });
    expect(await sendParts(api, [['token', 'x'.repeat(43)], name, sent])).toMatchObject({ status: 401 });
    expect(await sendParts(api, [sent, ['token', sam.vcToken], name])).toMatchObject({ status: 401 });
    const former = await api.guest();
    await api.call('logout', {}, { user: former });
    expect(await sendParts(api, [['token', former.vcToken], name, sent])).toMatchObject({ status: 401 });
  });

  test('the token field of an upload takes precedence over the header, which replaces a missing one', async () => {
    const eve = await api.guest();
    const rest: Part[] = [
      ['filename', uploadName('jpg')],
      ['file', await file()],
    ];
    const header = { authorization: `Bearer ${eve.vcToken}` };
    const byHeader = await sendParts(api, rest, header);
    expect(await isOwnMedia(api.db, eve.id, byHeader.url)).toBe(true);
    const byField = await sendParts(api, [['token', sam.vcToken], ...rest], header);
    expect(await isOwnMedia(api.db, sam.id, byField.url)).toBe(true);
    expect(await sendParts(api, [['token', 'nobody'], ...rest], header)).toMatchObject({ status: 401 });
  });

  test('an upload from a page of another origin is refused', async () => {
    const parts = partsWith(await file());
    expect(await sendParts(api, parts, { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
    expect(await sendParts(api, parts, { origin: 'http://gem.localhost', host: 'gem.localhost' })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    'photo.jpg',
    '../../etc/passwd',
    `${'a'.repeat(32)}.jpg/x`,
    `${'A'.repeat(32)}.jpg`,
    `${'a'.repeat(32)}`,
    '',
  ])('an upload under the file name %j is refused', async (filename) => {
    const parts: Part[] = [
      ['token', sam.vcToken],
      ['filename', filename],
      ['file', await file()],
    ];
    expect(await sendParts(api, parts)).toMatchObject({ status: 400, msg: expect.stringContaining('filename') });
  });

  test('an upload as JSON or as an incomplete form is refused, and a form without a file returns the progress', async () => {
    expect(await sendParts(api, partsWith(await file()).slice(0, 2))).toMatchObject({ status: 200, received: 0 });
    expect(await sendParts(api, partsWith(await file()).slice(0, 1))).toMatchObject({ status: 400 });
    expect(await sendParts(api, partsWith(await file()).slice(1, 2))).toMatchObject({ status: 401 });
    const json = await api.app.inject({ method: 'POST', url: '/upload', payload: { token: sam.vcToken } });
    expect(json.statusCode).toBe(406);
    const { payload, headers } = multipart(partsWith(await file()));
    const post = (body: Buffer, type = headers['content-type']) =>
      api.app.inject({ method: 'POST', url: '/upload', payload: body, headers: { 'content-type': type } });
    expect((await post(payload.subarray(0, -2_000))).json().data).toEqual({ code: 'upload-unreadable' });
    expect((await post(payload.subarray(0, 100))).statusCode).toBe(400);
    expect((await post(payload, 'multipart/form-data')).statusCode).toBe(400);
  });

  test('an upload is refused after 30 in a minute, with the time to wait', async () => {
    const limited = await startApi(inject('postgresUrl'), { DATA_DIR: temporaryFolder('media'), RATE_LIMITS: 'on' });
    try {
      const user = await limited.guest();
      const small = await picture(8, 8).png().toBuffer();
      for (let count = 0; count < 30; count += 1) {
        expect(await sendFile(limited, user.vcToken, small)).toMatchObject({ status: 200 });
      }
      expect(await sendFile(limited, user.vcToken, small)).toMatchObject({
        status: 429,
        msg: expect.stringContaining('try again in'),
      });
      const other = await limited.guest();
      expect(await sendFile(limited, other.vcToken, small)).toMatchObject({ status: 200 });
    } finally {
      await limited.close();
    }
  });

  test('an uploaded picture belongs only to its sender', async () => {
    const { url } = await sendFile(api, sam.vcToken, await file());
    const eve = await api.guest();
    expect(await isOwnMedia(api.db, sam.id, url)).toBe(true);
    expect(await isOwnMedia(api.db, sam.id, url, 'picture')).toBe(true);
    expect(await isOwnMedia(api.db, sam.id, url, 'clip')).toBe(false);
    expect(await isOwnMedia(api.db, eve.id, url)).toBe(false);
    for (const foreign of ['', `${url}/img480`, `https://evil.example${url}`, `${url}?x`, `/media/${'0'.repeat(32)}`]) {
      expect(await isOwnMedia(api.db, sam.id, foreign)).toBe(false);
    }
  });
});

test('an interrupted upload leaves no file', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const address = api.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { payload, headers } = multipart(partsWith(await picture(1_000, 700).png().toBuffer()));
  const before = filesOf(dataDir).length;
  const sending = request({
    method: 'POST',
    path: '/upload',
    host: '127.0.0.1',
    port: address.port,
    headers: { ...headers, 'content-length': payload.length },
  });
  sending.on('error', () => undefined);
  sending.write(payload.subarray(0, 900_000));
  await vi.waitFor(() => expect(filesOf(dataDir).length).toBe(before + 1));
  sending.destroy();
  await vi.waitFor(() => expect(filesOf(dataDir).length).toBe(before));
});
