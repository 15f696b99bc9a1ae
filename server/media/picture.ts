import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { PICTURE_KEPT_EDGE_PX, PICTURE_MAX_PIXELS } from '../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { refuseDiskFull } from './disk.ts';
import { sharp } from './library.ts';

/** Pixels, bytes, and a data: address of a tiny picture. */
export type Prepared = {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly blur: string;
};

const QUALITY = 82;
/** 0 to 6. At level 4 the file is no smaller for photographs and takes half as long again. */
const EFFORT = 2;
/** More pixels than needed, and blurred already: drawn large, fewer pixels would show as squares. */
const BLUR_EDGE_PX = 32;
const BLUR_SIGMA = 2;
const BLUR_QUALITY = 90;

const READING = { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS } as const;

/**
 * Encodes a picture again, so that none of the sent bytes is stored: upright, in sRGB, without metadata (place, device,
 * preview), at most 1920 pixels on its longer edge, as WebP. Of an animated picture only the first frame.
 */
export async function preparePicture(from: string, to: string): Promise<Result<Prepared>> {
  let encoded: { data: Buffer; info: { width: number; height: number; size: number } };
  let blur: string;
  try {
    const { width, height } = await sharp(from, { ...READING, limitInputPixels: false }).metadata();
    if (width * height > PICTURE_MAX_PIXELS) return fail({ code: 'upload-dimensions' });
    encoded = await sharp(from, READING)
      .autoOrient()
      .resize({
        width: PICTURE_KEPT_EDGE_PX,
        height: PICTURE_KEPT_EDGE_PX,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: QUALITY, effort: EFFORT })
      .toBuffer({ resolveWithObject: true });
    blur = await blurOf(sharp(encoded.data));
  } catch {
    return fail({ code: 'upload-unreadable' });
  }
  try {
    await writeFile(to, encoded.data, { mode: 0o600 });
  } catch (error) {
    return refuseDiskFull(error);
  }
  const { width, height, size } = encoded.info;
  return ok({ width, height, bytes: size, blur });
}

/** Describes a trusted picture that is stored unchanged. Throws where the file is no picture. */
export async function describePicture(path: string): Promise<Pick<Prepared, 'width' | 'height' | 'blur'>> {
  const { width, height } = await sharp(path).metadata();
  return { width, height, blur: await blurOf(sharp(path)) };
}

async function blurOf(picture: Sharp): Promise<string> {
  const tiny = await picture
    .resize({ width: BLUR_EDGE_PX, height: BLUR_EDGE_PX, fit: 'inside' })
    .blur(BLUR_SIGMA)
    .webp({ quality: BLUR_QUALITY, effort: 4 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}
