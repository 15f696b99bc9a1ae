import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { MediaKind, MediaPurpose } from '../../../../contract/media/media.ts';
import {
  CHAT_FILE_MAX_BYTES,
  CLIP_MAX_BYTES,
  PROFILE_PICTURE_MAX_BYTES,
  VOICE_MAX_BYTES,
} from '../../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { refuseDiskFull } from '../disk.ts';
import { type FileType, TYPE_HEAD_BYTES, typeOf } from '../types.ts';

/** Accepted kinds for each purpose, with their maximum size in bytes. */
const MAX_BYTES: Readonly<Record<MediaPurpose, Partial<Record<MediaKind, number>>>> = {
  profile: { picture: PROFILE_PICTURE_MAX_BYTES, clip: CLIP_MAX_BYTES },
  chat: { picture: CHAT_FILE_MAX_BYTES, clip: CHAT_FILE_MAX_BYTES, sound: VOICE_MAX_BYTES },
};

/** Returns the type of an uploaded file with this head and size, or the error when it is not accepted for this purpose. */
export function admitFile(head: Uint8Array, bytes: number, purpose: MediaPurpose): Result<FileType> {
  const type = typeOf(head);
  const maxBytes = type && MAX_BYTES[purpose][type.kind];
  if (type === undefined || maxBytes === undefined) return fail({ code: 'upload-type' });
  return bytes > maxBytes ? fail({ code: 'upload-too-large', maxBytes }) : ok(type);
}

/** Like `admitFile`, for a complete file on disk, before an upload in parts is processed. */
export async function admitFileAt(path: string, purpose: MediaPurpose): Promise<Result<FileType>> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TYPE_HEAD_BYTES), 0, TYPE_HEAD_BYTES, 0);
    return admitFile(buffer.subarray(0, bytesRead), (await file.stat()).size, purpose);
  } finally {
    await file.close();
  }
}

/**
 * Writes the whole chunk at an offset, or at the current position (null): a single write may be partial, for example when the disk is
 * nearly full.
 */
export async function writeWhole(file: Pick<FileHandle, 'write'>, chunk: Uint8Array, at: number | null): Promise<void> {
  let done = 0;
  while (done < chunk.length) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at === null ? null : at + done);
    done += bytesWritten;
  }
}

/**
 * Writes an upload in one request to `path` and returns its type. A file of a wrong type or size is refused as soon as that is
 * detected: no more of it is stored, and the caller discards the rest of the stream. A stream that breaks off is a truncated file.
 */
export async function receive(
  stream: Readable,
  path: string,
  purpose: MediaPurpose = 'profile',
): Promise<Result<FileType>> {
  const file = await open(path, 'w', 0o600);
  try {
    return await copy(stream, file, purpose);
  } catch (error) {
    return stream.errored === error ? fail({ code: 'upload-unreadable' }) : refuseDiskFull(error);
  } finally {
    await file.close();
  }
}

async function copy(stream: Readable, file: FileHandle, purpose: MediaPurpose): Promise<Result<FileType>> {
  let held = Buffer.alloc(0);
  let head: Buffer | undefined;
  let bytes = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    bytes += chunk.length;
    if (held.length >= TYPE_HEAD_BYTES) head ??= held.subarray(0, TYPE_HEAD_BYTES);
    if (head === undefined) continue;
    const admitted = admitFile(head, bytes, purpose);
    if (!admitted.ok) return admitted;
    await writeWhole(file, held, null);
    held = Buffer.alloc(0);
  }
  const admitted = admitFile(head ?? held, bytes, purpose);
  if (admitted.ok) await writeWhole(file, held, null);
  return admitted;
}
