import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { sendChat } from './chat-media.ts';
import { recordFile } from './clip-files.ts';
import { sendFile, uploadName } from './media-files.ts';

let api: TestApi;
let sender: User;
const dataDir = temporaryFolder('media');

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
});
afterAll(() => api?.close());

type Input = readonly [what: string, make: () => Buffer | Promise<Buffer>, result: { w: number; h: number } | string];

const flat = (width = 60, height = 40, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 80, b: 40, alpha: 0.5 } } });
const photo = () => flat().jpeg();
const frames = () => sharp(randomBytes(60 * 80 * 3), { raw: { width: 60, height: 80, channels: 3, pageHeight: 40 } });
const whole = { w: 60, h: 40 };

const PICTURES: readonly Input[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(
    (orientation): Input => [
      `a photo of orientation ${orientation}`,
      () => photo().withMetadata({ orientation }).toBuffer(),
      orientation > 4 ? { w: 40, h: 60 } : whole,
    ],
  ),
  ['a progressive photo', () => flat().jpeg({ progressive: true }).toBuffer(), whole],
  ['a photo in CMYK', () => flat().toColourspace('cmyk').jpeg().toBuffer(), whole],
  ['a grey photo', () => flat().greyscale().jpeg().toBuffer(), whole],
  ['a photo in Display P3', () => photo().withIccProfile('p3').toBuffer(), whole],
  ['a PNG with 16 bits', () => flat().toColourspace('rgb16').png().toBuffer(), whole],
  ['an interlaced PNG', () => flat().png({ progressive: true }).toBuffer(), whole],
  ['a PNG with a palette', () => flat().png({ palette: true }).toBuffer(), whole],
  ['a transparent PNG', () => flat(60, 40, 4).png().toBuffer(), whole],
  ['a transparent grey PNG', () => flat(60, 40, 4).greyscale().png().toBuffer(), whole],
  ['a transparent WebP', () => flat(60, 40, 4).webp().toBuffer(), whole],
  ['a lossless WebP', () => flat().webp({ lossless: true }).toBuffer(), whole],
  [
    'an animated WebP',
    () =>
      frames()
        .webp({ delay: [50, 50] })
        .toBuffer(),
    whole,
  ],
  [
    'an animated GIF',
    () =>
      frames()
        .gif({ delay: [50, 50] })
        .toBuffer(),
    whole,
  ],
  ['an AVIF', () => flat().avif({ effort: 0 }).toBuffer(), whole],
  ['a picture of one pixel', () => flat(1, 1).png().toBuffer(), { w: 1, h: 1 }],
  ['a picture of odd size', () => flat(61, 41).jpeg().toBuffer(), { w: 61, h: 41 }],
  ['a long screenshot', () => flat(1_080, 20_000).png({ compressionLevel: 1 }).toBuffer(), { w: 805, h: 14_907 }],
  [
    'a PNG of more pixels than fit in memory',
    () => flat(8_500, 8_500).png({ compressionLevel: 1 }).toBuffer(),
    'upload-dimensions',
  ],
];

const CLIPS: readonly Input[] = [
  ['a clip in H264', () => recordFile(), { w: 96, h: 64 }],
  ['a clip in HEVC', () => recordFile({ codec: 'hevc' }), { w: 96, h: 64 }],
  [
    'a MOV clip in HEVC without sound',
    () => recordFile({ codec: 'hevc', container: 'mov', sound: false }),
    { w: 96, h: 64 },
  ],
  ['a clip in VP9', () => recordFile({ codec: 'vp9', container: 'webm' }), { w: 96, h: 64 }],
  ['a rotated clip in full range', () => recordFile({ rotation: 90, fullRange: true }), { w: 64, h: 96 }],
  ['an HDR clip in HEVC', () => recordFile({ codec: 'hevc', hdr: true }), { w: 96, h: 64 }],
  ['an HDR clip in VP9', () => recordFile({ codec: 'vp9', container: 'webm', hdr: true }), { w: 96, h: 64 }],
  ['a clip with uneven frames', () => recordFile({ unevenFrames: true }), { w: 96, h: 64 }],
  ['a clip of odd size', () => recordFile({ container: 'webm', width: 97, height: 65 }), { w: 98, h: 66 }],
];

const REFUSED: readonly Input[] = [
  ['an empty file', () => Buffer.alloc(0), 'upload-type'],
  ['a photo that was cut short', async () => (await photo().toBuffer()).subarray(0, 200), 'upload-unreadable'],
  ['a HEIC picture', () => Buffer.from('\0\0\0\x18ftypheic'), 'upload-type'],
  ['an SVG picture', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(80)), 'upload-type'],
  ['a text', () => Buffer.from('just words'.padEnd(80)), 'upload-type'],
  [
    'noise with the signature of a JPEG',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(500)]),
    'upload-unreadable',
  ],
  ['a clip with only a signature', () => Buffer.from('\0\0\0\x18ftypisom'.padEnd(80, '\0')), 'upload-unreadable'],
  [
    'a PNG with an appended archive',
    async () => Buffer.concat([await flat().png().toBuffer(), Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')]),
    'upload-disguised',
  ],
];

// The paid pictures of a host's page are uploaded like those of a message. A clip takes seconds, and both places transcode it alike.
describe.each([
  ['the profile', CLIPS.slice(0, 1), (file: Buffer) => sendFile(api, sender.vcToken, file, 'bin')],
  ['a message', CLIPS, (file: Buffer) => sendChat(api, sender, { name: uploadName('bin'), file })],
] as const)('files for %s', (_place, clips, send) => {
  describe.each([PICTURES, clips, REFUSED].map((inputs) => [inputs]))('', (inputs) => {
    // An account may upload 30 files a minute.
    beforeAll(async () => {
      sender = await api.guest();
    });

    test.each(inputs)('%s is stored, or refused with its own error', async (_what, make, result) => {
      const answer = await send(await make());
      if (typeof result === 'string') expect(answer.data).toEqual({ code: result });
      else expect(answer).toMatchObject({ status: 200, width: result.w, height: result.h });
    });
  });
});
