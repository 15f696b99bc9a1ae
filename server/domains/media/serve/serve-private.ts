import { basename } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PICTURE_WIDTHS_PX, type PictureWidth } from '../../../../contract/media/media.ts';
import { PRIVATE_MEDIA_PATH } from '../../../../contract/media/private.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type Failure, failureOf } from '../../../platform/http/failures.ts';
import { sendFailure } from '../../../platform/http/replies.ts';
import type { MediaFolder } from '../folder.ts';
import { formatFor } from '../formats.ts';
import type { Sizes } from '../sizes.ts';
import type { Turns } from '../turns.ts';
import { markPicture } from '../watermark.ts';
import { mayRead } from './access.ts';
import { passOf } from './pass.ts';
import { hasTag } from './send-stored.ts';
import { sendBytes, sendFile } from './serve.ts';

/** Dependencies of `servePrivate`: database, and the folder and resized pictures of files in messages. */
export type PrivateParts = {
  readonly db: Pick<Database, 'execute'>;
  readonly folder: MediaFolder;
  readonly sizes: Sizes;
  /** Limits how many pictures are processed at once: marked here, resized, and uploaded. */
  readonly turn: Turns;
  /** Whether pages of other hosts of the same site may show the files. */
  readonly hasBrandHosts: boolean;
};

/** The answer for a deleted file: a page that still has its address shows a placeholder and does not retry. */
const GONE = { status: 410, msg: 'gone' } as const satisfies Failure;

const ID = '[0-9a-f]{32}';
const WIDTH = PICTURE_WIDTHS_PX.join('|');

/**
 * Registers the routes of media in messages: `GET /media/p/<32 hex>` and its sizes `/img<width>`; the sizes of a clip are those of its
 * poster. A picture that the account paid for is marked with its number, if the owner wants that. An account that may not see a file
 * gets the same answer as for a file that does not exist. HTTP caches must not store files;
 * the page caches them itself, so that signing out can delete them.
 */
export function servePrivate(app: FastifyInstance, { db, folder, sizes, turn, hasBrandHosts }: PrivateParts): void {
  const headers = {
    'cache-control': 'no-store',
    'cross-origin-resource-policy': hasBrandHosts ? 'same-site' : 'same-origin',
  };

  async function send(
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
    find: (kind: 'picture' | 'clip' | 'sound') => Promise<string | undefined>,
  ) {
    const pass = passOf(request.headers.cookie);
    const found = pass === undefined ? undefined : await mayRead(db, pass, id);
    reply.headers(headers);
    if (found?.isGone) return sendFailure(reply, GONE);
    const path = found && (await find(found.kind));
    if (path === undefined) return sendFailure(reply, failureOf({ code: 'not-found' }));
    const isPicture = !path.endsWith('.mp4') && !path.endsWith('.m4a');
    if (found?.markedFor !== undefined && isPicture) {
      // AVIF would take too long for a picture that is made for each request.
      const format = formatFor(request.headers.accept) === 'jpeg' ? 'jpeg' : 'webp';
      const uid = found.markedFor;
      // A file never changes, so its picture for a buyer is known without drawing it. Ranges are not offered.
      const etag = `"${id}-${basename(path)}-${uid}-${format}"`;
      const own = { ...headers, etag, vary: 'Accept', 'accept-ranges': 'none' };
      if (hasTag(request.headers['if-none-match'] ?? '', (tag) => tag.replace(/^W\//, '') === etag)) {
        return reply.code(304).headers(own).send();
      }
      const marked = await folder.withLocal([path], ([from = path]) => turn(() => markPicture(from, uid, format)));
      if (marked) return sendBytes(reply, { data: marked, type: `image/${format}` }, own);
    }
    return sendFile(folder.files, path, request, reply, headers);
  }

  app.get<{ Params: { id: string } }>(`${PRIVATE_MEDIA_PATH}/:id(^${ID}$)`, (request, reply) => {
    const { id } = request.params;
    return send(id, request, reply, async (kind) => folder.original(id, kind));
  });
  const picture = `${PRIVATE_MEDIA_PATH}/:id(^${ID}$)/img:width(^${WIDTH}$)`;
  app.get<{ Params: { id: string; width: string } }>(picture, (request, reply) => {
    const { id, width } = request.params;
    const format = formatFor(request.headers.accept);
    return send(id, request, reply, async (kind) =>
      kind === 'sound' ? undefined : sizes(id, Number(width) as PictureWidth, format),
    );
  });
}
