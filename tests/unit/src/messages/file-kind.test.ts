import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { faultOfFile, fileKind, maxPixelsOf } from '../../../../contract/media/file-kind.ts';
import { storedSize } from '../../../../contract/media/stored-size.ts';
import { fitted, turned, turnedSize } from '../../../../src/media/fitted.ts';

const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } });
const headOf = async (made: Sharp) => {
  const bytes = await made.toBuffer();
  return new Uint8Array(bytes).buffer;
};
const boxed = (brand: string) => new TextEncoder().encode(`\0\0\0\x18ftyp${brand}\0\0\0\0`).buffer;

test('pictures are recognized by their bytes, with the size in their header', async () => {
  const size = { w: 640, h: 480 };
  const withNotes = picture.clone().withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } });
  expect(fileKind(await headOf(withNotes.jpeg()))).toEqual({ kind: 'picture', type: 'image/jpeg', ...size });
  expect(fileKind(await headOf(picture.clone().png()))).toEqual({ kind: 'picture', type: 'image/png', ...size });
  expect(fileKind(await headOf(picture.clone().gif()))).toEqual({ kind: 'picture', type: 'image/gif', ...size });
  for (const way of [{ quality: 80 }, { lossless: true }])
    expect(fileKind(await headOf(picture.clone().webp(way)))).toEqual({ kind: 'picture', type: 'image/webp', ...size });
});

test('clips and phone pictures are distinguished by their brand', () => {
  expect(fileKind(boxed('isom'))).toEqual({ kind: 'clip', type: 'video/mp4' });
  expect(fileKind(boxed('qt  '))).toEqual({ kind: 'clip', type: 'video/quicktime' });
  expect(fileKind(boxed('heic'))).toMatchObject({ kind: 'picture', type: 'image/heic' });
  expect(fileKind(boxed('avif'))).toMatchObject({ kind: 'picture', type: 'image/avif' });
  expect(fileKind(new Uint8Array([0x1a, 0x45, 0xdf, 0xa3]).buffer)).toEqual({ kind: 'clip', type: 'video/webm' });
});

test('any file is classified without an exception', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.constantFrom([0xff, 0xd8], [0x52, 0x49, 0x46, 0x46], []),
      (noise, start) => {
        const { kind } = fileKind(Uint8Array.from([...start, ...noise]).buffer);
        expect(['picture', 'clip', 'unknown']).toContain(kind);
      },
    ),
  );
});

test('an unsupported file is refused before it is decoded', () => {
  const small = { kind: 'picture', type: 'image/png', w: 100, h: 100 } as const;
  expect(faultOfFile(small, 1_000)).toBeUndefined();
  expect(faultOfFile(small, 0)).toBe('upload-unreadable');
  expect(faultOfFile(small, 52_428_801)).toBe('upload-too-large');
  expect(faultOfFile({ ...small, w: 20_000, h: 20_000 }, 1_000)).toBe('upload-dimensions');
  expect(faultOfFile({ kind: 'unknown' }, 1_000)).toBe('upload-type');
});

test('the number of pixels is limited by the memory that decoding takes', () => {
  const photo = { kind: 'picture', type: 'image/jpeg', w: 16_320, h: 12_240 } as const;
  expect(faultOfFile(photo, 40_000_000)).toBeUndefined();
  expect(faultOfFile({ ...photo, w: 8_165, h: 6_136 }, 20_000_000)).toBeUndefined();
  expect(faultOfFile({ ...photo, w: 30_000, h: 10_000 }, 40_000_000)).toBe('upload-dimensions');
  expect(faultOfFile({ ...photo, type: 'image/png' }, 40_000_000)).toBe('upload-dimensions');
  expect(maxPixelsOf('image/webp')).toBe(67_108_864);
});

test('a long picture stays readable, and its area is limited', () => {
  expect(storedSize({ w: 4_000, h: 3_000 })).toEqual({ w: 1_920, h: 1_440 });
  expect(storedSize({ w: 640, h: 480 })).toEqual({ w: 640, h: 480 });
  expect(storedSize({ w: 1_080, h: 2_400 })).toEqual({ w: 1_080, h: 2_400 });
  const screenshot = storedSize({ w: 1_080, h: 20_000 });
  expect(screenshot.w).toBeGreaterThan(800);
  expect(screenshot.w * screenshot.h).toBeLessThan(12_050_000);
  expect(storedSize({ w: 1, h: 60_000 })).toEqual({ w: 1, h: 16_383 });
});

test('an animation is distinguished from a still picture', async () => {
  const frames = { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } } as const;
  const pixels = Buffer.from(Array.from({ length: 384 }, (_, at) => (at * 37) % 256));
  const isAnimated = true;
  expect(fileKind(await headOf(sharp(pixels, frames).gif({ delay: [50, 50] })))).toMatchObject({ isAnimated });
  expect(fileKind(await headOf(sharp(pixels, frames).gif({ delay: [50, 50], loop: 1 })))).toMatchObject({ isAnimated });
  expect(fileKind(await headOf(sharp(pixels, frames).webp({ delay: [50, 50] })))).toMatchObject({ isAnimated });
  expect(fileKind(boxed('avis'))).toMatchObject({ isAnimated });
  const png = Buffer.from(await headOf(picture.clone().png()));
  const animation = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1');
  const apng = Buffer.concat([png.subarray(0, 33), animation, png.subarray(33)]);
  expect(fileKind(new Uint8Array(apng).buffer)).toMatchObject({ isAnimated });
  expect(fileKind(await headOf(picture.clone().webp({ alphaQuality: 50 })))).not.toHaveProperty('isAnimated');
});

test('a picture is scaled down, never up, and a rotation swaps its sides', () => {
  expect(fitted({ w: 4_000, h: 3_000 }, 1_920)).toEqual({ w: 1_920, h: 1_440 });
  expect(fitted({ w: 40, h: 30 }, 1_920)).toEqual({ w: 40, h: 30 });
  expect(fitted({ w: 9_000, h: 1 }, 1_920)).toEqual({ w: 1_920, h: 1 });
  expect(turnedSize({ w: 4, h: 3 }, turned(0))).toEqual({ w: 3, h: 4 });
  expect(turned(3)).toBe(0);
});
