import type { Segmenter } from './segmenter.ts';

/** The part of a frame that is blurred. */
export type BlurredPart = 'none' | 'background' | 'all';
/** A picture that a canvas draws. */
type Picture = VideoFrame | ImageBitmap | OffscreenCanvas;
type Size = { readonly w: number; readonly h: number };

/** The blurred picture has at most this width before it is enlarged again: a room is not recognised in it. */
const BLURRED_WIDTH_PX = 24;
/** Size of the picture whose brightness is measured where no segmenter needs a larger one, px. */
const MEASURED: Size = { w: 64, h: 48 };

/** A canvas that takes the size of what is drawn. */
type Surface = {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
  readonly draw: (picture: Picture, size: Size) => void;
};

function createSurface(options?: CanvasRenderingContext2DSettings): Surface {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', options);
  if (!context) throw new Error('A canvas without a context');
  return {
    canvas,
    context,
    draw(picture, { w, h }) {
      if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
      context.globalCompositeOperation = 'copy';
      context.globalAlpha = 1;
      context.drawImage(picture, 0, 0, w, h);
    },
  };
}

/** Creates the painter of the frames of one camera. Canvas filters are not used: Safari has none. */
export function createPainter() {
  const picture = createSurface();
  const output = createSurface();
  const person = createSurface();
  const measured = createSurface({ willReadFrequently: true });
  const halves: Surface[] = [];

  /** Blurs by halving the picture and enlarging it again, step by step. */
  function blur(from: OffscreenCanvas, { w, h }: Size): OffscreenCanvas {
    const steps: Size[] = [];
    for (let width = w / 2; steps.length === 0 || width >= BLURRED_WIDTH_PX / 2; width /= 2) {
      steps.push({ w: Math.max(1, Math.round(width)), h: Math.max(1, Math.round((h * width) / w)) });
    }
    while (halves.length < steps.length) halves.push(createSurface());
    let last = from;
    // Down to the smallest one and back to the first.
    for (const index of [...steps.keys(), ...[...steps.keys()].reverse().slice(1)]) {
      const [size, surface] = [steps[index], halves[index]];
      if (!size || !surface) continue;
      surface.draw(last, size);
      last = surface.canvas;
    }
    return last;
  }

  return {
    /** Returns the pixels of a frame, scaled down for the segmenter, or to measure its brightness. */
    read(frame: Picture, segmenter: Segmenter | undefined): ImageData {
      const size = segmenter ? { w: segmenter.width, h: segmenter.height } : MEASURED;
      measured.draw(frame, size);
      return measured.context.getImageData(0, 0, size.w, size.h);
    },
    /**
     * Paints a frame and returns the canvas. `lift`: passes of brightening; `mask`: pixels whose alpha is the user, drawn sharp over a
     * blurred background.
     */
    paint(frame: Picture, size: Size, blurred: BlurredPart, lift: number, mask?: ImageData): OffscreenCanvas {
      picture.draw(frame, size);
      // A picture screened with itself: shadows are brightened, black and white stay.
      for (let left = lift; left > 0; left -= 1) {
        picture.context.globalCompositeOperation = 'screen';
        picture.context.globalAlpha = Math.min(1, left);
        picture.context.drawImage(picture.canvas, 0, 0);
      }
      if (blurred === 'none') return picture.canvas;
      output.draw(blur(picture.canvas, size), size);
      if (blurred === 'background' && mask) {
        measured.context.putImageData(mask, 0, 0);
        person.draw(measured.canvas, size);
        person.context.globalCompositeOperation = 'source-in';
        person.context.drawImage(picture.canvas, 0, 0);
        output.context.globalCompositeOperation = 'source-over';
        output.context.drawImage(person.canvas, 0, 0);
      }
      return output.canvas;
    },
  };
}
