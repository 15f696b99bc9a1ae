import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { sized } from '../../../contract/media/media.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { type FakeS3, startFakeS3 } from '../../harness/servers/fake-s3.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { passOf, sendChat } from './chat-media.ts';
import { picture, sendFile, sendParts, uploadName } from './media-files.ts';

/** Larger than the buffers of all sockets in between. */
const LARGE_BYTES = 104_857_600;

let api: TestApi;
let s3: FakeS3;
let ada: User;
let png: Buffer;
let origin: string;
const dataDir = temporaryFolder('bucket');

beforeAll(async () => {
  s3 = await startFakeS3();
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir, MEDIA_URL: s3.url });
  ada = await api.guest('ada');
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  png = await picture(600, 400).png().toBuffer();
});
afterEach(() => {
  s3.fault = () => undefined;
});
afterAll(async () => {
  await api?.close();
  await s3?.close();
});

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

test('a picture is stored only in the bucket, and served from there with ranges and sizes', async () => {
  const { url, id } = await sendFile(api, ada.vcToken, png, 'png');
  const key = `media/${id.slice(0, 2)}/${id.slice(2)}.webp`;
  const stored = s3.files.get(key)?.body ?? Buffer.alloc(0);
  expect([stored.length > 0, existsSync(join(dataDir, key))]).toEqual([true, false]);

  const whole = await get(url);
  expect([whole.statusCode, whole.rawPayload.equals(stored)]).toEqual([200, true]);
  expect(whole.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(stored.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'accept-ranges': 'bytes',
  });
  const etag = String(whole.headers.etag);
  expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);

  s3.asked.length = 0;
  const head = await api.app.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(stored.length), '']);
  expect(s3.asked.filter((asked) => asked.startsWith('GET'))).toEqual([]);

  const part = await get(url, { range: 'bytes=10-19' });
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${stored.length}`]);
  expect(part.rawPayload.equals(stored.subarray(10, 20))).toBe(true);
  expect((await get(url, { range: 'bytes=-4' })).rawPayload.equals(stored.subarray(-4))).toBe(true);
  expect((await get(url, { range: 'bytes=10-19', 'if-range': '"another"' })).statusCode).toBe(200);
  const beyond = await get(url, { range: `bytes=${stored.length}-` });
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${stored.length}`]);

  const small = await get(sized(url, 160), { accept: 'image/webp' });
  expect((await sharp(small.rawPayload).metadata()).width).toBe(160);
  expect([...s3.files.keys()]).toContain(`media/${id.slice(0, 2)}/${id.slice(2)}.img160.webp`);
  const missing = `/media/${'0'.repeat(32)}`;
  expect([(await get(missing)).statusCode, (await get(sized(missing, 160))).statusCode]).toEqual([404, 404]);
});

test('a picture of a message is not fetched from the bucket for a user without access', async () => {
  const { id } = await sendChat(api, ada, { file: png });
  const before = s3.asked.length;
  expect((await get(`/media/p/${id}`)).statusCode).toBe(404);
  const stranger = await passOf(api, await api.guest('eve'));
  expect((await get(`/media/p/${id}`, { cookie: stranger })).statusCode).toBe(404);
  expect(s3.asked.length).toBe(before);
  const own = await get(`/media/p/${id}`, { cookie: await passOf(api, ada) });
  expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'no-store']);
});

test('an upload is refused with 503 while the bucket is down, and succeeds afterwards', async () => {
  const parts = [
    ['token', ada.vcToken],
    ['filename', uploadName('png')],
    ['file', png],
  ] as const;
  s3.fault = () => 'error';
  const refused = await sendParts(api, parts);
  expect(refused).toMatchObject({ status: 503, result: 503, msg: 'the media store does not answer' });
  s3.fault = () => undefined;
  const taken = await sendParts(api, parts);
  expect(taken).toMatchObject({ status: 200 });
  expect((await get(taken.url)).statusCode).toBe(200);
});

test('a file that was uploaded in parts is preserved while the bucket is down, and only its end is requested again', async () => {
  const fields = [
    ['token', ada.vcToken],
    ['filename', uploadName('png')],
    ['purpose', 'chat'],
  ] as const;
  s3.fault = (method) => (method === 'PUT' ? 'cut' : undefined);
  const size = ['size', String(png.length)] as const;
  expect((await sendParts(api, [...fields, ['offset', '0'], size, ['file', png]])).status).toBe(500);
  s3.fault = () => undefined;
  expect(await sendParts(api, [...fields, size])).toMatchObject({ status: 200, kind: 'picture', width: 600 });
});

test('a large file is streamed at the speed of its reader, and stops when the reader disconnects', async () => {
  const { url, id } = await sendFile(api, ada.vcToken, png, 'png');
  const key = `media/${id.slice(0, 2)}/${id.slice(2)}.webp`;
  const stored = s3.files.get(key);
  if (!stored) throw new Error('not stored');
  s3.files.set(key, { ...stored, body: Buffer.alloc(LARGE_BYTES) });
  s3.sentBytes = 0;
  const response = await new Promise<IncomingMessage>((done) => request(origin + url, done).end());
  await once(response, 'readable');
  expect(response.headers['content-length']).toBe(String(LARGE_BYTES));
  expect(s3.sentBytes).toBeLessThan(LARGE_BYTES / 2);
  response.destroy();
  await s3.idle();
  expect(s3.sentBytes).toBeLessThan(LARGE_BYTES / 2);
});

test('a file that is cut off in transfer is an error for its reader, and the server continues', async () => {
  const { url } = await sendFile(api, ada.vcToken, png, 'png');
  s3.fault = (method) => (method === 'GET' ? 'cut' : undefined);
  const broken = async () => (await fetch(origin + url)).arrayBuffer();
  await expect(broken()).rejects.toThrow();
  s3.fault = () => undefined;
  expect((await fetch(origin + url)).status).toBe(200);
});

test('pictures get 503 while the bucket is down, and are served again afterwards', async () => {
  const { url } = await sendFile(api, ada.vcToken, png, 'png');
  s3.fault = () => 'error';
  for (const path of [url, sized(url, 320)]) {
    const { statusCode, body } = await get(path);
    expect([statusCode, JSON.parse(body).msg]).toEqual([503, 'the media store does not answer']);
  }
  s3.fault = () => undefined;
  expect((await get(sized(url, 320))).statusCode).toBe(200);
});

test('the log contains neither the access key of the bucket nor its secret', () => {
  expect(api.logged.join('')).toContain('the media store does not answer');
  expect(api.logged.join('')).not.toMatch(/key-of-ours|secret\/of|secret%2Fof/);
});
