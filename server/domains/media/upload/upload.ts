import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { nanoid } from 'nanoid';
import type { MediaPurpose, PartAnswer } from '../../../../contract/media/media.ts';
import { CHAT_FILE_MAX_BYTES } from '../../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { isAdult } from '../../../platform/database/adult.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { AddressOf } from '../../../platform/http/client-address.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { openChatQuota } from '../chat-quota.ts';
import type { ContentCheck } from '../check.ts';
import { openClipLane } from '../clips/lane.ts';
import { refuseDiskFull } from '../disk.ts';
import { FilesAway } from '../files/files.ts';
import type { MediaFolder } from '../folder.ts';
import type { MediaStore, StoredFile } from '../store.ts';
import type { Turns } from '../turns.ts';
import { TYPE_HEAD_BYTES } from '../types.ts';
import { type Form, formParts, readForm, watchSender } from './form.ts';
import type { PartOf, Parts } from './parts.ts';
import { openQuota } from './quota.ts';
import { admitFile, admitFileAt, receive } from './receive.ts';
import type { UploadRoom } from './room.ts';
import { createIngest, type OnRefused } from './take.ts';
import { createWorks } from './works.ts';

/**
 * Dependencies of `createUpload`: database, session tokens, media store, unfinished uploads and their disk space, limits, content check
 * and log.
 */
export type UploadParts = {
  readonly db: Database;
  /** Returns the account of a valid session token; undefined otherwise. */
  ownerOf(token: string): Promise<number | undefined>;
  readonly store: MediaStore;
  readonly parts: Readonly<Record<MediaPurpose, Parts>>;
  readonly room: UploadRoom;
  readonly addressOf: AddressOf;
  /** Limits concurrent picture processing; shared with resizing. */
  readonly turn: Turns;
  /** Returns how long this account must wait, in ms; 0 when the upload may proceed. `isFollowing`: a further part of an upload. */
  readonly limit: (request: FastifyRequest, isFollowing: boolean) => Promise<number>;
  readonly check: ContentCheck;
  readonly onRefused: OnRefused;
  readonly log: Logger;
  /** How long an answer waits for the processing of a file in parts, in ms. */
  readonly holdMs?: number;
};

type Received = Pick<PartAnswer, 'received'>;
type UploadRequest = Form & { readonly uid: number };

const BEARER = /^Bearer ([\w-]{1,128})$/i;
const TOKEN = /^[\w-]{1,128}$/;
/** Default of `holdMs`: shorter than the time-outs of proxies. */
const HOLD_MS = 20_000;
/** Errors after which the same bytes may be accepted later, so the stored parts are retained. */
const PASSING = new Set(['rate-limited', 'server-error']);
const never = new AbortController().signal;

/**
 * Creates the handler of `POST /upload` (product 7.4): multipart fields token, filename, purpose, offset, size, file, in this order, so
 * that no file is read before its account is known. The stored file is encoded again under a new name. A file that the account has sent
 * before under the same filename gets the same answer, because it is sent again when the first answer was lost. A large file arrives in
 * parts; a form without a file asks how much has arrived.
 */
