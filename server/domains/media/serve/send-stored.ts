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

/**
 * Answers a request with a file of a remote store, streamed at the speed at which the client reads it, with the preconditions and ranges
 * of RFC 9110; `not-found` when there is none.
 */
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
  const status = preconditionStatus(request.headers, facts);
  if (status === 304) return reply.code(304).headers(all).send();
  if (status === 412) return sendFailure(reply, failureOfStatus(412));

  // Range applies to GET only (RFC 9110, 14.2).
  const range = request.method === 'GET' ? rangeOf(request.headers, facts) : undefined;
  if (range === 'none') {
    reply.header('content-range', `bytes */${bytes}`);
    return sendFailure(reply, failureOfStatus(416));
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  // A HEAD request is answered without reading the file.
  const stream = request.method === 'HEAD' ? Readable.from([]) : await files.get(path, range);
  if (stream === undefined) return sendFailure(reply, failureOf({ code: 'not-found' }));
  if (range) reply.header('content-range', `bytes ${start}-${end}/${bytes}`);
  return reply
    .code(range ? 206 : 200)
    .headers({ ...all, 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
    .header('content-length', String(end - start + 1))
    .send(stream);
}

type Headers = FastifyRequest['headers'];

/** Whether a list of entity tags (RFC 9110, 8.8.3) has a matching one; `*` matches each. */
export const hasTag = (ifNoneMatch: string, isEqual: (tag: string) => boolean) =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => isEqual(tag.trim()));

/**
 * Evaluates the preconditions of a GET or HEAD request in the order of RFC 9110, 13.2.2: 304 when the client's copy is current, 412 when
 * the file is not the one that the client expects (If-Match, If-Unmodified-Since), undefined when the file is sent. A tag takes precedence
 * over a date, and an invalid date is ignored. Dates have whole seconds.
 */
function preconditionStatus(headers: Headers, { at, etag }: FileFacts): 304 | 412 | undefined {
  const modified = Math.floor(at / 1_000) * 1_000;
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  // If-Match compares strongly (13.1.1), If-None-Match weakly (13.1.2). A comparison with the NaN of an invalid date is false.
  if (match !== undefined && !hasTag(match, (tag) => tag === etag)) return 412;
  if (match === undefined && modified > Date.parse(headers['if-unmodified-since'] ?? '')) return 412;
  if (noneMatch !== undefined) return hasTag(noneMatch, (tag) => tag.replace(/^W\//, '') === etag) ? 304 : undefined;
  return modified <= Date.parse(headers['if-modified-since'] ?? '') ? 304 : undefined;
}

/**
 * Parses the Range header. Undefined means the whole file: without the header, if it is malformed or names several ranges, and when
 * If-Range does not match; `none` means that the range cannot be satisfied.
 */
function rangeOf(headers: Headers, { at, bytes, etag }: FileFacts): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = RANGE.exec(headers.range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag && condition !== new Date(at).toUTCString()) return undefined;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end ? 'none' : { start, end };
}
