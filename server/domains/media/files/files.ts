import type { Readable } from 'node:stream';
import { RequestRefused } from '../../../platform/http/replies.ts';

/** Metadata of a file in the media store. `etag`: strong, with quotes. `at`: when it was stored, in ms. */
export type FileFacts = { readonly bytes: number; readonly at: number; readonly etag: string };
/** The part of a file to read: offsets of the first and last byte, both inclusive. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * The store of accepted media. A file is identified by its path below the data folder, whichever store it is in. `stat`, `get` and
 * `list` throw `FilesAway` when it is unknown whether a file exists, so that no row is deleted because a store is unavailable.
 */
export type MediaFiles = {
  /**
   * Stores the complete local file `from` under a path that is never reused; the local store moves it, a remote store copies it. Atomic: a
   * concurrent reader sees all of it or nothing.
   */
  put(path: string, from: string): Promise<void>;
  /** Reads the metadata of a file; undefined when there is no such file. */
  stat(path: string): Promise<FileFacts | undefined>;
  /** Reads a file, or one range of it; undefined when there is no such file. */
  get(path: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Deletes a file; succeeds when it does not exist. */
  delete(path: string): Promise<void>;
  /** Lists the files of one folder whose paths start with the prefix. */
  list(prefix: string): Promise<readonly string[]>;
  /** True when paths are also paths of the local file system. */
  readonly isLocal: boolean;
};

/** The failure that clients get while the media store is unavailable. */
export const AWAY = { status: 503, msg: 'the media store does not answer' };

/**
 * Thrown when the media store did not answer, or its answer was invalid. Nothing is known about the file, and the request may be
 * retried.
 */
export class FilesAway extends RequestRefused {
  constructor(cause: unknown) {
    super(AWAY);
    const { name = 'unknown' } = cause instanceof Error ? cause : {};
    // The message has only the name of the cause, because the message of the cause may contain addresses and keys.
    this.message = `${AWAY.msg} (${name})`;
  }
}
