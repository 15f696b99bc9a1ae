import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { maxPixelsOf } from '../../../contract/media/file-kind.ts';
import type { MediaPurpose } from '../../../contract/media/media.ts';
import { storedSize } from '../../../contract/media/stored-size.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { refuseDiskFull } from './disk.ts';
import { sharp } from './library.ts';

/**
 * The description of a processed picture or clip: its size in pixels and bytes, and tiny placeholders as `data:` URLs, also for the
 * time while it is locked.
 */
export type Prepared = {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly blur: string;
  /** The placeholder while the picture is locked; empty for profile pictures, which are never locked. */
  readonly lockBlur: string;
};

const QUALITY = 82;
/** Effort of the WebP encoder, 0 to 6. At level 4 photographs are no smaller, and take half as long again. */
const EFFORT = 2;
type Blur = { readonly edgePx: number; readonly sigma: number; readonly quality: number };
/** The placeholder of a profile picture. It has more pixels than needed and is blurred: enlarged, fewer pixels would appear as squares. */
const PROFILE_BLUR: Blur = { edgePx: 32, sigma: 2, quality: 90 };
/** The placeholder of a picture in a message. It is part of the message, and an album has ten, so its quality is lower. */
const CHAT_BLUR: Blur = { edgePx: 32, sigma: 2, quality: 60 };
/** The placeholder of a locked picture: shows only colours and coarse shapes. */
const LOCK_BLUR: Blur = { edgePx: 24, sigma: 3, quality: 60 };

const READING = { failOn: 'error' } as const;

/**
 * Encodes an uploaded picture again, so that none of its bytes is stored: upright, in sRGB, without metadata (place, device, preview),
 * in the size of `storedSize`, as WebP. Only the first frame of an animated picture is stored.
 */
export async function preparePicture(
  from: string,
  to: string,
  purpose: MediaPurpose = 'profile',
): Promise<Result<Prepared>> {
  let encoded: { data: Buffer; info: { width: number; height: number; size: number } };
  let blur: string;
  let lockBlur = '';
  try {
    const { format, autoOrient } = await sharp(from, { ...READING, limitInputPixels: false }).metadata();
    const limitInputPixels = maxPixelsOf(`image/${format}`);
    if (autoOrient.width * autoOrient.height > limitInputPixels) return fail({ code: 'upload-dimensions' });
    const kept = storedSize({ w: autoOrient.width, h: autoOrient.height });
    encoded = await sharp(from, { ...READING, limitInputPixels })
      .autoOrient()
      .resize({ width: kept.w, height: kept.h, fit: 'fill' })
      .webp({ quality: QUALITY, effort: EFFORT })
      .toBuffer({ resolveWithObject: true });
    blur = await blurOf(sharp(encoded.data), purpose === 'chat' ? CHAT_BLUR : PROFILE_BLUR);
    if (purpose === 'chat') lockBlur = await blurOf(sharp(encoded.data), LOCK_BLUR);
  } catch {
    return fail({ code: 'upload-unreadable' });
  }
  try {
    await writeFile(to, encoded.data, { mode: 0o600 });
  } catch (error) {
    return refuseDiskFull(error);
  }
  const { width, height, size } = encoded.info;
  return ok({ width, height, bytes: size, blur, lockBlur });
}

/** Returns size and blurred placeholder (`blur`) of a trusted picture that is imported unchanged. Throws when the file is not a picture. */
export async function describePicture(path: string): Promise<Pick<Prepared, 'width' | 'height' | 'blur'>> {
  const { width, height } = await sharp(path).metadata();
  return { width, height, blur: await blurOf(sharp(path), PROFILE_BLUR) };
}

async function blurOf(picture: Sharp, { edgePx, sigma, quality }: Blur): Promise<string> {
  const tiny = await picture
    .resize({ width: edgePx, height: edgePx, fit: 'inside' })
    .blur(sigma)
    .webp({ quality, effort: 4 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}
