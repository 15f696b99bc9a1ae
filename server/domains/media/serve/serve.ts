import { basename, dirname } from 'node:path';
import send from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PictureWidth } from '../../../../contract/media/media.ts';
import { failureOf, failureOfStatus } from '../../../platform/http/failures.ts';
import { sendFailure } from '../../../platform/http/replies.ts';
import type { MediaFiles } from '../files/files.ts';
import type { MediaFolder } from '../folder.ts';
import { formatFor } from '../formats.ts';
import type { Sizes } from '../sizes.ts';
import { sendStored } from './send-stored.ts';

/**
 * Headers of untrusted files: they are shown only inside pages of the app, and execute nothing when opened directly. An id is never
 * reused, so the file may be cached forever.
 */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Serves the file of profile media as stored, a WebP picture or an MP4 clip; `not-found` when there is none. */
export async function sendOriginal(folder: MediaFolder, id: string, request: FastifyRequest, reply: FastifyReply) {
  for (const kind of ['picture', 'clip'] as const) {
    const path = folder.original(id, kind);
    if (await folder.has(path)) return sendFile(folder.files, path, request, reply);
  }
  return sendFailure(reply, failureOf({ code: 'not-found' }));
}

/**
 * Serves a profile picture at a width, in the smallest format that the client's Accept header names, else JPEG. Clips have no sizes, but
 * their posters do.
 */
export async function sendSized(
  files: MediaFiles,
  sizes: Sizes,
  { id, width }: { readonly id: string; readonly width: PictureWidth },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // Extends the `Vary` header that CORS sets.
  reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '));
  const path = await sizes(id, width, formatFor(request.headers.accept));
  return path === undefined
    ? sendFailure(reply, failureOf({ code: 'not-found' }))
    : sendFile(files, path, request, reply);
}

/**
 * Answers a request with a file of the media store, public or of a message, with ETag, conditional requests and ranges (RFC 9110).
 * `own`: headers that replace the default ones, which allow caching forever.
 */
export async function sendFile(
  files: MediaFiles,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  own: Readonly<Record<string, string>> = {},
) {
  const name = basename(path);
  const shown = { ...HEADERS, ...own, 'content-disposition': `inline; filename="${name}"` };
  if (!files.isLocal) return sendStored(files, path, shown, request, reply);
  const { type, statusCode, headers, stream } = await send(request.raw, name, {
    root: dirname(path),
    cacheControl: false,
    dotfiles: 'deny',
    index: false,
  });
  if (type === 'error') {
    if (headers['Content-Range']) reply.header('content-range', headers['Content-Range']);
    return sendFailure(reply, failureOfStatus(statusCode));
  }
  reply.code(statusCode).headers({ ...shown, ...headers });
  return reply.send(stream);
}

/**
 * Answers a request with a picture from memory, made for this request. `own`: headers that replace the default ones, which allow caching
 * forever.
 */
export function sendBytes(
  reply: FastifyReply,
  { data, type }: { readonly data: Buffer; readonly type: string },
  own: Readonly<Record<string, string>>,
) {
  return reply.headers({ ...HEADERS, ...own, 'content-disposition': 'inline', 'content-type': type }).send(data);
}
