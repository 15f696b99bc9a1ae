import { AudioSampleSink, AudioSampleSource, type InputAudioTrack, type Output, Quality } from 'mediabunny';
import { needShort } from './refused.ts';
import type { CopyTrack } from './video.ts';

const BITS_PER_SECOND = 96_000;
const SAMPLES_PER_SECOND = 48_000;
const MAX_CHANNELS = 2;

type AudioParts = { readonly track: InputAudioTrack; readonly output: Output; readonly start: number };

/**
 * Adds an audio track to the output of `transcode`: AAC, at most stereo. Like `addVideo`, returns a function that copies the samples
 * and resolves with the end time in seconds.
 */
export async function addAudio({ track, output, start }: AudioParts): Promise<CopyTrack> {
  const numberOfChannels = Math.min(MAX_CHANNELS, await track.getNumberOfChannels());
  const source = new AudioSampleSource({
    codec: 'aac',
    quality: new Quality({ bitrate: BITS_PER_SECOND }),
    transform: { numberOfChannels, sampleRate: SAMPLES_PER_SECOND },
  });
  output.addAudioTrack(source, {});

  return async () => {
    let end = 0;
    for await (const sound of new AudioSampleSink(track).samples()) {
      using _sound = sound;
      const at = sound.timestamp - start;
      needShort(at);
      end = Math.max(end, at + sound.duration);
      // Samples before time zero, which some encoders add as silence, are dropped.
      if (at < 0) continue;
      sound.setTimestamp(at);
      await source.add(sound);
    }
    source.close();
    return end;
  };
}
