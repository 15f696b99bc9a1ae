import { VideoSample } from 'mediabunny';
import type { Sharp } from 'sharp';
import { CLIP_KEPT_EDGE_PX } from '../../../contract/media/rules.ts';
import { sharp } from '../library.ts';

export type Size = { readonly width: number; readonly height: number };

/** H.264 with 4:2:0 colour requires even numbers. */
const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2));

/** Size in which a clip of this size is stored. */
export function keptSize({ width, height }: Size): Size {
  const factor = Math.min(1, CLIP_KEPT_EDGE_PX / Math.max(width, height));
  return { width: even(width * factor), height: even(height * factor) };
}

/** Returns the frame itself where it has this size, else a new one; the caller closes it. */
export async function inSize(frame: VideoSample, size: Size): Promise<VideoSample> {
  const { width, height } = frame.visibleRect;
  if (width === size.width && height === size.height) return frame;
  // Plane by plane is twice as fast as through RGBA, which is left for 10 bits a colour and other rare kinds.
  const format = frame.format === 'I420' ? 'I420' : 'RGBA';
  const pixels = format === 'I420' ? await planesInSize(frame, size) : await rgbaInSize(frame, size);
  const { timestamp, duration } = frame;
  return new VideoSample(pixels, { format, codedWidth: size.width, codedHeight: size.height, timestamp, duration });
}

/** Writes a frame as PNG, rotated as it is shown. */
export async function writeFrame(frame: VideoSample, path: string): Promise<void> {
  const size = { width: frame.squarePixelWidth, height: frame.squarePixelHeight };
  const pixels = await rgbaInSize(frame, size);
  await sharp(pixels, { raw: { ...size, channels: 4 } })
    .removeAlpha()
    .rotate(frame.rotation)
    .png({ compressionLevel: 1 })
    .toFile(path);
}

async function rgbaInSize(frame: VideoSample, size: Size): Promise<Buffer> {
  const { left: x, top: y, width, height } = frame.visibleRect;
  const visible = { format: 'RGBA', rect: { x, y, width, height } } as const;
  const pixels = new Uint8Array(frame.allocationSize(visible));
  await frame.copyTo(pixels, visible);
  return inPixels(sharp(pixels, { raw: { width, height, channels: 4 } }), size);
}

/** Brightness, then the two colours at half the size in both directions. */
async function planesInSize(frame: VideoSample, size: Size): Promise<Buffer> {
  const { left: x, top: y, width, height } = frame.visibleRect;
  const visible = { rect: { x, y, width, height } };
  const pixels = new Uint8Array(frame.allocationSize(visible));
  const layout = await frame.copyTo(pixels, visible);
  const planes = layout.map(({ offset, stride }, index) => {
    const half = index === 0 ? 1 : 2;
    const rows = Math.ceil(height / half);
    const plane = sharp(pixels.subarray(offset, offset + stride * rows), {
      raw: { width: stride, height: rows, channels: 1 },
    });
    const used = plane.extract({ left: 0, top: 0, width: Math.ceil(width / half), height: rows });
    return inPixels(used.toColourspace('b-w'), { width: size.width / half, height: size.height / half });
  });
  return Buffer.concat(await Promise.all(planes));
}

const inPixels = (picture: Sharp, size: Size) =>
  picture
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
