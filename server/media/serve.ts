import { basename, dirname } from 'node:path';
import send from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PictureWidth } from '../../contract/media/media.ts';
import { failureOf, failureOfStatus } from '../http/failures.ts';
import { sendFailure } from '../http/replies.ts';
import { isFile, type MediaFolder } from './folder.ts';
import { formatFor } from './formats.ts';
import type { Sizes } from './sizes.ts';

/**
 * The headers of what strangers sent: it is shown inside our pages and nowhere else, and would run nothing if it were
 * opened by itself. An id is never used twice, so it may be kept for ever.
 */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** A picture or clip as it is kept: WebP or MP4. */
export async function sendOriginal(folder: MediaFolder, id: string, request: FastifyRequest, reply: FastifyReply) {
  for (const kind of ['picture', 'clip'] as const) {
    const path = folder.original(id, kind);
    if (await isFile(path)) return sendPath(path, request, reply);
  }
  return sendFailure(reply, failureOf({ code: 'not-found' }));
}

/** A picture at a width, in the smallest format the caller names. Clips have no sizes; their posters do. */
export async function sendSized(
  sizes: Sizes,
  { id, width }: { readonly id: string; readonly width: PictureWidth },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // Beside what it varies by already, for who may ask.
  reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '));
  const path = await sizes(id, width, formatFor(request.headers.accept));
  return path === undefined ? sendFailure(reply, failureOf({ code: 'not-found' })) : sendPath(path, request, reply);
}

/** With ETag, conditional requests and ranges (RFC 9110). */
async function sendPath(path: string, request: FastifyRequest, reply: FastifyReply) {
  const name = basename(path);
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
  reply.code(statusCode).headers({ ...HEADERS, ...headers, 'content-disposition': `inline; filename="${name}"` });
  return reply.send(stream);
}
