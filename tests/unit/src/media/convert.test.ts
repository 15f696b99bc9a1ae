import '@napi-rs/webcodecs/polyfill';
import {
  AudioSample,
  AudioSampleSource,
  BlobSource,
  BufferTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import { expect, test } from 'vitest';
import { convertClip } from '../../../../src/features/chat/send/convert.ts';

const [W, H, RATE, FRAMES] = [96, 64, 48_000, 10];

/** A clip of three seconds with sound; in MP4 it is rotated by 90 degrees. */
async function record(isWebm: boolean): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: isWebm ? new WebMOutputFormat() : new Mp4OutputFormat(), target });
  const video = new VideoSampleSource({ codec: isWebm ? 'vp8' : 'avc', quality: new Quality({ bitrate: 200_000 }) });
  output.addVideoTrack(video, isWebm ? {} : { rotation: 90 });
  const audio = new AudioSampleSource({ codec: isWebm ? 'opus' : 'aac', quality: new Quality({ bitrate: 64_000 }) });
  output.addAudioTrack(audio);
  await output.start();
  for (let frame = 0; frame < 3 * FRAMES; frame += 1) {
    const pixels = Buffer.alloc((W * H * 3) / 2, 128).fill(frame * 8, 0, W * H);
    using sample = new VideoSample(pixels, {
      format: 'I420',
      codedWidth: W,
      codedHeight: H,
      timestamp: frame / FRAMES,
      duration: 1 / FRAMES,
    });
    await video.add(sample);
  }
  const data = Float32Array.from({ length: RATE * 3 }, (_, at) => Math.sin(at / 20) / 4);
  using tone = new AudioSample({ data, format: 'f32', numberOfChannels: 1, sampleRate: RATE, timestamp: 0 });
  await audio.add(tone);
  await output.finalize();
  return new Blob([target.buffer ?? '']);
}

const shares: number[] = [];
const ports = (signal = new AbortController().signal) => ({
  scale: (frame: VideoFrame, _size: unknown, timestamp: number) => new VideoFrame(frame, { timestamp }),
  onProgress: (share: number) => void shares.push(share),
  signal,
});

test.each([
  ['MP4', false],
  ['WebM', true],
])('a part of a clip in %s is an MP4 of that length, with its sound and turned as it was', async (_name, isWebm) => {
  shares.length = 0;
  const cut = await convertClip(await record(isWebm), { from: 1, to: 2.5 }, false, ports());
  using input = new Input({ source: new BlobSource(cut ?? new Blob()), formats: [MP4] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  expect([await video?.getCodec(), await video?.getRotation()]).toEqual(['avc', isWebm ? 0 : 90]);
  expect(await audio?.getCodec()).toBe(isWebm ? 'opus' : 'aac');
  for (const track of [video, audio]) {
    // The cut is accurate to about one frame.
    const seconds = await track?.computeDuration();
    expect(seconds).toBeGreaterThan(1.35);
    expect(seconds).toBeLessThan(1.65);
  }
  expect(Math.max(...shares)).toBeGreaterThan(0.8);
});

test('an unreadable or cancelled conversion gives no clip', async () => {
  const whole = { from: 0, to: 3 };
  expect(await convertClip(new Blob(['no clip at all']), whole, false, ports())).toBeUndefined();
  expect(await convertClip(await record(false), whole, false, ports(AbortSignal.abort()))).toBeUndefined();
});
