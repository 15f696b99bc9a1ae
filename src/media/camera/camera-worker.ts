import modelUrl from '@twilio/video-processors/dist/build/selfie_segmentation_landscape.tflite?url';
import wasmUrl from '@twilio/video-processors/dist/build/tflite-simd-1-0-0.wasm?url';
import { brightnessOf, createFrameWatch, type Effects, type EffectTrouble, nextLift } from './effect-rules.ts';
import { createPainter } from './painter.ts';
import { createSegmenter, type Segmenter } from './segmenter.ts';

/**
 * Message of `openPipeline` to its worker. `frames`, `sent`: the streams of the camera's frames and of the painted ones; in a browser
 * without such streams the page sends each frame as a `bitmap`.
 */
export type CameraAsk =
  | { readonly effects: Effects }
  | { readonly frames: ReadableStream<VideoFrame>; readonly sent: WritableStream<VideoFrame> }
  | { readonly bitmap: ImageBitmap };
/** Message of the worker: a painted frame for the `bitmap` that was sent, or why the effects have ended. */
export type CameraAnswer = { readonly bitmap: ImageBitmap } | { readonly trouble: EffectTrouble };

/** A model that is not here within this time has failed, ms. Until then the whole picture is blurred. */
const MODEL_WITHIN_MS = 30_000;
/** Brightness changes slowly: one of so many frames is measured. */
const MEASURED_EVERY = 5;

const painter = createPainter();
let effects: Effects = { blur: true, lift: false, veil: false };
let segmenter: Segmenter | undefined;
let isModelRequested = false;
let watch = createFrameWatch();
let lift = 0;
let frameCount = 0;

const answer = (data: CameraAnswer, transfer: Transferable[] = []) => postMessage(data, { transfer });

async function load(): Promise<void> {
  const [wasm, model] = await Promise.all(
    [wasmUrl, modelUrl].map(async (url) => {
      const response = await fetch(url, { signal: AbortSignal.timeout(MODEL_WITHIN_MS) });
      if (!response.ok) throw new Error(`failed to fetch ${url}: ${response.status}`);
      return response.arrayBuffer();
    }),
  );
  if (wasm && model) segmenter = await createSegmenter(wasm, model);
  watch = createFrameWatch();
}

function setEffects(next: Effects): void {
  effects = next;
  if (!effects.blur || isModelRequested) return;
  isModelRequested = true;
  load().catch((error: unknown) => {
    console.warn('failed to load the model of the camera effects', error);
    answer({ trouble: 'failed' });
  });
}

/** Paints a frame with the effects. With `blur` the whole picture is blurred while the model loads: no frame shows the room. */
function paint(frame: VideoFrame | ImageBitmap, w: number, h: number): OffscreenCanvas {
  const began = performance.now();
  const finder = effects.blur && !effects.veil ? segmenter : undefined;
  const isMeasured = effects.lift && frameCount % MEASURED_EVERY === 0;
  frameCount += 1;
  const pixels = finder || isMeasured ? painter.read(frame, finder) : undefined;
  if (isMeasured && pixels) lift = nextLift(lift, brightnessOf(pixels.data));
  if (!effects.lift) lift = 0;
  if (finder && pixels) finder.mask(pixels.data);
  const blurred = !effects.blur && !effects.veil ? 'none' : finder ? 'background' : 'all';
  const painted = painter.paint(frame, { w, h }, blurred, lift, pixels);
  const ended = performance.now();
  // A veiled picture may be slow: the call begins with it, and without it the camera would be off.
  const isWhole = !effects.veil && (finder !== undefined || !effects.blur);
  if (isWhole && watch(ended, ended - began)) answer({ trouble: 'slow' });
  return painted;
}

async function run(frames: ReadableStream<VideoFrame>, sent: WritableStream<VideoFrame>): Promise<void> {
  const paintFrames = new TransformStream<VideoFrame, VideoFrame>({
    transform(frame, controller) {
      try {
        const painted = paint(frame, frame.displayWidth, frame.displayHeight);
        controller.enqueue(new VideoFrame(painted, { timestamp: frame.timestamp }));
      } finally {
        frame.close();
      }
    },
  });
  await frames.pipeThrough(paintFrames).pipeTo(sent);
}

addEventListener('message', ({ data }: MessageEvent<CameraAsk>) => {
  if ('effects' in data) setEffects(data.effects);
  else if ('frames' in data) {
    // Rejects also when the page has ended the sent track; the page then ignores the answer.
    run(data.frames, data.sent).catch(() => answer({ trouble: 'failed' }));
  } else {
    const { bitmap } = data;
    const painted = paint(bitmap, bitmap.width, bitmap.height).transferToImageBitmap();
    bitmap.close();
    answer({ bitmap: painted }, [painted]);
  }
});
