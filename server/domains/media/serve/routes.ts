import { availableParallelism } from 'node:os';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PICTURE_WIDTHS_PX, type PictureWidth, UPLOAD_PATH } from '../../../../contract/media/media.ts';
import { CLIP_MAX_BYTES, PARTS_PER_MINUTE, UPLOADS_PER_MINUTE } from '../../../../contract/media/rules.ts';
import type { Config } from '../../../config.ts';
import { serverClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { clientAddress } from '../../../platform/http/client-address.ts';
import { failureOf } from '../../../platform/http/failures.ts';
import { refuseInvalidIds } from '../../../platform/http/ids.ts';
import { allowBrandOrigins, refuseForeignPages } from '../../../platform/http/origins.ts';
import { RequestRefused } from '../../../platform/http/replies.ts';
import { shareRates, type TakeShared } from '../../../platform/limits/shared-rates.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { ContentCheck } from '../check.ts';
import { createSizes } from '../sizes.ts';
import type { MediaStore } from '../store.ts';
import { createSemaphore } from '../turns.ts';
import { createUpload, type UploadParts } from '../upload/upload.ts';
import { sendOriginal, sendSized } from './serve.ts';
import { servePrivate } from './serve-private.ts';

const WINDOW_MS = 60_000;
const REMEMBERED = 50_000;
/** Limits of an upload's form. `fileSize` is one byte more than the largest file, so that a file that is too large is detected. */
const LIMITS = { fields: 5, fieldSize: 256, files: 1, parts: 6, headerPairs: 20, fileSize: CLIP_MAX_BYTES + 1 };

const ID = '[0-9a-f]{32}';
const WIDTH = PICTURE_WIDTHS_PX.join('|');

/** Returns the account of a session token, for uploads; undefined if the token is not valid. */
export type OwnerOf = (token: string) => Promise<number | undefined>;

/**
 * Dependencies of `registerMedia`: configuration, database, media store, unfinished uploads and their disk space, the owner of a
 * session token, and the content check.
 */
export type MediaParts = {
  readonly config: Config;
  readonly db: Database;
  readonly store: MediaStore;
  readonly parts: UploadParts['parts'];
  readonly room: UploadParts['room'];
  readonly ownerOf: OwnerOf;
  readonly check: ContentCheck;
  readonly onRefused: UploadParts['onRefused'];
  readonly log: Logger;
};

/**
 * Registers the HTTP routes of media: `POST /upload`, `GET /media/<32 hex>`, `GET /media/<32 hex>/img<width>`, and those of files in
 * messages.
 */
export async function registerMedia(app: FastifyInstance, around: MediaParts): Promise<void> {
  const { config, db, store, parts, room, ownerOf, check, onRefused, log } = around;
  // Leaves one core free for other work, however many pictures are uploaded or requested.
  const turn = createSemaphore(Math.max(1, availableParallelism() - 1));
  const sizes = createSizes({ folder: store.folder, turn });

  await app.register(async (scope) => {
    const { allowedOrigins } = config;
    allowBrandOrigins(scope, allowedOrigins, ['/media/*']);
    // An `<img>` request has no Origin header: when pages of other hosts may show our pictures, any page may.
    if (allowedOrigins.length > 0)
      scope.addHook('onSend', async (_request, reply) => {
        reply.header('cross-origin-resource-policy', 'cross-origin');
      });
    scope.get<{ Params: { id: string } }>(`/media/:id(^${ID}$)`, (request, reply) =>
      sendOriginal(store.folder, request.params.id, request, reply),
    );
    const picture = `/media/:id(^${ID}$)/img:width(^${WIDTH}$)`;
    scope.get<{ Params: { id: string; width: string } }>(picture, (request, reply) => {
      const { id, width } = request.params;
      return sendSized(store.folder.files, sizes, { id, width: Number(width) as PictureWidth }, request, reply);
    });
  });

  await app.register(async (scope) => {
    const { privateFolder: folder } = store;
    const hasBrandHosts = config.allowedOrigins.length > 0;
    allowBrandOrigins(scope, config.allowedOrigins, []);
    servePrivate(scope, { db, folder, sizes: createSizes({ folder, turn }), turn, hasBrandHosts });
  });

  await app.register(async (scope) => {
    allowBrandOrigins(scope, config.allowedOrigins, [UPLOAD_PATH]);
    refuseForeignPages(scope, config.allowedOrigins);
    refuseInvalidIds(scope);
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
    const shared = shareRates(db, config.rateLimits, serverClock, log);
    const limit = config.rateLimits ? await limitUploads(scope, shared) : async () => 0;
    const addressOf = clientAddress(config.trustProxy);
    const upload = createUpload({ db, ownerOf, addressOf, store, parts, room, turn, limit, check, onRefused, log });
    scope.post(UPLOAD_PATH, { config: { mayArriveSlowly: true } }, async (request) => {
      const accepted = await upload(request);
      if (!accepted.ok) throw new RequestRefused(failureOf(accepted.error));
      return { result: 1, msg: '', ...accepted.value };
    });
  });
}

/**
 * Creates the rate limit of uploads: per account and minute, `UPLOADS_PER_MINUTE` uploads and `PARTS_PER_MINUTE` further parts. It
 * returns how long the account must wait, in ms; 0 if the upload may proceed.
 */
async function limitUploads(app: FastifyInstance, shared: TakeShared): Promise<UploadParts['limit']> {
  await app.register(rateLimit, { global: false, timeWindow: WINDOW_MS, cache: REMEMBERED });
  const keyGenerator = ({ uid }: FastifyRequest) => String(uid);
  const first = app.createRateLimit({ keyGenerator, max: UPLOADS_PER_MINUTE });
  const following = app.createRateLimit({ keyGenerator, max: PARTS_PER_MINUTE });
  return async (request, isFollowing) => {
    const account = await (isFollowing ? following : first)(request);
    if (!account.isAllowed && account.isExceeded) return account.ttl;
    return shared(isFollowing ? 'part' : 'upload', keyGenerator(request));
  };
}
