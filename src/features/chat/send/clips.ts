import { type Cut, convertClip } from './convert.ts';

type Way = { readonly onProgress: (share: number) => void; readonly signal: AbortSignal };

/** Draws frames in another size, on one canvas. */
function createScale() {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { alpha: false });
  return (frame: VideoFrame, { w, h }: { readonly w: number; readonly h: number }, timestamp: number): VideoFrame => {
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    context?.drawImage(frame, 0, 0, w, h);
    return new VideoFrame(canvas, { timestamp, duration: frame.duration ?? 0 });
  };
}

/** A part of a clip; undefined where this browser cannot make it, or it was given up. */
export const cutClip = (file: Blob, cut: Cut, way: Way): Promise<Blob | undefined> =>
  convertClip(file, cut, false, { scale: createScale(), ...way });

/** The same clip with fewer pixels and bytes; undefined where it cannot be made, or would not be smaller. */
export async function smallerClip(file: Blob, ms: number, way: Way): Promise<Blob | undefined> {
  const whole = { from: 0, to: ms / 1_000 + 1 };
  const made = await convertClip(file, whole, true, { scale: createScale(), ...way });
  return made && made.size < file.size ? made : undefined;
}
