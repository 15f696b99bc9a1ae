declare module '@twilio/video-processors/dist/build/tflite-simd-1-0-0.js' {
  /** TensorFlow Lite with one model: offsets are bytes in `HEAPU8`. */
  export type TfLite = {
    readonly HEAPU8: Uint8Array;
    readonly HEAPF32: Float32Array;
    readonly _getModelBufferMemoryOffset: () => number;
    readonly _loadModel: (bytes: number) => number;
    readonly _getInputMemoryOffset: () => number;
    readonly _getInputWidth: () => number;
    readonly _getInputHeight: () => number;
    readonly _getOutputMemoryOffset: () => number;
    readonly _runInference: () => number;
  };
  const createTfLite: (options: {
    readonly wasmBinary: ArrayBuffer;
    readonly print: () => void;
    readonly printErr: () => void;
  }) => Promise<TfLite>;
  export default createTfLite;
}
