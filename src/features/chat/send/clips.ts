import { BlobSource, Input, MP4, QTFF, WEBM } from 'mediabunny';
import { type Cut, convertClip } from './convert.ts';
import type { Measured } from './measure-clip.ts';

type Way = { readonly onProgress: (share: number) => void; readonly signal: AbortSignal };

/** Returns a function that draws video frames at another size, reusing one canvas. */
function createScale() {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { alpha: false });
  return (frame: VideoFrame, { w, h }: { readonly w: number; readonly h: number }, timestamp: number): VideoFrame => {
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    context?.drawImage(frame, 0, 0, w, h);
    return new VideoFrame(canvas, { timestamp, duration: frame.duration ?? 0 });
  };
}

/** Cuts a section out of a clip before it is sent; undefined if the browser cannot convert it or the user cancelled. */
export const cutClip = (file: Blob, cut: Cut, way: Way): Promise<Blob | undefined> =>
  convertClip(file, cut, false, { scale: createScale(), ...way });

/** Re-encodes a clip before it is sent, with fewer pixels and bytes; undefined if that fails or the result would not be smaller. */
export async function smallerClip(file: Blob, ms: number, way: Way): Promise<Blob | undefined> {
  const whole = { from: 0, to: ms / 1_000 + 1 };
  const made = await convertClip(file, whole, true, { scale: createScale(), ...way });
  return made && made.size < file.size ? made : undefined;
}

/**
 * Reads size and duration from the container of a clip, without decoding it: for clips that the browser cannot play but the server may
 * transcode. Undefined if the file has no video track or is damaged.
 */
export async function readClip(file: Blob): Promise<Measured | undefined> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) return undefined;
    const [w, h] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    const seconds = (await input.getDurationFromMetadata()) ?? (await track.computeDuration());
    return w > 0 && h > 0 ? { w, h, ms: Math.max(1, Math.round(seconds * 1_000)) } : undefined;
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}
