import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type FileFacts, FilesAway, type MediaFiles } from './files.ts';

/** The media store in the local file system below the data folder, which server processes may share. */
export const localFiles: MediaFiles = {
  isLocal: true,
  async put(path, from) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(from, path);
  },
  stat: statFile,
  async get(path, range) {
    if ((await statFile(path)) === undefined) return undefined;
    return createReadStream(path, range).on('error', ownedByReader);
  },
  delete: removeFile,
  async list(prefix) {
    const [folder, start] = prefix.endsWith('/') ? [prefix, ''] : [dirname(prefix), basename(prefix)];
    const names = await absent(readdir(folder));
    return (names ?? []).filter((name) => name.startsWith(start)).map((name) => join(folder, name));
  },
};

/** An error listener without effect for a stream, for the time before its reader attaches its own; the reader gets the error. */
export const ownedByReader = () => undefined;

/** Deletes a file of the local file system, such as a temporary one; succeeds when it does not exist. */
export function removeFile(path: string): Promise<void> {
  return rm(path, { force: true });
}

async function statFile(path: string): Promise<FileFacts | undefined> {
  const found = await absent(stat(path));
  if (!found?.isFile()) return undefined;
  return { bytes: found.size, at: found.mtimeMs, etag: `"${found.size.toString(16)}-${found.mtimeMs.toString(16)}"` };
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

async function absent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return undefined;
    throw new FilesAway(error);
  }
}
