import { constants } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { HOUR_MS } from '../../../../contract/durations.ts';
import { PARTS_KEPT_MS, PARTS_KEPT_PER_ACCOUNT } from '../../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { refuseDiskFull } from '../disk.ts';
import { removeFile } from '../files/local.ts';
import type { MediaFolder } from '../folder.ts';
import { writeWhole } from './receive.ts';

const LOOKS_EVERY_MS = HOUR_MS;

/** Identifies an upload in parts: its account, and the name that the client gave it. */
export type PartOf = { readonly uid: number; readonly name: string };
/** The part of an upload that one request brings: its offset, and the size of the whole file, in bytes. */
export type Part = PartOf & { readonly offset: number; readonly size: number };

/**
 * The store of the uploads in parts of one purpose, while they are incomplete: writes parts, reports how much has arrived, and hands
 * over the complete file.
 */
export type Parts = {
  /** Returns how many contiguous bytes from the start are stored. */
  received(of: PartOf): Promise<number>;
  /**
   * Writes a part, and returns how many bytes are stored then. When the stream broke off, what arrived of it is stored; a part that
   * would leave a gap is ignored. A part that was sent before is overwritten with the same bytes. `end` ends this request: it is
   * called when another request for the same upload arrives, because the client has then lost this connection.
   */
  write(part: Part, stream: Readable, end: () => void): Promise<Result<number>>;
  /** Reads at most this many bytes from the start of what is stored. */
  head(of: PartOf, bytes: number): Promise<Uint8Array>;
  /**
   * Copies the complete file for processing. The copy is not written to any more, and the original survives a server that dies
   * while processing.
   */
  copy(of: PartOf, to: string): Promise<void>;
  drop(of: PartOf): Promise<void>;
  /** Deletes the uploads whose last part was written more than six hours before `now` (ms). */
  forget(now: number): Promise<void>;
};

/**
 * Opens the store of uploads in parts: `<root>/tmp/parts/<uid>/<name>`, each as long as what has arrived. They survive a restart, and
 * are deleted six hours after their last part. `onRemoved`: called when an account had too many unfinished uploads, so that its oldest
 * was deleted for a new one.
 */
export function openParts(
  { root }: Pick<MediaFolder, 'root'>,
  onRemoved: (of: PartOf) => Promise<void> = async () => {},
): Parts {
  const all = join(root, 'tmp', 'parts');
  const folderOf = (uid: number) => join(all, String(uid));
  const path = ({ uid, name }: PartOf) => join(folderOf(uid), name);
  const writing = new Map<string, { readonly end: () => void; readonly done: Promise<unknown> }>();
  const received = async (of: PartOf) => (await stat(path(of)).catch(() => undefined))?.size ?? 0;

  async function endFormer(key: string): Promise<void> {
    for (let former = writing.get(key); former; former = writing.get(key)) {
      former.end();
      await former.done.catch(() => undefined);
    }
  }

  async function makeRoom(uid: number): Promise<void> {
    await mkdir(folderOf(uid), { recursive: true, mode: 0o700 });
    const stored = await agesIn(folderOf(uid));
    const tooMany = stored.toSorted((a, b) => b.mtimeMs - a.mtimeMs).slice(PARTS_KEPT_PER_ACCOUNT - 1);
    for (const old of tooMany) {
      await removeFile(old.path);
      await onRemoved({ uid, name: basename(old.path) });
    }
  }

  async function writeTo(part: Part, stream: Readable): Promise<Result<number>> {
    const before = await received(part);
    if (part.offset > before || before > part.size) return ok(before);
    if (before === 0) await makeRoom(part.uid);
    let file: FileHandle | undefined;
    try {
      // The flags neither truncate nor append, because another process may be writing the same part.
      file = await open(path(part), constants.O_WRONLY | constants.O_CREAT, 0o600);
      return await copy(part, stream, file, before);
    } catch (error) {
      if (stream.errored !== null || stream.destroyed) return ok(await received(part));
      // The stored parts are deleted, which frees their space when the disk is full.
      await removeFile(path(part));
      return refuseDiskFull(error);
    } finally {
      await file?.close();
    }
  }

  return {
    received,
    async write(part, stream, end) {
      const key = path(part);
      await endFormer(key);
      const done = writeTo(part, stream);
      const own = { end, done };
      writing.set(key, own);
      try {
        return await done;
      } finally {
        if (writing.get(key) === own) writing.delete(key);
      }
    },
    async head(of, bytes) {
      const file = await open(path(of), 'r');
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    copy: (of, to) => copyFile(path(of), to),
    drop: (of) => removeFile(path(of)),
    async forget(now) {
      for (const uid of await readdir(all).catch(() => []))
        for (const { path: old, mtimeMs } of await agesIn(join(all, uid)))
          if (now - mtimeMs > PARTS_KEPT_MS) await removeFile(old);
    },
  };
}

async function copy({ offset, size }: Part, stream: Readable, file: FileHandle, before: number) {
  let at = offset;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    if (at + chunk.length > size) {
      return fail({ code: 'bad-request', detail: 'file: reaches beyond size' } as const);
    }
    await writeWhole(file, chunk, at);
    at += chunk.length;
  }
  return ok(Math.max(before, at));
}

async function agesIn(folder: string): Promise<{ readonly path: string; readonly mtimeMs: number }[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
      return mtimeMs === undefined ? [] : [{ path, mtimeMs }];
    }),
  );
  return found.flat();
}

/** Creates the hourly job that deletes incomplete uploads six hours after their last part. It runs in every process. */
export const forgetParts = (all: readonly Parts[]): Job => ({
  name: 'forget parts of uploads',
  everyMs: LOOKS_EVERY_MS,
  everywhere: true,
  async run() {
    for (const parts of all) await parts.forget(Date.now());
  },
});
