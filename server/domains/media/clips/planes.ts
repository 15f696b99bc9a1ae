/** The memory layout of a decoded frame's planes: the subsampling of the chroma planes in each direction, and the bits per value. */
export type PlaneFormat = { readonly horizontal: 1 | 2; readonly vertical: 1 | 2; readonly bits: 8 | 10 | 12 };

const STEPS = {
  '420': { horizontal: 2, vertical: 2 },
  '422': { horizontal: 2, vertical: 1 },
  '444': { horizontal: 1, vertical: 1 },
} as const;
const BITS = { '': 8, P10: 10, P12: 12 } as const;
const PLANAR = /^I(420|422|444)A?(P10|P12)?A?$/;

/**
 * Returns the plane layout of a WebCodecs pixel format, by which a frame is converted; undefined for formats without one plane per
 * component, such as RGBA and NV12, which are converted by way of RGBA.
 */
export function planeFormatOf(format: string | null): PlaneFormat | undefined {
  const [, step, bits = ''] = PLANAR.exec(format ?? '') ?? [];
  if (step === undefined) return undefined;
  return { ...STEPS[step as keyof typeof STEPS], bits: BITS[bits as keyof typeof BITS] };
}

/**
 * Reduces a plane of a 10- or 12-bit frame, whose values occupy two bytes each in little-endian order, to their upper 8 bits; a plane
 * with 8 bits is returned as it is.
 */
export function toEightBits(plane: Uint8Array, bits: PlaneFormat['bits']): Uint8Array {
  if (bits === 8) return plane;
  const eight = new Uint8Array(plane.length / 2);
  for (let at = 0; at < eight.length; at += 1) {
    eight[at] = (((plane[2 * at + 1] ?? 0) << 8) | (plane[2 * at] ?? 0)) >> (bits - 8);
  }
  return eight;
}

const table = (next: (value: number) => number) =>
  Uint8Array.from({ length: 256 }, (_, value) => Math.round(next(value)));
const LIMITED_LUMA = table((value) => 16 + (value * 219) / 255);
const LIMITED_CHROMA = table((value) => 128 + ((value - 128) * 224) / 255);

/**
 * Maps the planes of a full-range frame (0 to 255) to limited range (luma 16 to 235, chroma 16 to 240), in place. The first `luma`
 * bytes are the luma plane.
 */
export function toLimitedRange(planes: Buffer, luma: number): Buffer {
  for (let at = 0; at < planes.length; at += 1) {
    const value = planes[at] ?? 0;
    planes[at] = (at < luma ? LIMITED_LUMA[value] : LIMITED_CHROMA[value]) ?? 0;
  }
  return planes;
}

/** Weights of red and blue in luma, by matrix (ITU-T H.273, table 4). With another matrix, or none, `BT601` applies. */
const SHARES: Readonly<Record<string, readonly [red: number, blue: number]>> = {
  bt709: [0.2126, 0.0722],
  'bt2020-ncl': [0.2627, 0.0593],
};
const BT601 = [0.299, 0.114] as const;

/** Converts I420 in limited range to interleaved 8-bit RGB, for posters and frames. */
export function toRgb(
  planes: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  matrix: string | null,
): Uint8Array {
  const [red, blue] = SHARES[matrix ?? ''] ?? BT601;
  const green = 1 - red - blue;
  const rgb = new Uint8ClampedArray(width * height * 3);
  const halfWidth = width / 2;
  const blueAt = width * height;
  const redAt = blueAt + halfWidth * (height / 2);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const half = (y >> 1) * halfWidth + (x >> 1);
      const luma = (((planes[y * width + x] ?? 0) - 16) * 255) / 219;
      const r = luma + (2 * (1 - red) * ((planes[redAt + half] ?? 0) - 128) * 255) / 224;
      const b = luma + (2 * (1 - blue) * ((planes[blueAt + half] ?? 0) - 128) * 255) / 224;
      const at = (y * width + x) * 3;
      rgb[at] = r;
      rgb[at + 1] = (luma - red * r - blue * b) / green;
      rgb[at + 2] = b;
    }
  }
  return new Uint8Array(rgb.buffer);
}
