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

describe('a picture', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['JPEG', () => picture().jpeg().toBuffer()],
    ['PNG', () => picture().png().toBuffer()],
    ['WebP', () => picture().webp().toBuffer()],
    ['AVIF', () => picture().avif({ effort: 0 }).toBuffer()],
    ['GIF', () => picture().gif().toBuffer()],
  ])('sent as %s is kept as WebP under a name of the server', async (_type, make) => {
    const answer = await sendFile(api, sam.vcToken, await make());
    expect(answer).toMatchObject({ status: 200, result: 1, width: 200, height: 120 });
    expect(v.parse(uploadAnswer, answer).url).toMatch(/^\/media\/[0-9a-f]{32}$/);
    expect(await sharp(await kept(answer.url)).metadata()).toMatchObject({ format: 'webp', width: 200, height: 120 });
    const blur = await sharp(Buffer.from(answer.blur.split(',')[1] ?? '', 'base64')).metadata();
    expect(Math.max(blur.width, blur.height)).toBe(32);
    expect(answer.blur.length).toBeLessThan(1_000);
  });

  test('never gets the name its sender gave it, and under that name is kept once, also when it is sent twice at once', async () => {
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
    // The answer was lost: whatever comes under the name is answered as before.
    const again = await send(sam.vcToken, Buffer.from('half a picture'));
    expect(new Set([...both, again].map((answer) => JSON.stringify(v.parse(uploadAnswer, answer)))).size).toBe(1);
    expect(again.url).not.toBe(`/media/${filename.slice(0, 32)}`);
    expect(filesOf(dataDir)).toHaveLength(before + 1);
    // Somebody else's file of that name is another one.
    const eve = await api.guest();
    expect((await send(eve.vcToken)).url).not.toBe(again.url);
  });

  test('loses its location and device, and is stored upright', async () => {
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

  test('is kept at most 1920 pixels long', async () => {
    const answer = await sendFile(api, sam.vcToken, await picture(2_400, 30).jpeg().toBuffer());
    expect(answer).toMatchObject({ width: 1_920, height: 24 });
  });

  test('that moves is kept as its first frame', async () => {
    const frames = [randomBytes(300), randomBytes(300)];
    const file = await sharp(Buffer.concat(frames), { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
      .gif({ delay: [50, 50] })
      .toBuffer();
    expect((await sharp(file).metadata()).pages).toBe(2);
    const answer = await sendFile(api, sam.vcToken, file, 'gif');
    expect(answer).toMatchObject({ status: 200, width: 10, height: 10 });
    expect((await sharp(await kept(answer.url)).metadata()).pages).toBeUndefined();
  });

  test('with a camera film appended is accepted without it', async () => {
    const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42MotionPhoto'), randomBytes(5_000)]);
    const answer = await sendFile(api, sam.vcToken, Buffer.concat([await picture().jpeg().toBuffer(), film]));
    expect(answer).toMatchObject({ status: 200 });
    expect((await kept(answer.url)).includes('MotionPhoto')).toBe(false);
  });
});

describe('the sender of a file', () => {
  const file = () => picture().jpeg().toBuffer();

  test('nobody without a live token, whatever field comes first', async () => {
    const name: Part = ['filename', uploadName('jpg')];
    const sent: Part = ['file', await file()];
    expect(await sendParts(api, [name, sent])).toMatchObject({ status: 401 });
    expect(await sendParts(api, [['token', 'x'.repeat(43)], name, sent])).toMatchObject({ status: 401 });
    expect(await sendParts(api, [sent, ['token', sam.vcToken], name])).toMatchObject({ status: 401 });
    const former = await api.guest();
    await api.call('logout', {}, { user: former });
    expect(await sendParts(api, [['token', former.vcToken], name, sent])).toMatchObject({ status: 401 });
  });

  test('the token field decides, and the header replaces a missing one', async () => {
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

  test('not a page of another origin', async () => {
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
  ])('not under the name %j', async (filename) => {
    const parts: Part[] = [
      ['token', sam.vcToken],
      ['filename', filename],
      ['file', await file()],
    ];
    expect(await sendParts(api, parts)).toMatchObject({ status: 400, msg: expect.stringContaining('filename') });
  });

  test('not as JSON, not as half a form; and a form without a file only asks how far', async () => {
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

  test('not more than 30 times a minute, then told to wait', async () => {
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

  test('an upload belongs to its sender alone', async () => {
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

test('an interrupted upload leaves nothing behind', async () => {
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