export function createUpload(around: UploadParts) {
  const { db, ownerOf, addressOf, store, parts, room, turn, limit, check, onRefused, log, holdMs = HOLD_MS } = around;
  // Clips have a queue of their own, so that pictures do not wait for them.
  const clipLane = openClipLane();
  const chatQuota = openChatQuota(db);
  const quota = openQuota(db);
  const take = createIngest({ store, turn, clipLane, chatQuota, check, onRefused });
  const works = createWorks<StoredFile>(holdMs, (error) => log.warn({ err: error }, 'failed to process an upload'));
  const folderOf = ({ purpose }: Form): MediaFolder => (purpose === 'chat' ? store.privateFolder : store.folder);
  const begin = ({ purpose, uid }: UploadRequest) => (purpose === 'chat' ? chatQuota : quota).begin(uid);
  const isUsedUp = async ({ purpose, uid }: UploadRequest) => purpose === 'profile' && (await quota.isUsedUp(uid));

  async function upload(request: FastifyRequest): Promise<Result<StoredFile | Received>> {
    const fields = new Map<string, string>();
    for await (const part of formParts(request)) {
      if (part.type === 'field') {
        fields.set(part.fieldname, String(part.value));
        continue;
      }
      try {
        const sent = await admit(request, fields);
        if (!sent.ok) return sent;
        const sentBefore = await store.sentAs(sent.value.uid, sent.value.name);
        if (sentBefore) return ok(sentBefore);
        if (part.fieldname !== 'file')
          return fail({ code: 'bad-request', detail: 'file: must be the name of the file' });
        return await (sent.value.offset === undefined ? takeWhole : takePart)(sent.value, part.file, request);
      } catch (error) {
        return refuseDiskFull(error);
      } finally {
        // Drains the rest, so that the client finishes sending and receives the answer.
        part.file.resume();
      }
    }
    const admitted = await admit(request, fields);
    return admitted.ok ? answerHowFar(admitted.value) : admitted;
  }

  /** Checks the token and fields of an upload, its rate, and that its account is an adult; sets the account of the request. */
  async function admit(request: FastifyRequest, fields: ReadonlyMap<string, string>): Promise<Result<UploadRequest>> {
    const token = fields.get('token') ?? BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const uid = TOKEN.test(token) ? await ownerOf(token) : undefined;
    if (uid === undefined) return fail({ code: 'unauthorized' });
    request.uid = uid;
    const form = readForm(fields);
    if (!form.ok) return form;
    const { offset, size } = form.value;
    const isFollowing = offset === undefined ? size !== undefined : offset > 0;
    const retryAfterMs = await limit(request, isFollowing);
    if (retryAfterMs > 0) return fail({ code: 'rate-limited', retryAfterMs });
    return (await isAdult(db, uid)) ? ok({ ...form.value, uid }) : fail({ code: 'age' });
  }

  async function takeWhole(
    sent: UploadRequest,
    stream: Readable,
    request: FastifyRequest,
  ): Promise<Result<StoredFile>> {
    const sender = watchSender(request);
    const done = begin(sent);
    const key = `whole/${nanoid()}`;
    try {
      if (await isUsedUp(sent)) return fail({ code: 'upload-quota' });
      // Without a Content-Length, the largest accepted file is assumed.
      const size = Math.min(Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY), CHAT_FILE_MAX_BYTES);
      const claimed = await room.claim({ ...claimOf(sent, request), key, size, written: 0, inParts: false });
      if (!claimed.ok) return claimed;
      return await folderOf(sent).withTempFiles(async (newPath) => {
        const from = newPath();
        const type = await receive(stream, from, sent.purpose);
        return type.ok ? await take({ ...takenAs(sent), type: type.value, from, newPath, gone: sender.gone }) : type;
      });
    } finally {
      done();
      sender.end();
      await room.release(key);
    }
  }

  async function takePart(
    sent: UploadRequest,
    stream: Readable,
    request: FastifyRequest,
  ): Promise<Result<StoredFile | Received>> {
    const { offset = 0, size = 0, purpose } = sent;
    const own = parts[purpose];
    // The file is already being processed: all bytes are stored, and the rest of the part is not needed.
    if (works.isAtWork(keyOf(sent))) return finish(sent, size);
    if (offset === 0 && (await isUsedUp(sent))) return fail({ code: 'upload-quota' });
    const claimed = await claimFor(sent, request);
    if (!claimed.ok) return claimed;
    const written = await own.write({ ...partOf(sent), offset, size }, stream, () => void request.raw.destroy());
    const refused = written.ok ? await refusedAt(sent, offset, written.value) : written;
    if (!refused.ok) {
      await drop(sent);
      return refused;
    }
    return refused.value < size ? ok({ received: refused.value }) : finish(sent, size);
  }

  const claimOf = ({ uid }: UploadRequest, request: FastifyRequest) => ({ uid, address: addressOf(request.raw) });

  /** Reserves space for the whole file with its first part, and updates the progress with each further one. */
  async function claimFor(sent: UploadRequest, request: FastifyRequest): Promise<Result<void>> {
    const { size = 0, purpose } = sent;
    const written = await parts[purpose].received(partOf(sent));
    return room.claim({ ...claimOf(sent, request), key: roomKeyOf(sent), size, written, inParts: true });
  }

  /** Deletes the stored parts of an upload and releases its space. */
  async function drop(sent: UploadRequest): Promise<void> {
    await parts[sent.purpose].drop(partOf(sent));
    await room.release(roomKeyOf(sent));
  }

  /** Returns how many bytes are stored after a part, or why the file is refused. */
  async function refusedAt(sent: UploadRequest, offset: number, received: number): Promise<Result<number>> {
    const { size = 0, purpose } = sent;
    if (received > size) return fail({ code: 'bad-request', detail: 'size: is less than what was sent' });
    if (offset >= TYPE_HEAD_BYTES || received < Math.min(size, TYPE_HEAD_BYTES)) return ok(received);
    const type = admitFile(await parts[purpose].head(partOf(sent), TYPE_HEAD_BYTES), size, purpose);
    return type.ok ? ok(received) : type;
  }

  async function answerHowFar(sent: UploadRequest): Promise<Result<StoredFile | Received>> {
    const sentBefore = await store.sentAs(sent.uid, sent.name);
    if (sentBefore) return ok(sentBefore);
    const received = await parts[sent.purpose].received(partOf(sent));
    return received > 0 && received === sent.size ? finish(sent, received) : ok({ received });
  }

  /**
   * Processes a file of which all bytes are stored; answers only their number when that takes longer than `holdMs`. Its parts are retained
   * until it is stored or refused, so that processing can start again when the server dies.
   */
  async function finish(sent: UploadRequest, size: number): Promise<Result<StoredFile | Received>> {
    const result = await works.wait(keyOf(sent), () => workOn(sent));
    return result ?? ok({ received: size });
  }

  async function workOn(sent: UploadRequest): Promise<Result<StoredFile>> {
    const own = parts[sent.purpose];
    const done = begin(sent);
    try {
      const result = await folderOf(sent).withTempFiles(async (newPath) => {
        if (await isUsedUp(sent)) return fail({ code: 'upload-quota' } as const);
        const from = newPath();
        await own.copy(partOf(sent), from);
        const type = await admitFileAt(from, sent.purpose);
        return type.ok ? await take({ ...takenAs(sent), type: type.value, from, newPath, gone: never }) : type;
      });
      if (result.ok || !PASSING.has(result.error.code)) await drop(sent);
      return result;
    } catch (error) {
      if (error instanceof FilesAway) {
        log.warn({ err: error, reason: error.message }, 'failed to store an upload');
        return fail({ code: 'server-error' });
      }
      const refused = refuseDiskFull(error);
      await drop(sent);
      return refused;
    } finally {
      done();
    }
  }

  return upload;
}

const partOf = ({ uid, name }: UploadRequest): PartOf => ({ uid, name });
const keyOf = ({ uid, name, purpose }: PartOf & Pick<Form, 'purpose'>) => `${purpose}/${uid}/${name}`;
/** The key under which disk space is reserved for an upload in parts: the same for all of its parts and in every process. */
export const roomKeyOf = keyOf;
const takenAs = ({ uid, name, purpose }: UploadRequest) => ({ ownerUid: uid, uploadName: name, purpose });
