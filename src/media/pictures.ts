import { type FileKind, faultOfFile, fileKind, KIND_HEAD_BYTES } from '#contract/media/file-kind.ts';
import { type AppError, fail, type Result } from '#contract/result.ts';
import type { Turn } from './fitted.ts';
import type { Shrinker, Shrunk } from './shrink.ts';

type Known = Exclude<FileKind, { readonly kind: 'unknown' }>;

function faultOf(kind: FileKind, file: Blob): AppError | undefined {
  const code = faultOfFile(kind, file.size);
  if (code === undefined) return undefined;
  return code === 'upload-too-large' ? { code, maxBytes: 0 } : ({ code } as AppError);
}

/** Detects the kind of a chosen file from its first bytes, or returns the reason why it cannot be sent. */
export async function readFileKind(file: Blob): Promise<Result<Known>> {
  const head = await file
    .slice(0, KIND_HEAD_BYTES)
    .arrayBuffer()
    .catch(() => undefined);
  if (!head) return fail({ code: 'upload-gone' });
  const kind = fileKind(head);
  const fault = faultOf(kind, file);
  if (fault) return fail(fault);
  return kind.kind === 'unknown' ? fail({ code: 'upload-type' }) : { ok: true, value: kind };
}

/** Prepares a picture for upload: scaled down, rotated and without metadata. `type`: as detected by `readFileKind`. */
export async function smallPicture(
  file: Blob,
  type: string,
  turn: Turn,
  shrinker: Pick<Shrinker, 'shrink'>,
): Promise<Result<Shrunk>> {
  const shrunk = await shrinker.shrink(file, turn);
  if (shrunk.ok) return shrunk;
  const isHeic = type === 'image/heic' && shrunk.error.code === 'upload-unreadable';
  return isHeic ? fail({ code: 'upload-heic' }) : shrunk;
}

/** Detects the kind of a chosen file and prepares it like `smallPicture`; any file that is not a picture is refused. */
export async function pictureOf(file: Blob, turn: Turn, shrinker: Pick<Shrinker, 'shrink'>): Promise<Result<Shrunk>> {
  const kind = await readFileKind(file);
  if (!kind.ok) return kind;
  return kind.value.kind === 'picture'
    ? smallPicture(file, kind.value.type, turn, shrinker)
    : fail({ code: 'upload-type' });
}
