import {
  AudioSampleSink,
  AudioSampleSource,
  FilePathTarget,
  type InputAudioTrack,
  Mp4OutputFormat,
  Output,
  Quality,
} from 'mediabunny';
import { LENGTH_SLACK_MS, VOICE_MAX_MS } from '../../../../contract/media/rules.ts';
import { waveOf, windowsOf } from '../../../../contract/media/wave.ts';
import { fail, ok } from '../../../../contract/result.ts';
import { SLACK_SECONDS, unreadable } from './refused.ts';
import type { ClipOutcome } from './task.ts';

const BITS_PER_SECOND = 48_000;
const SAMPLES_PER_SECOND = 48_000;
const BLOCKS_PER_SECOND = 100;
const MS = 1_000;
const LONGEST_SECONDS = (VOICE_MAX_MS + LENGTH_SLACK_MS) / MS;
const tooLong = { code: 'upload-too-long', maxSeconds: VOICE_MAX_MS / MS } as const;

type SoundParts = {
  readonly track: InputAudioTrack;
  readonly to: string;
  readonly start: number;
  readonly promised: number;
};

/**
 * Runs in the clip process for a file with audio only: decodes the track and writes it as M4A (AAC-LC, mono, 48 kbit/s), and computes
 * its waveform. Nothing else of the file is copied. `promised`: the length in its header, in seconds.
 */
export async function encodeSound({ track, to, start, promised }: SoundParts): Promise<ClipOutcome> {
  if (promised - start > LONGEST_SECONDS) return fail(tooLong);
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new FilePathTarget(to),
  });
  const source = new AudioSampleSource({
    codec: 'aac',
    quality: new Quality({ bitrate: BITS_PER_SECOND }),
    transform: { numberOfChannels: 1, sampleRate: SAMPLES_PER_SECOND },
  });
  output.addAudioTrack(source, {});
  await output.start();
  const loudness = measureLoudness();
  let end = 0;
  for await (const sound of new AudioSampleSink(track).samples()) {
    using _sound = sound;
    const at = sound.timestamp - start;
    // The length in a file's header (`promised`) may be false, so the timestamps are checked too.
    if (at > LONGEST_SECONDS) return fail(tooLong);
    end = Math.max(end, at + sound.duration);
    if (at < 0) continue;
    sound.setTimestamp(at);
    loudness.add(sound);
    await source.add(sound);
  }
  source.close();
  // A file that ends earlier than its header says is truncated.
  if (end <= 0 || end < promised - start - SLACK_SECONDS) return fail(unreadable);
  await output.finalize();
  return ok({ kind: 'sound', ms: Math.max(1, Math.round(end * MS)), wave: waveOf(windowsOf(loudness.blocks)) });
}

type Sound = Awaited<ReturnType<AudioSampleSink['getSample']>> & object;

/** Creates the sums of squared sample values of the first channel, in blocks of 10 ms, from which the waveform is computed. */
function measureLoudness() {
  const blocks: { squares: number; count: number }[] = [];
  return {
    blocks,
    add(sound: Sound): void {
      const options = { planeIndex: 0, format: 'f32-planar' } as const;
      const samples = new Float32Array(sound.allocationSize(options) / Float32Array.BYTES_PER_ELEMENT);
      sound.copyTo(samples, options);
      const perBlock = sound.sampleRate / BLOCKS_PER_SECOND;
      let block = Math.floor(sound.timestamp * BLOCKS_PER_SECOND);
      for (let from = 0; from < samples.length; block += 1) {
        const to = Math.min(
          samples.length,
          Math.max(from + 1, Math.floor((block + 1 - sound.timestamp * BLOCKS_PER_SECOND) * perBlock)),
        );
        while (blocks.length <= block) blocks.push({ squares: 0, count: 0 });
        addSquares(blocks[block], samples, from, to);
        from = to;
      }
    },
  };
}

function addSquares(
  block: { squares: number; count: number } | undefined,
  samples: Float32Array,
  from: number,
  to: number,
) {
  if (block === undefined) return;
  let squares = 0;
  // Indexed, because an iterator takes ten times as long, and there are millions of samples.
  for (let at = from; at < to; at += 1) squares += (samples[at] ?? 0) ** 2;
  block.squares += squares;
  block.count += to - from;
}
