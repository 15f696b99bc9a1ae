import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { MediaKind } from '../../contract/media/media.ts';
import { CLIP_MAX_BYTES, PICTURE_MAX_BYTES } from '../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { refuseDiskFull } from './disk.ts';
import { type FileType, HEAD_BYTES, typeOf } from './types.ts';

const MAX_BYTES = { picture: PICTURE_MAX_BYTES, clip: CLIP_MAX_BYTES } as const satisfies Record<MediaKind, number>;

/**
 * Writes an upload to `path` and returns its type. A file of a wrong type or too many bytes is refused as soon as that
 * is detected: no more of it is stored, and the caller discards the rest of the stream. A stream that breaks off is a
 * truncated file.
 */
export async function receive(stream: Readable, path: string): Promise<Result<FileType>> {
  const file = await open(path, 'w', 0o600);
  try {
    return await copy(stream, file);
  } catch (error) {
    return stream.errored === error ? fail({ code: 'upload-unreadable' }) : refuseDiskFull(error);
  } finally {
    await file.close();
  }
}

async function copy(stream: Readable, file: FileHandle): Promise<Result<FileType>> {
  let held = Buffer.alloc(0);
  let type: FileType | undefined;
  let bytes = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    bytes += chunk.length;
    if (type === undefined && held.length >= HEAD_BYTES) {
      type = typeOf(held);
      if (type === undefined) return fail({ code: 'upload-type' });
    }
    if (type === undefined) continue;
    const maxBytes = MAX_BYTES[type.kind];
    if (bytes > maxBytes) return fail({ code: 'upload-too-large', maxBytes });
    await file.write(held);
    held = Buffer.alloc(0);
  }
  if (type !== undefined) return ok(type);
  const short = typeOf(held);
  if (short === undefined) return fail({ code: 'upload-type' });
  await file.write(held);
  return ok(short);
}
