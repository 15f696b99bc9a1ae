import { randomBytes } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { MediaKind, MediaPurpose, PictureWidth } from '../../../contract/media/media.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { isDiskFull } from './disk.ts';
import { FilesAway, type MediaFiles } from './files/files.ts';
import { localFiles, removeFile } from './files/local.ts';

/** Formats in which a resized picture is sent, by the client's Accept header. */
export type PictureFormat = 'avif' | 'webp' | 'jpeg';

const EXTENSION = { picture: 'webp', clip: 'mp4', sound: 'm4a' } as const satisfies Record<MediaKind, string>;
/** No upload takes this long, so an older temporary file was left by a process that died. */
const LEFT_BEHIND_MS = HOUR_MS;

/** Subfolders by purpose. The public route serves only the first, the route that requires a media pass only the second. */
const NAMES = { profile: 'media', chat: 'media-private' } as const satisfies Record<MediaPurpose, string>;

/**
 * The media files of one purpose, public ones of profiles or private ones of messages: paths by media id, the file store, and temporary
 * files for uploads and resizing.
 */
export type MediaFolder = {
  readonly root: string;
  /** The store of accepted files. Files that are not accepted yet are in the data folder. */
  readonly files: MediaFiles;
  /** Path of the stored file itself, not of a resized picture. */
  original(id: string, kind: MediaKind): string;
  has(path: string): Promise<boolean>;
  /**
   * Calls `work` with local paths of these files, which are temporary copies if the store is remote. The result is undefined when one of the
   * files does not exist.
   */
  withLocal<T>(paths: readonly string[], work: (paths: readonly string[]) => Promise<T>): Promise<T | undefined>;
  /** Path of a small later frame of a clip, which is retained until its content is checked. */
  frame(id: string, at: number): string;
  /** Lists the stored later frames of a clip. */
  frames(id: string): Promise<readonly string[]>;
  sized(id: string, width: PictureWidth, format: PictureFormat): string;
  /**
   * Calls `work` with a function that returns paths for temporary files. Those that still exist at its end, even after an error,
   * are deleted.
   */
  withTempFiles<T>(work: (newPath: () => string) => Promise<T>): Promise<T>;
  /** Deletes temporary files that were written more than an hour before `now` (ms). */
  forgetLeftBehind(now: number): Promise<void>;
  /** Deletes all files of one id, including resized pictures. */
  remove(id: string): Promise<void>;
};

/**
 * Opens the media folder of a purpose: `<dataDir>/media/ab/<other 30 digits>.webp` (`media-private` for messages), resized pictures
 * next to it, and `tmp/` for files that are not accepted yet. Nothing is created before the first file. Server processes may share one
 * folder. The poster of a clip in a message is next to it, as the picture with the same id.
 */
export function openMediaFolder(dataDir: string, purpose: MediaPurpose = 'profile', files = localFiles): MediaFolder {
  const root = join(dataDir, NAMES[purpose]);
  const temporary = join(root, 'tmp');
  const stem = (id: string) => join(root, id.slice(0, 2), id.slice(2));
  /** Lists the files of an id whose names continue with `rest`. */
  const filesOf = (id: string, rest: string) => files.list(stem(id) + rest);

  async function withTempFiles<T>(work: (newPath: () => string) => Promise<T>): Promise<T> {
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const made: string[] = [];
    try {
      return await work(() => {
        const path = join(temporary, randomBytes(16).toString('hex'));
        made.push(path);
        return path;
      });
    } finally {
      await Promise.all(made.map(removeFile));
    }
  }

  async function fetchTo(path: string, to: string): Promise<boolean> {
    const stream = await files.get(path);
    if (stream === undefined) return false;
    await writeFile(to, stream, { mode: 0o600 }).catch((error: unknown) => {
      throw isDiskFull(error) ? error : new FilesAway(error);
    });
    return true;
  }

  const has = async (path: string) => (await files.stat(path)) !== undefined;

  return {
    root,
    files,
    withTempFiles,
    has,
    withLocal: (paths, work) =>
      withTempFiles(async (newPath) => {
        if (files.isLocal) return (await Promise.all(paths.map(has))).every(Boolean) ? work(paths) : undefined;
        const copies = paths.map((path) => ({ path, to: newPath() }));
        const found = await Promise.all(copies.map(({ path, to }) => fetchTo(path, to)));
        return found.every(Boolean) ? work(copies.map(({ to }) => to)) : undefined;
      }),
    original: (id, kind) => `${stem(id)}.${EXTENSION[kind]}`,
    frame: (id, at) => `${stem(id)}.frame${at}.jpg`,
    frames: (id) => filesOf(id, '.frame'),
    sized: (id, width, format) => `${stem(id)}.img${width}.${format}`,

    async remove(id) {
      await Promise.all((await filesOf(id, '.')).map((path) => files.delete(path)));
    },

    async forgetLeftBehind(now) {
      const entries = await readdir(temporary, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        // Unfinished uploads in parts are in a subfolder, and retained for longer.
        if (!entry.isFile()) continue;
        const path = join(temporary, entry.name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
        if (now - mtimeMs > LEFT_BEHIND_MS) await removeFile(path);
      }
    },
  };
}

/** Creates the hourly job that deletes temporary files of uploads left by processes that died. It runs in every process. */
export const forgetLeftBehind = (folders: readonly MediaFolder[]): Job => ({
  name: 'forget left uploads',
  everyMs: LEFT_BEHIND_MS,
  everywhere: true,
  async run() {
    for (const folder of folders) await folder.forgetLeftBehind(Date.now());
  },
});

/** Returns whether a regular file is at this path of the local file system, such as an optional frame of a clip. */
export async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true;
}
