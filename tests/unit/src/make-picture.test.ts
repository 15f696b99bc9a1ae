import sharp from 'sharp';
import { expect, test } from 'vitest';
import { fail, ok } from '#contract/result.ts';
import type { Shrinker } from '../../../src/features/chat/send/shrink.ts';
import { makePicture } from '../../../src/features/chat/send/tiles.ts';

const drawn = new Blob(['drawn anew'], { type: 'image/jpeg' });
const shrinker: Shrinker = { shrink: async () => ok({ blob: drawn, w: 1_920, h: 1_440 }), end() {} };
const unreadable: Shrinker = { ...shrinker, shrink: async () => fail({ code: 'upload-unreadable' }) };
const boxed = (brand: string) => new Blob([new TextEncoder().encode(`\0\0\0\x18ftyp${brand}\0\0\0\0`)]);

test('of a picture only what was drawn anew is sent: nothing of the file that was chosen', async () => {
  const photo = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  const made = await makePicture(new Blob([new Uint8Array(photo)]), shrinker);
  expect(made).toEqual(ok({ file: drawn, w: 1_920, h: 1_440, ms: 0 }));
});

test.each([
  ['a clip', boxed('isom'), shrinker, 'upload-type'],
  ['anything else', new Blob(['words']), shrinker, 'upload-type'],
  ['nothing', new Blob([]), shrinker, 'upload-unreadable'],
  ['a picture of a phone that this browser cannot draw', boxed('heic'), unreadable, 'upload-heic'],
])('%s is refused', async (_what, file, worker, code) => {
  expect(await makePicture(file, worker)).toMatchObject({ ok: false, error: { code } });
});
