import type { MediaPurpose } from '../../../../contract/media/media.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { ChatQuota } from '../chat-quota.ts';
import { type Checked, type ContentCheck, inCheckSize, isRefused } from '../check.ts';
import type { ClipLane } from '../clips/lane.ts';
import { type PreparedClip, prepareClip } from '../clips/prepare.ts';
import { holdsForeignContent } from '../foreign-content.ts';
import { preparePicture } from '../picture.ts';
import type { MediaStore, StoredFile } from '../store.ts';
import type { Turns } from '../turns.ts';
import type { FileType } from '../types.ts';

/**
 * Called when the content check refuses an upload for a message, so that moderation records a violation; `uploadName` is the client's
 * name of the file.
 */
export type OnRefused = (uid: number, uploadName: string) => Promise<void>;

/**
 * Dependencies of `createIngest`: media store, semaphore of pictures, queue of clips, quota of messages, content check, and what
 * follows a refusal by it.
 */
export type TakeParts = {
  readonly store: MediaStore;
  /** Limits concurrent picture processing; shared with resizing. */
  readonly turn: Turns;
  readonly clipLane: ClipLane;
  readonly chatQuota: ChatQuota;
  readonly check: ContentCheck;
  readonly onRefused: OnRefused;
};

/**
 * A complete uploaded file in the temporary folder, to be checked, encoded and stored: its owner, name, purpose, detected type and
 * path. `gone` aborts when its uploader disconnects.
 */
export type AssembledUpload = {
  readonly ownerUid: number;
  readonly uploadName: string;
  readonly purpose: MediaPurpose;
  readonly gone: AbortSignal;
  readonly type: FileType;
  readonly from: string;
  readonly newPath: () => string;
};

/** Creates the function that checks, encodes and stores a complete uploaded file, and returns the answer to its client. */
export function createIngest({ store, turn, clipLane, chatQuota, check, onRefused }: TakeParts) {
  const isOverQuota = async ({ purpose, ownerUid }: AssembledUpload, ...file: [FileType['kind'], number?]) =>
    purpose === 'chat' && (await chatQuota.isUsedUp(ownerUid, ...file));

  /** Checks the content of media for messages. Profile media are not checked here, because humans review them. */
  const checkFor = async (purpose: MediaPurpose, paths: readonly string[]): Promise<Checked> =>
    purpose === 'chat' ? check(paths) : { bits: 0 };

  async function refused({ ownerUid, uploadName }: AssembledUpload): Promise<Result<StoredFile>> {
    await onRefused(ownerUid, uploadName);
    return fail({ code: 'upload-refused' });
  }

  async function takePicture(taken: AssembledUpload): Promise<Result<StoredFile>> {
    const { ownerUid, uploadName, purpose, from, newPath } = taken;
    const path = newPath();
    const prepared = await turn(() => preparePicture(from, path, purpose));
    if (!prepared.ok) return prepared;
    const checked = await checkFor(purpose, [path]);
    if (isRefused(checked)) return refused(taken);
    await store.keep({ ...prepared.value, ...checked, kind: 'picture', ownerUid, path, uploadName, purpose });
    return answerOf(taken);
  }

  async function takeClip(taken: AssembledUpload): Promise<Result<StoredFile>> {
    const { ownerUid, uploadName, purpose, gone, from, newPath, type } = taken;
    if (type.kind === 'picture') throw new TypeError('a picture is no clip');
    const files = { from, to: newPath(), poster: newPath() };
    const prepared = await clipLane(ownerUid, gone, () =>
      prepareClip({ type: type.type, files, newPath, purpose, gone }),
    );
    if (!prepared.ok) return prepared;
    const { kind, ms } = prepared.value;
    if (await isOverQuota(taken, kind, ms)) return fail({ code: 'upload-quota' });
    const frames = kind === 'clip' ? [files.poster, ...prepared.value.frames] : [];
    // Audio has no pictures to check.
    const checked = kind === 'clip' ? await checkFor(purpose, frames) : { bits: 0, checkedAt: new Date() };
    if (isRefused(checked)) return refused(taken);
    const row = { ...checked, ownerUid, uploadName, purpose, path: files.to };
    if (kind === 'sound') await store.keep({ ...prepared.value, ...row });
    else if (purpose === 'chat') {
      const framePaths = checked.checkedAt ? [] : await smaller(prepared.value.frames, newPath);
      await keepWithPoster(prepared.value, { ...row, posterPath: files.poster, framePaths });
    } else await keepAndPoster(prepared.value, row, files.poster);
    return answerOf(taken);
  }

  const smaller = (frames: readonly string[], newPath: AssembledUpload['newPath']) =>
    Promise.all(
      frames.map(async (frame) => {
        const path = newPath();
        await inCheckSize(frame).toFile(path);
        return path;
      }),
    );

  type Row = Checked & { ownerUid: number; uploadName: string; purpose: MediaPurpose; path: string };
  const keepWithPoster = (
    { poster: _poster, frames: _frames, ...clip }: PreparedClip,
    row: Row & { readonly posterPath: string; readonly framePaths: readonly string[] },
  ) => store.keep({ ...clip, ...row });

  async function keepAndPoster(
    { poster, frames: _frames, ...clip }: PreparedClip,
    row: Row,
    path: string,
  ): Promise<void> {
    const posterId = await store.keep({ ...poster, kind: 'picture', ownerUid: row.ownerUid, path });
    // When another attempt has stored the clip meanwhile, this poster is unused, and the clean-up deletes it.
    await store.keep({ ...clip, ...row, posterId });
  }

  /** Returns the stored file: this one, or that of a concurrent attempt under the same name. */
  async function answerOf({ ownerUid, uploadName }: AssembledUpload): Promise<Result<StoredFile>> {
    const stored = await store.sentAs(ownerUid, uploadName);
    return stored ? ok(stored) : fail({ code: 'server-error' });
  }

  return async (taken: AssembledUpload): Promise<Result<StoredFile>> => {
    const { type, from } = taken;
    if (await isOverQuota(taken, type.kind)) return fail({ code: 'upload-quota' });
    if (await holdsForeignContent(from)) return fail({ code: 'upload-disguised' });
    return type.kind === 'picture' ? takePicture(taken) : takeClip(taken);
  };
}
