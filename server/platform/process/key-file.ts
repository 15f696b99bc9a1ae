import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { nanoid } from 'nanoid';
import { StartError } from './start-error.ts';

/** A file with a secret in the data folder. */
export type KeyFile<T> = {
  readonly file: string;
  /** The content of a new file. */
  readonly create: () => string | Buffer;
  /** Returns the secret, or throws if the content is not a complete one. */
  readonly parse: (content: Buffer) => T;
  /** Consequence of deleting the file, for the error message about an empty or damaged one. */
  readonly loss: string;
};

/**
 * Reads a secret, and creates its file if there is none. Of several processes that create it concurrently, the first wins. A file that is
 * empty or damaged is refused with a `StartError`: it is never replaced, because what it signed or encrypted would be lost.
 */
export function readOrCreateKey<T>({ create, ...keyFile }: KeyFile<T>): T {
  const found = readKey(keyFile);
  if (found !== undefined) return found;
  const { file } = keyFile;
  const draft = writeDraft(file, create());
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw new StartError(`${file} cannot be created (${codeOf(error)})`);
  } finally {
    rmSync(draft, { force: true });
  }
  const created = readKey(keyFile);
  if (created === undefined) throw new StartError(`${file} was removed while it was read`);
  return created;
}

/** Reads a secret; undefined if there is no file. An empty or damaged file is refused with a `StartError`. */
export function readKey<T>({ file, parse, loss }: Omit<KeyFile<T>, 'create'>): T | undefined {
  const content = readContent(file);
  if (content === undefined) return undefined;
  try {
    return parse(content);
  } catch {
    const state = content.length === 0 ? 'empty' : 'damaged';
    throw new StartError(`${file} is ${state}: restore it from a backup, or delete it to create a new one (${loss})`);
  }
}

/** Writes content to a new file beside `file`, so that a rename or link makes it visible only when it is complete. Returns its path. */
export function writeDraft(file: string, content: string | Buffer): string {
  const draft = `${file}.${nanoid()}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    throw new StartError(`${file} cannot be written (${codeOf(error)})`);
  }
  return draft;
}

function readContent(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new StartError(`${file} cannot be read (${codeOf(error)})`);
  }
}

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code') ?? 'unknown error');
