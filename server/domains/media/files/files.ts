import type { Readable } from 'node:stream';
import { RequestRefused } from '../../../platform/http/replies.ts';

/** Of one stored file. `etag` is strong and quoted; `at`: when it was stored (ms). */
export type FileFacts = { readonly bytes: number; readonly at: number; readonly etag: string };
/** First and last byte. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * Where accepted media lie. A file is named by its path below the data folder, wherever it lies. Every method throws
 * `FilesAway` where it cannot be known whether a file is there, so that no row is ever given up for a store that is silent.
 */
export type MediaFiles = {
  /** Stores a whole file at once, under a name that is never used for another: a concurrent reader sees all of it or none. */
  put(path: string, from: string): Promise<void>;
  /** Undefined: there is no such file. */
  stat(path: string): Promise<FileFacts | undefined>;
  /** Undefined: there is no such file. */
  get(path: string, range?: ByteRange): Promise<Readable | undefined>;
  /** A file that is not there is deleted already. */
  delete(path: string): Promise<void>;
  /** The files whose paths begin so, of one folder. */
  list(prefix: string): Promise<readonly string[]>;
  /** True: the path is one of this machine's file system, too. */
  readonly isLocal: boolean;
};

export const AWAY = { status: 503, msg: 'the media store does not answer' };

/** The store did not answer, or not as one does. Nothing is known of the file; the same may be asked again. */
export class FilesAway extends RequestRefused {
  constructor(cause: unknown) {
    super(AWAY);
    const { name = 'unknown' } = cause instanceof Error ? cause : {};
    // The name alone: the rest may tell addresses and keys.
    this.message = `${AWAY.msg} (${name})`;
  }
}
