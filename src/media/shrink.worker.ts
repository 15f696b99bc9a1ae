import { fileKind, KIND_HEAD_BYTES } from '#contract/media/file-kind.ts';
import { storedSize } from '#contract/media/stored-size.ts';
import { decodePicture } from './decode.ts';
import { type Turn, turnedSize } from './fitted.ts';

/** Request of `createShrinker` to its worker to scale one picture down. */
export type ShrinkAsk = { readonly id: number; readonly file: Blob; readonly turn: Turn };
/** Response of the worker of `createShrinker`. `failed`: the browser cannot decode the picture. */
export type ShrinkAnswer =
  | { readonly id: number; readonly blob: Blob; readonly w: number; readonly h: number }
  | { readonly id: number; readonly failed: true };

const QUALITY = 0.82;
/** Colour under transparent pixels: black and white letters both have a contrast of at least 3:1 on it (WCAG 2.2, 1.4.11). */
const GROUND = '#8a8a8a';

/** Re-encodes a picture, scaled down and rotated. The result contains no metadata, such as its location. */
async function shrink({ id, file, turn }: ShrinkAsk): Promise<ShrinkAnswer> {
  const kind = fileKind(await file.slice(0, KIND_HEAD_BYTES).arrayBuffer());
  if (kind.kind !== 'picture') return { id, failed: true };
  const picture = await decodePicture(file, kind);
  try {
    const drawn = storedSize({ w: picture.width, h: picture.height });
    const { w, h } = turnedSize(drawn, turn);
    const canvas = new OffscreenCanvas(w, h);
    const context = canvas.getContext('2d');
    if (!context) return { id, failed: true };
    context.imageSmoothingQuality = 'high';
    context.translate(w / 2, h / 2);
    context.rotate((turn * Math.PI) / 2);
    context.drawImage(picture, -drawn.w / 2, -drawn.h / 2, drawn.w, drawn.h);
    // Bubble, viewer and the peer's theme have different backgrounds, so a transparent picture gets one of its own.
    context.globalCompositeOperation = 'destination-over';
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = GROUND;
    context.fillRect(0, 0, w, h);
    // A photo stays a JPEG, which is encoded in a tenth of the time of a WebP. Drawings are smaller as WebP.
    if (kind.type !== 'image/jpeg') {
      const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
      // A browser without WebP encoding returns a PNG, which is several times larger than a JPEG.
      if (webp.type === 'image/webp') return { id, blob: webp, w, h };
    }
    return { id, blob: await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY }), w, h };
  } finally {
    picture.close();
  }
}

addEventListener('message', ({ data }: MessageEvent<ShrinkAsk>) => {
  shrink(data).then(
    (answer) => postMessage(answer),
    () => postMessage({ id: data.id, failed: true } satisfies ShrinkAnswer),
  );
});
