import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import type { ByteRange, MediaFiles } from '../../../../server/domains/media/files/files.ts';
import { sendStored } from '../../../../server/domains/media/serve/send-stored.ts';

const AT = Date.parse('2026-01-02T03:04:05.678Z');
const MODIFIED = 'Fri, 02 Jan 2026 03:04:05 GMT';
const LATER = 'Fri, 02 Jan 2026 03:04:06 GMT';
const EARLIER = 'Fri, 02 Jan 2026 03:04:04 GMT';

const content = Buffer.from('0123456789');
const files = {
  stat: async () => ({ bytes: content.length, at: AT, etag: '"a"' }),
  get: async (_path: string, range?: ByteRange) =>
    Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
} as unknown as MediaFiles;
const app = Fastify();
app.get('/file', (request, reply) => sendStored(files, 'a.webp', {}, request, reply));
afterAll(() => app.close());

const range = { range: 'bytes=2-3' };
test.each([
  [200, {}],
  [304, { 'if-none-match': '"b", W/"a"' }],
  [304, { 'if-none-match': '*' }],
  [200, { 'if-none-match': '"b"' }],
  [304, { 'if-modified-since': MODIFIED }],
  [304, { 'if-modified-since': LATER }],
  [200, { 'if-modified-since': EARLIER }],
  [200, { 'if-modified-since': 'some day' }],
  [200, { 'if-none-match': '"b"', 'if-modified-since': LATER }],
  [304, { 'if-none-match': '"a"', 'if-modified-since': EARLIER }],
  [200, { 'if-match': '"b", "a"' }],
  [200, { 'if-match': '*' }],
  [412, { 'if-match': '"b"' }],
  [412, { 'if-match': 'W/"a"' }],
  [412, { 'if-match': '"b"', 'if-none-match': '"a"' }],
  [304, { 'if-match': '"a"', 'if-none-match': '"a"' }],
  [200, { 'if-unmodified-since': MODIFIED }],
  [412, { 'if-unmodified-since': EARLIER }],
  [200, { 'if-unmodified-since': 'some day' }],
  [200, { 'if-match': '"a"', 'if-unmodified-since': EARLIER }],
  [206, range],
  [304, { ...range, 'if-modified-since': MODIFIED }],
  [206, { ...range, 'if-range': '"a"' }],
  [200, { ...range, 'if-range': 'W/"a"' }],
  [206, { ...range, 'if-range': MODIFIED }],
  [200, { ...range, 'if-range': LATER }],
])('a file of a remote store is answered with %i when the request has the headers %j', async (status, headers) => {
  const { statusCode, body } = await app.inject({ url: '/file', headers });
  expect(statusCode).toBe(status);
  if (status === 200) expect(body).toBe('0123456789');
  if (status === 206) expect(body).toBe('23');
});

test('a range is ignored when the method is HEAD', async () => {
  const { statusCode, headers } = await app.inject({ method: 'HEAD', url: '/file', headers: range });
  expect([statusCode, headers['content-length']]).toEqual([200, '10']);
});
