import createTfLite from '@twilio/video-processors/dist/build/tflite-simd-1-0-0.js';

/** Bytes of a float in the memory of the model. */
const FLOAT_BYTES = 4;
const RGB = 3;
const RGBA = 4;

/** Finds the person in a picture of `width` × `height` px. */
export type Segmenter = {
  readonly width: number;
  readonly height: number;
  /** Replaces the alpha of RGBA pixels of `width` × `height` by how surely each belongs to a person; the colours stay. */
  readonly mask: (pixels: Uint8ClampedArray) => void;
};

/** Creates the segmenter from its two files, the WebAssembly of TensorFlow Lite and the model. Rejects when they do not fit the browser. */
export async function createSegmenter(wasmBinary: ArrayBuffer, model: ArrayBuffer): Promise<Segmenter> {
  // TensorFlow Lite would write to the console of every call that the model was loaded.
  const tflite = await createTfLite({ wasmBinary, print() {}, printErr() {} });
  tflite.HEAPU8.set(new Uint8Array(model), tflite._getModelBufferMemoryOffset());
  if (tflite._loadModel(model.byteLength) !== 0) throw new Error('The model of the camera effects is not readable');
  const [width, height] = [tflite._getInputWidth(), tflite._getInputHeight()];
  const input = tflite._getInputMemoryOffset() / FLOAT_BYTES;
  const output = tflite._getOutputMemoryOffset() / FLOAT_BYTES;
  return {
    width,
    height,
    mask(pixels) {
      const memory = tflite.HEAPF32;
      for (let pixel = 0; pixel < width * height; pixel += 1) {
        for (let part = 0; part < RGB; part += 1) {
          memory[input + pixel * RGB + part] = (pixels[pixel * RGBA + part] ?? 0) / 255;
        }
      }
      tflite._runInference();
      for (let pixel = 0; pixel < width * height; pixel += 1) {
        pixels[pixel * RGBA + RGB] = (memory[output + pixel] ?? 0) * 255;
      }
    },
  };
}
