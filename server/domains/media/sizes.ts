import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { PictureWidth } from '../../../contract/media/media.ts';
import type { MediaFolder, PictureFormat } from './folder.ts';
import { sharp } from './library.ts';
import type { Turns } from './turns.ts';

/**
 * Quality settings of equal appearance (by PSNR of the demo portraits), at which AVIF is a sixth smaller than WebP. AVIF at effort
 * 1 encodes 480 pixels in some 0.1 s; effort 2 takes half as long again for 4 %, effort 3 twice as long.
 */
const ENCODERS = {
  avif: { quality: 52, effort: 1 },
  webp: { quality: 76, effort: 3 },
  jpeg: { quality: 78, mozjpeg: false },
} as const satisfies Record<PictureFormat, object>;

/** Background colour that replaces transparency in JPEG pictures, which have none. */
const PAPER = '#16131a';

/** Dependencies of `createSizes`: the media folder, the semaphore that limits concurrent work, and the function that resizes. */
export type SizeParts = {
  readonly folder: MediaFolder;
  /** Shared with uploads, so that a burst of both cannot occupy every core. */
  readonly turn: Turns;
  readonly resize?: typeof resizePicture;
};

/**
 * Returns the path of a picture at a width and in a format, which is made from the stored one at the first request; undefined when there
 * is no such picture.
 */
export type Sizes = (id: string, width: PictureWidth, format: PictureFormat) => Promise<string | undefined>;

/**
 * Creates the function that makes resized pictures of a folder on demand. Concurrent requests for one size share one encoding. Another
 * process may encode it too: the result is the same, and is stored atomically.
 */
export function createSizes({ folder, turn, resize = resizePicture }: SizeParts): Sizes {
  const making = new Map<string, Promise<string | undefined>>();

  async function make(id: string, width: PictureWidth, format: PictureFormat, path: string) {
    const original = folder.original(id, 'picture');
    if (await folder.has(path)) return path;
    if (!(await folder.has(original))) return undefined;
    return folder.withLocal([original], ([from = original]) =>
      folder.withTempFiles(async (newPath) => {
        const made = newPath();
        await turn(() => resize(from, made, width, format));
        await folder.files.put(path, made);
        return path;
      }),
    );
  }

  return (id, width, format) => {
    const path = folder.sized(id, width, format);
    const running = making.get(path);
    if (running) return running;
    const started = make(id, width, format, path).finally(() => making.delete(path));
    making.set(path, started);
    return started;
  };
}

/** Resizes to at most `width` pixels, never larger than the original. */
async function resizePicture(from: string, to: string, width: PictureWidth, format: PictureFormat): Promise<void> {
  const resized = sharp(from).resize({ width, withoutEnlargement: true });
  await writeFile(to, await encoderOf(resized, format).toBuffer(), { mode: 0o600 });
}

/** Sets the encoder of this format and its quality; JPEG, which has no transparency, gets a dark background. */
export function encoderOf(picture: Sharp, format: PictureFormat): Sharp {
  const painted = format === 'jpeg' ? picture.flatten({ background: PAPER }) : picture;
  return painted.toFormat(format, ENCODERS[format]);
}
