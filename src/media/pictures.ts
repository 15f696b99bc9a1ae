import { type FileKind, faultOfFile, fileKind, KIND_HEAD_BYTES, maxPixelsOf } from '#contract/media/file-kind.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import { decodePicture } from './decode.ts';
import type { Turn } from './fitted.ts';
import type { Shrinker, Shrunk } from './shrink.ts';

type Known = Exclude<FileKind, { readonly kind: 'unknown' }>;
type Picture = Extract<FileKind, { readonly kind: 'picture' }>;

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

/** Returns why the browser failed to decode a picture: it does not know the format, has too little memory, or the file is damaged. */
function undecodable({ type, w, h }: Picture): AppError {
  if (type === 'image/heic') return { code: 'upload-heic' };
  // JPEG decoders may reduce a picture while they read it, but not every browser's does.
  return { code: w * h > maxPixelsOf('') ? 'upload-dimensions' : 'upload-unreadable' };
}

/** Prepares a picture for upload: scaled down, rotated and without metadata. `kind`: as detected by `readFileKind`. */
export async function smallPicture(
  file: Blob,
  kind: Picture,
  turn: Turn,
  shrinker: Pick<Shrinker, 'shrink'>,
): Promise<Result<Shrunk>> {
  const shrunk = await shrinker.shrink(file, turn);
  return shrunk.ok || shrunk.error.code !== 'upload-unreadable' ? shrunk : fail(undecodable(kind));
}

/** Returns the kind of a chosen picture; any other file is refused. */
async function readPictureKind(file: Blob): Promise<Result<Picture>> {
  const kind = await readFileKind(file);
  if (!kind.ok) return kind;
  return kind.value.kind === 'picture' ? ok(kind.value) : fail({ code: 'upload-type' });
}

/** Detects the kind of a chosen file and prepares it like `smallPicture`; any file that is not a picture is refused. */
export async function pictureOf(file: Blob, turn: Turn, shrinker: Pick<Shrinker, 'shrink'>): Promise<Result<Shrunk>> {
  const kind = await readPictureKind(file);
  return kind.ok ? smallPicture(file, kind.value, turn, shrinker) : kind;
}

/** Decodes a chosen picture to crop it; refuses the same files with the same errors as `pictureOf`. The caller closes the bitmap. */
export async function openPicture(file: Blob): Promise<Result<ImageBitmap>> {
  const kind = await readPictureKind(file);
  if (!kind.ok) return kind;
  return decodePicture(file, kind.value).then(ok, () => fail(undecodable(kind.value)));
}
