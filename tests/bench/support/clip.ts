import '@napi-rs/webcodecs/polyfill';
import { setImmediate } from 'node:timers/promises';
import {
  BlobSource,
  BufferTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSink,
  VideoSampleSource,
} from 'mediabunny';

const FRAMES_PER_SECOND = 10;

/** A clip with motion, `seconds` long, 1,280 x 720 at 10 frames per second. */
export async function recordClip(seconds: number): Promise<Blob> {
  const [width, height] = [1_280, 720];
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = new VideoSampleSource({ codec: 'avc', quality: new Quality({ bitrate: 2_500_000 }) });
  output.addVideoTrack(video);
  await output.start();
  const pixels = Buffer.alloc((width * height * 3) / 2, 128);
  for (let frame = 0; frame < seconds * FRAMES_PER_SECOND; frame += 1) {
    for (let y = 0; y < height; y += 1) pixels.fill((y + frame * 5) % 220, y * width, (y + 1) * width);
    const duration = 1 / FRAMES_PER_SECOND;
    using sample = new VideoSample(pixels, {
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      timestamp: frame * duration,
      duration,
    });
    await video.add(sample);
    // The encoder's thread delivers its packets between two tasks of this loop.
    await setImmediate();
  }
  await output.finalize();
  return new Blob([target.buffer ?? ''], { type: 'video/mp4' });
}

/** Time in ms to decode and encode every frame of a clip: the least work that a server can do for it. */
export async function recodeClip(clip: Blob): Promise<number> {
  const start = performance.now();
  using input = new Input({ source: new BlobSource(clip), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new TypeError('a clip without a picture');
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new BufferTarget() });
  const video = new VideoSampleSource({ codec: 'avc', quality: new Quality({ bitrate: 2_500_000 }) });
  output.addVideoTrack(video);
  await output.start();
  for await (const frame of new VideoSampleSink(track).samples()) {
    using _frame = frame;
    await video.add(frame);
  }
  await output.finalize();
  return performance.now() - start;
}
