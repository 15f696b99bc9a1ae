import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureOf, failureOfStatus } from '../../../platform/http/failures.ts';
import { sendFailure } from '../../../platform/http/replies.ts';
import type { ByteRange, FileFacts, MediaFiles } from '../files/files.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpeg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.m4a': 'audio/mp4',
};
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Streams a file of a remote store at the speed at which the client reads it, with If-None-Match, If-Range and Range (RFC 9110). */
export async function sendStored(
  files: MediaFiles,
  path: string,
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const facts = await files.stat(path);
  if (facts === undefined) return sendFailure(reply, failureOf({ code: 'not-found' }));
  const { bytes, at, etag } = facts;
  const all = { ...headers, etag, 'last-modified': new Date(at).toUTCString(), 'accept-ranges': 'bytes' };
  if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).headers(all).send();

  const range = rangeOf(request, facts);
  if (range === 'none') {
    reply.header('content-range', `bytes */${bytes}`);
    return sendFailure(reply, failureOfStatus(416));
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  // A HEAD request fetches nothing.
  const stream = request.method === 'HEAD' ? Readable.from([]) : await files.get(path, range);
  if (stream === undefined) return sendFailure(reply, failureOf({ code: 'not-found' }));
  if (range) reply.header('content-range', `bytes ${start}-${end}/${bytes}`);
  return reply
    .code(range ? 206 : 200)
    .headers({ ...all, 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
    .header('content-length', String(end - start + 1))
    .send(stream);
}

const isCurrent = (ifNoneMatch: string | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/**
 * Parses the Range header. Undefined means the whole file, also for several ranges and when If-Range does not match; `none` means
 * that the range cannot be satisfied.
 */
function rangeOf({ headers }: FastifyRequest, { bytes, etag }: FileFacts): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = RANGE.exec(headers.range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end ? 'none' : { start, end };
}
