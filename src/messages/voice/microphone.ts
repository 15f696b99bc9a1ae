import { WAVE_WINDOWS, waveOf, windowsOf } from '#contract/media/wave.ts';

/** Recording formats in order of preference. MP4 first: Safari claims to support WebM and fails. The server converts all of them. */
const TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus'];
const BITS_PER_SECOND = 48_000;
/** Sampling interval of the loudness, ms. */
const LOOK_MS = 50;

/** A finished voice recording. `wave`: 48 hex digits, the loudness of as many equal sections. */
export type Voice = { readonly file: Blob; readonly ms: number; readonly wave: string };
/** A running voice recording, as returned by `recordVoice`: its loudness, and how to finish or discard it. */
export type VoiceRecording = {
  /** Current loudness (RMS), 0 to 1. */
  readonly level: () => number;
  /** Stops the recording; undefined if nothing was recorded. */
  finish(): Promise<Voice | undefined>;
  /** Stops and discards the recording. */
  cancel(): void;
};

const chosenType = () => TYPES.find((type) => MediaRecorder.isTypeSupported(type));
const plainType = (type: string) => type.split(';', 1)[0] ?? type;

/**
 * Starts to record a microphone stream; finishing or cancelling stops its tracks. `onLost` is called if the microphone is
 * disconnected or the recorder fails; finishing then returns what was recorded before.
 */
export function recordVoice(stream: MediaStream, onLost: () => void): VoiceRecording {
  const type = chosenType();
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND, ...(type && { mimeType: type }) });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const blocks: { squares: number; count: number }[] = [];
  const pieces: Blob[] = [];
  let last = 0;
  const looking = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const squares = samples.reduce((sum, sample) => sum + sample * sample, 0);
    blocks.push({ squares, count: samples.length });
    last = Math.sqrt(squares / samples.length);
  }, LOOK_MS);
  const startedAt = performance.now();
  let isOver = false;
  const end = () => {
    isOver = true;
    clearInterval(looking);
    for (const track of stream.getTracks()) track.stop();
    void context.close().catch(() => undefined);
  };
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  // The recorder stops by itself when its tracks have ended; its last data comes before that.
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  recorder.addEventListener('error', () => isOver || onLost());
  for (const track of stream.getTracks()) track.addEventListener('ended', () => isOver || onLost());
  recorder.start(1_000);

  return {
    level: () => last,
    async finish() {
      const ms = Math.round(performance.now() - startedAt);
      if (recorder.state !== 'inactive') recorder.stop();
      await stopped;
      end();
      const file = new Blob(pieces, { type: plainType(recorder.mimeType || type || 'audio/webm') });
      return file.size > 0 ? { file, ms, wave: waveOf(windowsOf(blocks)) } : undefined;
    },
    cancel() {
      end();
      if (recorder.state !== 'inactive') recorder.stop();
    },
  };
}

/** Returns the heights of the 48 bars of a waveform, 0 to 1. */
export const barsOf = (wave: string): readonly number[] =>
  Array.from({ length: WAVE_WINDOWS }, (_, at) => (Number.parseInt(wave[at] ?? '0', 16) || 0) / 15);
