import type { FastifyRequest } from 'fastify';
import { UPLOAD_NAME } from '../../contract/media/media.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { Database } from '../database/connect.ts';
import { failureOf } from '../http/failures.ts';
import { RequestRefused } from '../http/replies.ts';
import { openClipLane } from './clips/lane.ts';
import { prepareClip } from './clips/prepare.ts';
import { refuseDiskFull } from './disk.ts';
import { holdsForeignContent } from './foreign-content.ts';
import { preparePicture } from './picture.ts';
import { openQuota } from './quota.ts';
import { receive } from './receive.ts';
import type { Kept, MediaStore } from './store.ts';
import type { Turns } from './turns.ts';
import type { ClipType } from './types.ts';

export type UploadParts = {
  readonly db: Database;
  /** Account of a valid token. */
  ownerOf(token: string): Promise<number | undefined>;
  readonly store: MediaStore;
  /** For work on pictures, shared with the sized ones. */
  readonly turn: Turns;
  /** How long this account must wait, in ms; 0 when the upload may proceed. */
  readonly limit: (request: FastifyRequest) => Promise<number>;
};

/** The parser throws plain errors for a form that is truncated or has no boundary: the sender's fault, not ours. */
async function* formParts(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new RequestRefused(failureOf({ code: 'bad-request', detail: 'the form is malformed' }));
  }
}

/** Aborted when the sender has disconnected: nobody receives the answer any more. */
function watchSender({ raw: { socket } }: FastifyRequest) {
  const left = new AbortController();
  const abort = () => left.abort();
  if (socket.destroyed) abort();
  socket.once('close', abort);
  return { gone: left.signal, end: () => void socket.off('close', abort) };
}

type Workshop = {
  readonly ownerUid: number;
  readonly uploadName: string;
  readonly gone: AbortSignal;
  readonly from: string;
  readonly newPath: () => string;
};

const BEARER = /^Bearer ([\w-]{1,128})$/i;
const TOKEN = /^[\w-]{1,128}$/;

/**
 * `POST /upload` (product 7.4): multipart fields token, filename, file, in this order, so that no file
 * without an account is ever read. The stored file is encoded again under a name of our own. A file that the account has
 * sent before under the same filename gets the same answer: it is sent again because the first answer was lost.
 */
export function createUpload({ db, ownerOf, store, turn, limit }: UploadParts) {
  // Pictures do not wait for clips.
  const clipLane = openClipLane();
  const quota = openQuota(db);

  async function upload(request: FastifyRequest): Promise<Result<Kept>> {
    const fields = new Map<string, string>();
    for await (const part of formParts(request)) {
      if (part.type === 'field') {
        fields.set(part.fieldname, String(part.value));
        continue;
      }
      const sender = watchSender(request);
      let done = () => {};
      try {
        const admitted = await admit(request, fields);
        if (!admitted.ok) return admitted;
        const uploadName = admitted.value;
        const sentBefore = await store.sentAs(request.uid, uploadName);
        if (sentBefore) return ok(sentBefore);
        done = quota.begin(request.uid);
        if (await quota.isUsedUp(request.uid)) return fail({ code: 'upload-quota' });
        if (part.fieldname !== 'file')
          return fail({ code: 'bad-request', detail: 'file: must be the name of the file' });
        return await store.folder.workshop((newPath) =>
          take(part.file, { ownerUid: request.uid, uploadName, gone: sender.gone, newPath }),
        );
      } catch (error) {
        return refuseDiskFull(error);
      } finally {
        done();
        sender.end();
        // Drains the rest, so that the sender finishes sending and receives the answer.
        part.file.resume();
      }
    }
    return fail({ code: 'bad-request', detail: 'file: is missing' });
  }

  /** Sets the account of the request when the token is valid. Returns the filename. */
  async function admit(request: FastifyRequest, fields: ReadonlyMap<string, string>): Promise<Result<string>> {
    const token = fields.get('token') ?? BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const uid = TOKEN.test(token) ? await ownerOf(token) : undefined;
    if (uid === undefined) return fail({ code: 'unauthorized' });
    request.uid = uid;
    const filename = fields.get('filename') ?? '';
    if (!UPLOAD_NAME.test(filename)) {
      return fail({ code: 'bad-request', detail: 'filename: must be 32 hexadecimal digits and an extension' });
    }
    const retryAfterMs = await limit(request);
    return retryAfterMs > 0 ? fail({ code: 'rate-limited', retryAfterMs }) : ok(filename);
  }

  async function take(stream: Parameters<typeof receive>[0], place: Omit<Workshop, 'from'>) {
    const from = place.newPath();
    const received = await receive(stream, from);
    if (!received.ok) return received;
    if (await holdsForeignContent(from)) return fail({ code: 'upload-disguised' } as const);
    const { kind, type } = received.value;
    const workshop = { ...place, from };
    return kind === 'picture' ? takePicture(workshop) : takeClip(type, workshop);
  }

  async function takePicture({ ownerUid, uploadName, from, newPath }: Workshop): Promise<Result<Kept>> {
    const path = newPath();
    const prepared = await turn(() => preparePicture(from, path));
    if (!prepared.ok) return prepared;
    await store.keep({ ...prepared.value, kind: 'picture', ownerUid, path, uploadName });
    return answerOf(ownerUid, uploadName);
  }

  async function takeClip(
    type: ClipType,
    { ownerUid, uploadName, gone, from, newPath }: Workshop,
  ): Promise<Result<Kept>> {
    const files = { from, to: newPath(), poster: newPath() };
    const prepared = await clipLane(ownerUid, gone, () => prepareClip(type, files, newPath, gone));
    if (!prepared.ok) return prepared;
    const { poster, ...clip } = prepared.value;
    const posterId = await store.keep({ ...poster, kind: 'picture', ownerUid, path: files.poster });
    // The poster of a clip that another try has stored meanwhile is named by nothing, and thrown away as such.
    await store.keep({ ...clip, kind: 'clip', ownerUid, path: files.to, posterId, uploadName });
    return answerOf(ownerUid, uploadName);
  }

  /** What was stored now, or by another try under the same name meanwhile. */
  async function answerOf(ownerUid: number, uploadName: string): Promise<Result<Kept>> {
    const kept = await store.sentAs(ownerUid, uploadName);
    return kept ? ok(kept) : fail({ code: 'server-error' });
  }

  return upload;
}
