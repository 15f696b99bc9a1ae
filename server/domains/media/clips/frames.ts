import { VideoSample } from 'mediabunny';
import type { Sharp } from 'sharp';
import { CLIP_KEPT_EDGE_PX } from '../../../../contract/media/rules.ts';
import { sharp } from '../library.ts';
import { type PlaneFormat, planeFormatOf, toEightBits, toLimitedRange, toRgb } from './planes.ts';

/** Width and height of a frame or picture in pixels. */
export type Size = { readonly width: number; readonly height: number };

/** Rounds to the nearest even number, at least 2, as H.264 with 4:2:0 chroma subsampling requires. */
const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2));

/**
 * Returns the size at which a clip of this size is stored: at most CLIP_KEPT_EDGE_PX on the longer edge, in even numbers, never
 * enlarged.
 */
export function storedClipSize({ width, height }: Size): Size {
  const factor = Math.min(1, CLIP_KEPT_EDGE_PX / Math.max(width, height));
  return { width: even(width * factor), height: even(height * factor) };
}

/**
 * Returns whether the encoder accepts the decoder's frame unchanged. It crashes the process on FFmpeg's full-range formats
 * (`yuvj420p`, `yuvj422p`, `yuvj444p`, `gray`), which the library reports as I420 with `fullRange`. With `careful`, no frame is
 * accepted unchanged.
 */
function isPlain(frame: VideoSample, size: Size, careful: boolean): boolean {
  const { width, height } = frame.visibleRect;
  const isSize = width === size.width && height === size.height;
  return !careful && isSize && frame.format === 'I420' && !frame.colorSpace.fullRange;
}

/**
 * Returns the frame itself if the encoder accepts it unchanged, otherwise a new frame of this size: 8 bits, 4:2:0, limited range, with
 * the matrix, primaries and transfer of the original; RGBA if the format of the original has no separate planes (`planeFormatOf`). With
 * `careful` it is always a new one. The caller closes it.
 */
export async function toEncodable(frame: VideoSample, size: Size, careful = false): Promise<VideoSample> {
  if (isPlain(frame, size, careful)) return frame;
  const { timestamp, duration } = frame;
  const { matrix, primaries, transfer } = frame.colorSpace;
  const format = planeFormatOf(frame.format);
  const pixels = format ? await planesInSize(frame, format, size) : await rgbaInSize(frame, size);
  return new VideoSample(pixels, {
    format: format ? 'I420' : 'RGBA',
    codedWidth: size.width,
    codedHeight: size.height,
    timestamp,
    duration,
    ...(format && { colorSpace: { matrix, primaries, transfer, fullRange: false } }),
  });
}

/** Writes a frame as a PNG, scaled to this size and then rotated: the poster of a clip, or a frame for the content check. */
export async function writeFrame(frame: VideoSample, size: Size, path: string): Promise<void> {
  const format = planeFormatOf(frame.format);
  const picture = format
    ? sharp(toRgb(await planesInSize(frame, format, size), size, frame.colorSpace.matrix), {
        raw: { ...size, channels: 3 },
      })
    : sharp(await rgbaInSize(frame, size), { raw: { ...size, channels: 4 } }).removeAlpha();
  await picture.rotate(frame.rotation).png({ compressionLevel: 1 }).toFile(path);
}

async function rgbaInSize(frame: VideoSample, size: Size): Promise<Buffer> {
  const { left: x, top: y, width, height } = frame.visibleRect;
  const visible = { format: 'RGBA', rect: { x, y, width, height } } as const;
  const pixels = new Uint8Array(frame.allocationSize(visible));
  await frame.copyTo(pixels, visible);
  return inPixels(sharp(pixels, { raw: { width, height, channels: 4 } }), size);
}

/** Returns the luma plane, then the two chroma planes at half the width and height: 8 bits, limited range. */
async function planesInSize(frame: VideoSample, format: PlaneFormat, size: Size): Promise<Buffer> {
  const { left: x, top: y, width, height } = frame.visibleRect;
  const visible = { rect: { x, y, width, height } };
  const pixels = new Uint8Array(frame.allocationSize(visible));
  // The alpha plane, if any, is last and is dropped.
  const layout = (await frame.copyTo(pixels, visible)).slice(0, 3);
  const planes = layout.map(({ offset, stride }, index) => {
    const isColor = index > 0;
    // The rows are counted in the buffer, because the library rounds the halves of odd sizes down.
    const end = layout[index + 1]?.offset ?? offset + stride * Math.ceil(height / format.vertical);
    const rows = Math.floor((Math.min(end, pixels.length) - offset) / stride);
    const plane = toEightBits(pixels.subarray(offset, offset + stride * rows), format.bits);
    const across = stride / (format.bits > 8 ? 2 : 1);
    const used = {
      width: Math.min(across, isColor ? Math.ceil(width / format.horizontal) : width),
      height: Math.min(rows, isColor ? Math.ceil(height / format.vertical) : height),
    };
    const half = isColor ? 2 : 1;
    return inPixels(
      sharp(plane, { raw: { width: across, height: rows, channels: 1 } })
        .extract({ left: 0, top: 0, ...used })
        .toColourspace('b-w'),
      { width: size.width / half, height: size.height / half },
    );
  });
  const all = Buffer.concat(await Promise.all(planes));
  return frame.colorSpace.fullRange ? toLimitedRange(all, size.width * size.height) : all;
}

const inPixels = (picture: Sharp, size: Size) =>
  picture
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
