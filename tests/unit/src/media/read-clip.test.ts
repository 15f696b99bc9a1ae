import '@napi-rs/webcodecs/polyfill';
import { BufferTarget, Mp4OutputFormat, Output, Quality, VideoSample, VideoSampleSource } from 'mediabunny';
import { expect, test, vi } from 'vitest';
import { fail } from '../../../../contract/result.ts';
import { readClip } from '../../../../src/features/chat/send/clips.ts';
import { makeReady, type SendTile } from '../../../../src/features/chat/send/tiles.ts';

// A browser that can play no clip.
vi.mock('../../../../src/features/chat/send/measure-clip.ts', () => ({ measureClip: async () => undefined }));

const [W, H] = [64, 96];

/** A clip of a second without sound, rotated by 90 degrees. */
async function record(): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const video = new VideoSampleSource({ codec: 'avc', quality: new Quality({ bitrate: 200_000 }) });
  output.addVideoTrack(video, { rotation: 90 });
  await output.start();
  for (const timestamp of [0, 0.5]) {
    const pixels = Buffer.alloc((W * H * 3) / 2, 128);
    using sample = new VideoSample(pixels, {
      format: 'I420',
      codedWidth: W,
      codedHeight: H,
      timestamp,
      duration: 0.5,
    });
    await video.add(sample);
  }
  await output.finalize();
  return new Blob([target.buffer ?? '']);
}

const tile = (file: Blob): SendTile => ({ key: 'a', file, turn: 0, isClip: true });
const ports = {
  shrinker: { shrink: async () => fail({ code: 'upload-unreadable' as const }), end: () => {} },
  onProgress: () => {},
  signal: new AbortController().signal,
};

test('size and length of a clip are read from its container', async () => {
  expect(await readClip(await record())).toEqual({ w: H, h: W, ms: 1_000 });
});

test('an intact clip that the browser cannot play is left to the server, and cannot be trimmed', async () => {
  const made = await makeReady(tile(await record()), ports);
  expect(made).toMatchObject({ isClip: true, isOpaque: true, ms: 1_000, made: { w: H, h: W, ms: 1_000 } });
  expect(made.fault).toBeUndefined();
});

test('a clip whose container is damaged is refused', async () => {
  const damaged = new Blob([(await record()).slice(0, 40), new Uint8Array(400)]);
  expect((await makeReady(tile(damaged), ports)).fault).toEqual({ code: 'upload-unreadable' });
});
