import type { PictureFormat } from './folder.ts';
import { sharp } from './library.ts';
import { encoderOf } from './sizes.ts';

/** The digits 0 to 9 in rows of dots. Drawn here, because a server may have no fonts, and SVG is not decoded. */
const DIGITS = [
  '###/#.#/#.#/#.#/###',
  '.#./##./.#./.#./###',
  '###/..#/###/#../###',
  '###/..#/###/..#/###',
  '#.#/#.#/###/..#/..#',
  '###/#../###/..#/###',
  '###/#../###/#.#/###',
  '###/..#/..#/.#./.#.',
  '###/#.#/###/#.#/###',
  '###/#.#/###/..#/###',
] as const;
const DIGIT_WIDTH = 4;
const DIGIT_HEIGHT = 5;
/** Empty dots between two repetitions of the number, beside and below it, so that they do not cover the picture. */
const SPACE_ACROSS = 6;
const SPACE_DOWN = 12;
/** A dot's side is the shorter side of the picture divided by this. */
const DOT_SHARE = 160;
/** Alpha of a dot, of 255: a person who looks closely can read the number, others hardly see it. */
const OPACITY = 44;

/**
 * Returns the picture, encoded in this format, with the uid repeated over it, faint: light dots with dark ones beside them, for every
 * background. Undefined for a picture that is too small to hold the number once.
 */
export async function markPicture(path: string, uid: number, format: PictureFormat): Promise<Buffer | undefined> {
  const { width, height } = await sharp(path).metadata();
  const dot = Math.max(1, Math.round(Math.min(width, height) / DOT_SHARE));
  const tile = tileOf(String(uid), dot);
  if (tile.width > width || tile.height > height) return undefined;
  const { data, ...size } = tile;
  const marked = sharp(path).composite([{ input: data, raw: { ...size, channels: 4 }, tile: true }]);
  return encoderOf(marked, format).toBuffer();
}

/** Pixels (RGBA) of a number with the space around it. */
function tileOf(digits: string, dot: number) {
  const width = (digits.length * DIGIT_WIDTH + SPACE_ACROSS) * dot;
  const height = (DIGIT_HEIGHT + SPACE_DOWN) * dot;
  const data = Buffer.alloc(width * height * 4);
  const paint = (column: number, row: number, shade: number) => {
    for (let y = row; y < row + dot; y += 1) {
      for (let x = column; x < column + dot; x += 1) data.set([shade, shade, shade, OPACITY], (y * width + x) * 4);
    }
  };
  for (const shade of [0, 255]) {
    const shift = shade === 0 ? Math.ceil(dot / 2) : 0;
    for (const [at, digit] of [...digits].entries()) {
      for (const [down, row] of (DIGITS[Number(digit)] ?? '').split('/').entries()) {
        for (const [across, mark] of [...row].entries()) {
          if (mark === '#') paint((at * DIGIT_WIDTH + across) * dot + shift, down * dot + shift, shade);
        }
      }
    }
  }
  return { data, width, height };
}
