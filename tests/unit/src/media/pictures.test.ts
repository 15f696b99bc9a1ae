import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { fail } from '../../../../contract/result.ts';
import { decodedWidth } from '../../../../src/media/decode.ts';
import { openPicture, pictureOf, readFileKind } from '../../../../src/media/pictures.ts';

test('a chosen file that was moved or is a folder is refused as gone', async () => {
  const gone = {
    size: 4_096,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('moved', 'NotFoundError')) }),
  };
  expect(await readFileKind(gone as unknown as Blob)).toEqual(fail({ code: 'upload-gone' }));
});

/** A browser that decodes nothing, and its scaler, which fails for the same reason. */
const shrinker = { shrink: async () => fail({ code: 'upload-unreadable' as const }) };
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['a HEIC picture', async () => Buffer.from('\0\0\0\x18ftypheic'), 'upload-heic'],
  [
    'a damaged picture',
    () =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    'upload-unreadable',
  ],
  ['a photo too large for this browser', async () => jpegHead(16_320, 12_240), 'upload-dimensions'],
  ['a text', async () => Buffer.from('just words'), 'upload-type'],
])('%s that cannot be decoded is refused alike where it is sent and where it is cropped', async (_what, make, code) => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
  const file = new Blob([new Uint8Array(await make())]);
  expect(await pictureOf(file, 0, shrinker)).toEqual(fail({ code }));
  expect(await openPicture(file)).toEqual(fail({ code }));
});

test('the bitmap of a large photo is reduced while it is decoded, but not that of a narrow one', () => {
  expect(decodedWidth({ w: 16_320, h: 12_240 })).toBe(4_096);
  expect(decodedWidth({ w: 4_000, h: 3_000 })).toBeUndefined();
  expect(decodedWidth({ w: 1_080, h: 60_000 })).toBeUndefined();
  expect(decodedWidth({ w: 0, h: 0 })).toBeUndefined();
});

/** The head of a JPEG of this size: start of image and frame header. */
function jpegHead(w: number, h: number): Buffer {
  const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3]);
  frame.writeUInt16BE(h, 7);
  frame.writeUInt16BE(w, 9);
  return frame;
}
