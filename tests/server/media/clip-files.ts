import '@napi-rs/webcodecs/polyfill';
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';

const CONTAINERS = {
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  mov: () => new MovOutputFormat({ fastStart: 'in-memory' }),
  webm: () => new WebMOutputFormat(),
};
type Recording = {
  readonly container?: keyof typeof CONTAINERS;
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  readonly framesPerSecond?: number;
  readonly rotation?: 0 | 90;
  readonly sound?: boolean;
  readonly codec?: 'avc' | 'hevc' | 'vp8' | 'vp9';
  /** Full range luma (0 to 255) as Chromium's encoder writes it, instead of limited range (16 to 235). */
  readonly fullRange?: true;
  /** Labelled as HDR (BT.2020, PQ), as phones record by default; the encoder of the tests has 8 bits. */
  readonly hdr?: true;
  /** Frames at uneven times, as phones record in the dark. */
  readonly unevenFrames?: true;
};

// The types of the DOM library know no HDR yet.
const HDR: object = { fullRange: false, matrix: 'bt2020-ncl', primaries: 'bt2020', transfer: 'pq' };
const colorsOf = ({ fullRange, hdr }: Recording): VideoColorSpaceInit | undefined => {
  if (hdr) return HDR;
  if (fullRange) return { fullRange: true, matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' };
  return undefined;
};

/** Records a clip like a phone: a moving grey ramp, a tone, and metadata that must not be published. */
export async function recordFile(recording: Recording = {}): Promise<Buffer> {
  const { container = 'mp4', width = 96, height = 64, seconds = 1, framesPerSecond = 20, rotation = 0 } = recording;
  const target = new BufferTarget();
  const output = new Output({ format: CONTAINERS[container](), target });
  const webm = container === 'webm';
  const video = new VideoSampleSource({
    codec: recording.codec ?? (webm ? 'vp8' : 'avc'),
    quality: new Quality({ bitrate: 200_000 }),
  });
  output.addVideoTrack(video, { rotation, name: 'SecretTrack' });
  const audio = new AudioSampleSource({ codec: webm ? 'opus' : 'aac', quality: new Quality({ bitrate: 64_000 }) });
  if (recording.sound !== false) output.addAudioTrack(audio, { name: 'SecretMicrophone' });
  output.setMetadataTags({ title: 'SecretTitle', comment: 'SecretPlace +52.5166+013.3833/', artist: 'SecretName' });
  await output.start();
  const colorSpace = colorsOf(recording);
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    const pixels = Buffer.alloc(width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2), 128);
    for (let at = 0; at < width * height; at += 1) pixels[at] = (at + frame * 5) % 220;
    const timestamp = (frame + (recording.unevenFrames && frame % 3 === 1 ? 0.7 : 0)) / framesPerSecond;
    const duration = 1 / framesPerSecond;
    using sample = new VideoSample(pixels, {
      ...(colorSpace && { colorSpace }),
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      timestamp,
      duration,
    });
    await video.add(sample);
  }
  if (recording.sound !== false) {
    const data = Float32Array.from({ length: 48_000 * seconds }, (_, at) => Math.sin(at / 20) / 4);
    using tone = new AudioSample({ data, format: 'f32', numberOfChannels: 1, sampleRate: 48_000, timestamp: 0 });
    await audio.add(tone);
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}
