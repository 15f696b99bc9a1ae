import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MediaKind, PictureWidth } from '../../contract/media/media.ts';
import type { Job } from '../jobs.ts';

/** What a sized picture is sent as. */
export type PictureFormat = 'avif' | 'webp' | 'jpeg';

const EXTENSION = { picture: 'webp', clip: 'mp4' } as const satisfies Record<MediaKind, string>;
/** No upload works this long, so an older file was left behind by a process that died. */
const LEFT_BEHIND_MS = 3_600_000;

export type MediaFolder = ReturnType<typeof openMediaFolder>;

/**
 * The files of the media host: `<dataDir>/media/ab/<other 30 digits>.webp`, sized pictures beside them, and `tmp/` for
 * what is not accepted yet. Nothing is created before the first file. Server processes may share one folder.
 */
export function openMediaFolder(dataDir: string) {
  const root = join(dataDir, 'media');
  const temporary = join(root, 'tmp');
  const stem = (id: string) => join(root, id.slice(0, 2), id.slice(2));
  return {
    root,
    original: (id: string, kind: MediaKind) => `${stem(id)}.${EXTENSION[kind]}`,
    sized: (id: string, width: PictureWidth, format: PictureFormat) => `${stem(id)}.img${width}.${format}`,

    /** Gives the work paths for the files it makes. What is still there when it ends, however it ends, is removed. */
    async workshop<T>(work: (newPath: () => string) => Promise<T>): Promise<T> {
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
    },

    async forgetLeftBehind(now: number): Promise<void> {
      const names = await readdir(temporary).catch(() => []);
      for (const name of names) {
        const path = join(temporary, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
        if (now - mtimeMs > LEFT_BEHIND_MS) await removeFile(path);
      }
    },
  };
}

export const forgetLeftBehind = (folder: MediaFolder): Job => ({
  name: 'forget left uploads',
  everyMs: LEFT_BEHIND_MS,
  run: () => folder.forgetLeftBehind(Date.now()),
});

/** Whole or not at all, also for who reads at this moment. */
export async function moveInto(path: string, from: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(from, path);
}

export const removeFile = (path: string) => rm(path, { force: true });

export async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true;
}
