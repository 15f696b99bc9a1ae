import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { prepareClip } from '../../../server/domains/media/clips/prepare.ts';
import type { ClipType } from '../../../server/domains/media/types.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

// The kinds of video that browsers, phones and screen recorders write, made by ffmpeg: the upper half orange, the lower half blue.

const ORANGE = [200, 80, 40];
const BLUE = [20, 90, 200];
const NO_ONE = new AbortController().signal;
const folder = temporaryFolder('clip-kinds');
let files = 0;
const newPath = () => join(folder, `${++files}`);

const PICTURE =
  'color=c=0xC85028:s=320x240:r=15:d=1[a];color=c=0x145AC8:s=320x120:r=15:d=1[b];[a][b]overlay=0:120:format=rgb,format=rgb24';
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];
const H265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-tag:v', 'hvc1'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-auto-alt-ref', '0'];
const AV1 = ['-c:v', 'libaom-av1', '-cpu-used', '8'];

const as = (format: string, matrix: string, range: string, size = '320:240') =>
  `scale=${size}:out_color_matrix=${matrix}:out_range=${range},format=${format}`;
const labels = (matrix: string, range: string) => [
  '-colorspace',
  matrix === 'bt601' ? 'smpte170m' : matrix === 'bt2020' ? 'bt2020nc' : matrix,
  '-color_range',
  range,
];

type Kind = readonly [name: string, type: ClipType, filter: string, options: readonly string[]];
const h264 = (format: string, matrix: string, range: string): Kind => [
  `H.264 ${format} ${matrix} ${range}`,
  'mp4',
  as(format, matrix, range),
  [...H264, ...labels(matrix, range)],
];
const TAKEN: readonly Kind[] = [
  ...['bt601', 'bt709', 'bt2020'].flatMap((matrix) => [
    h264('yuv420p', matrix, 'tv'),
    h264('yuvj420p', matrix, 'pc'),
    h264('yuv422p', matrix, 'tv'),
    h264('yuv444p', matrix, 'tv'),
    h264('yuv420p10le', matrix, 'tv'),
    h264('yuv420p10le', matrix, 'pc'),
    h264('yuv422p10le', matrix, 'tv'),
  ]),
  ['H.265', 'mov', as('yuv420p', 'bt709', 'tv'), [...H265, ...labels('bt709', 'tv')]],
  ['H.265 full range', 'mov', as('yuvj420p', 'bt709', 'pc'), [...H265, ...labels('bt709', 'pc')]],
  ['H.265 of 10 bits', 'mov', as('yuv420p10le', 'bt2020', 'tv'), [...H265, ...labels('bt2020', 'tv')]],
  ['H.265 of 12 bits', 'mov', as('yuv420p12le', 'bt2020', 'tv'), [...H265, ...labels('bt2020', 'tv')]],
  ['H.265 4:2:2 of 10 bits', 'mov', as('yuv422p10le', 'bt709', 'tv'), [...H265, ...labels('bt709', 'tv')]],
  ['VP8', 'webm', as('yuv420p', 'bt601', 'tv'), VP8],
  ['VP8 of odd size', 'webm', as('yuv420p', 'bt601', 'tv', '321:241'), VP8],
  ['VP8 with transparency', 'webm', as('yuva420p', 'bt601', 'tv'), VP8],
  ['VP9', 'webm', as('yuv420p', 'bt709', 'tv'), [...VP9, ...labels('bt709', 'tv')]],
  ['VP9 full range', 'webm', as('yuv420p', 'bt709', 'pc'), [...VP9, ...labels('bt709', 'pc')]],
  ['VP9 4:4:4', 'webm', as('yuv444p', 'bt709', 'tv'), [...VP9, ...labels('bt709', 'tv')]],
  ['VP9 of 10 bits', 'webm', as('yuv420p10le', 'bt709', 'tv'), [...VP9, ...labels('bt709', 'tv')]],
  ['VP9 of odd size', 'webm', as('yuv420p', 'bt709', 'tv', '321:241'), [...VP9, ...labels('bt709', 'tv')]],
  ['VP9 with transparency', 'webm', as('yuva420p', 'bt601', 'tv'), VP9],
  ['AV1', 'mp4', as('yuv420p', 'bt709', 'tv'), [...AV1, ...labels('bt709', 'tv')]],
  ['AV1 full range', 'mp4', as('yuv420p', 'bt709', 'pc'), [...AV1, ...labels('bt709', 'pc')]],
  ['AV1 of 10 bits', 'mp4', as('yuv420p10le', 'bt709', 'tv'), [...AV1, ...labels('bt709', 'tv')]],
  ['AV1 of odd size', 'mp4', as('yuv420p', 'bt709', 'tv', '321:241'), [...AV1, ...labels('bt709', 'tv')]],
  [
    'variable frame rate',
    'mp4',
    `setpts='if(gt(N,4),PTS*3,PTS)',${as('yuv420p', 'bt709', 'tv')}`,
    [...H264, '-fps_mode', 'vfr', ...labels('bt709', 'tv')],
  ],
];
const REFUSED: readonly Kind[] = [
  h264('yuvj422p', 'bt709', 'pc'),
  h264('yuvj444p', 'bt709', 'pc'),
  ['H.264 of RGB', 'mp4', 'format=rgb24', ['-c:v', 'libx264rgb', '-preset', 'ultrafast']],
  ['VP9 of RGB', 'webm', 'format=gbrp', VP9],
  ['Motion JPEG', 'mov', 'format=yuvj420p', ['-c:v', 'mjpeg']],
  ['ProRes', 'mov', 'format=yuv422p10le', ['-c:v', 'prores_ks']],
  ['MPEG-4 Visual', 'mp4', 'format=yuv420p', ['-c:v', 'mpeg4']],
];

async function prepare([, type, filter, options]: Kind) {
  const from = `${newPath()}.${type}`;
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', PICTURE, '-vf', filter, ...options, from]);
  const made = { from, to: newPath(), poster: newPath() };
  return { made, outcome: await prepareClip({ type, files: made, newPath, purpose: 'chat', gone: NO_ONE }) };
}

/** The colours at the centres of the upper and the lower half. */
async function colorsOf(picture: Buffer | string): Promise<readonly (readonly number[])[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (share: number) => (Math.floor(info.height * share) * info.width + (info.width >> 1)) * info.channels;
  return [0.25, 0.75].map((share) => [...data.subarray(at(share), at(share) + 3)]);
}

function frameOf(clip: string, matrix: string): Buffer {
  const filter = `scale=in_color_matrix=${matrix}:in_range=tv`;
  return execFileSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    clip,
    '-frames:v',
    '1',
    '-vf',
    filter,
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    '-',
  ]);
}

describe('an uploaded clip', () => {
  test.each(TAKEN)('%s keeps its colours', async (...kind) => {
    const { made, outcome } = await prepare(kind);
    expect(outcome).toMatchObject({ ok: true });
    const matrix = /out_color_matrix=(\w+)/.exec(kind[2])?.[1] ?? 'bt601';
    for (const colors of [await colorsOf(made.poster), await colorsOf(frameOf(made.to, matrix))])
      for (const [half, expected] of [ORANGE, BLUE].entries())
        for (const [channel, value] of expected.entries())
          expect(Math.abs((colors[half]?.[channel] ?? -1) - value)).toBeLessThan(16);
  });

  test.each(REFUSED)('%s is refused as an unsupported type', async (...kind) => {
    expect((await prepare(kind)).outcome).toEqual({ ok: false, error: { code: 'upload-type' } });
  });
});
