import '@napi-rs/webcodecs/polyfill';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AudioSample,
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  Quality,
} from 'mediabunny';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mediaIdOf, sized } from '../../../contract/media/media.ts';
import { demoMediaId, isOwnMedia, openMediaStore } from '../../../server/domains/media/store.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { recordFile as record } from './clip-files.ts';
import { filesOf, sendFile } from './media-files.ts';

let api: TestApi;
let sam: User;
const dataDir = temporaryFolder('media');

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  sam = await api.guest();
});
afterAll(() => api?.close());

const fetched = async (url: string) => (await api.app.inject(url)).rawPayload;
const opened = (bytes: Buffer) => new Input({ source: new BufferSource(bytes), formats: [MP4] });

describe('uploaded clips', () => {
  test.each(['mp4', 'mov', 'webm'] as const)('a clip sent as %s is stored as MP4 with a poster', async (container) => {
    const answer = await sendFile(api, sam.vcToken, await record({ container }), container);
    expect(answer).toMatchObject({ status: 200, width: 96, height: 64, blur: expect.stringMatching(/^data:image/) });
    using input = opened(await fetched(answer.url));
    expect((await input.getTracks()).map(({ type }) => type)).toEqual(['video', 'audio']);
    const video = await input.getPrimaryVideoTrack();
    expect([await video?.getCodec(), await (await input.getPrimaryAudioTrack())?.getCodec()]).toEqual(['avc', 'aac']);
    expect(await input.computeDuration()).toBeCloseTo(1, 0);
    const poster = await sharp(await fetched(String(answer.thumbUrl))).metadata();
    expect(poster).toMatchObject({ format: 'webp', width: 96, height: 64 });
    expect((await api.app.inject(sized(String(answer.thumbUrl), 160))).statusCode).toBe(200);
    expect((await api.app.inject(sized(answer.url, 160))).statusCode).toBe(404);
    expect(await isOwnMedia(api.db, sam.id, answer.url, 'clip')).toBe(true);
    expect(await isOwnMedia(api.db, sam.id, String(answer.thumbUrl), 'picture')).toBe(true);
  });

  test('a stored clip has no metadata of its author, place or time', async () => {
    const file = await record();
    expect(file.toString('latin1')).toContain('SecretPlace');
    const bytes = await fetched((await sendFile(api, sam.vcToken, file, 'mp4')).url);
    expect(bytes.toString('latin1')).not.toContain('Secret');
    using input = opened(bytes);
    expect(await input.getMetadataTags()).toEqual({});
  });

  test('a clip from a phone held upright is shown upright', async () => {
    const answer = await sendFile(api, sam.vcToken, await record({ rotation: 90, sound: false }), 'mov');
    expect(answer).toMatchObject({ width: 64, height: 96 });
    expect(await sharp(await fetched(String(answer.thumbUrl))).metadata()).toMatchObject({ width: 64, height: 96 });
  });

  test('a clip recorded in full range is stored in limited range with the same brightness', async () => {
    const file = await record({ fullRange: true, sound: false });
    const answer = await sendFile(api, sam.vcToken, file, 'mp4');
    expect(answer).toMatchObject({ status: 200, width: 96, height: 64 });
    using input = opened(await fetched(answer.url));
    expect(await (await input.getPrimaryVideoTrack())?.getColorSpace()).toMatchObject({ fullRange: false });
    // The ramp from 0 to 219 around 110: read as limited range it would be 109.5 * 255 / 219 - 18.6, about 12 less.
    const { channels } = await sharp(await fetched(String(answer.thumbUrl))).stats();
    for (const { mean } of channels) expect(mean).toBeCloseTo(109.5, -1);
  });

  test.each([
    { width: 97, height: 65, kept: { width: 98, height: 66 } },
    { width: 4, height: 4, kept: { width: 4, height: 4 } },
  ])('a clip of $width x $height pixels is stored with even dimensions', async ({ width, height, kept }) => {
    const file = await record({ container: 'webm', width, height, sound: false });
    expect(await sendFile(api, sam.vcToken, file, 'webm')).toMatchObject({ status: 200, ...kept });
  });

  test('a large clip of many frames is stored with 1280 pixels and 30 frames a second', async () => {
    const file = await record({ width: 1_440, height: 80, framesPerSecond: 60, sound: false });
    const answer = await sendFile(api, sam.vcToken, file, 'mp4');
    expect(answer).toMatchObject({ status: 200, width: 1_280, height: 72 });
    using input = opened(await fetched(answer.url));
    const { averagePacketRate } = (await (await input.getPrimaryVideoTrack())?.computePacketStats()) ?? {};
    expect(averagePacketRate).toBeLessThan(31);
  });

  test('a clip is served in ranges to a player that requests them', async () => {
    const { url } = await sendFile(api, sam.vcToken, await record({ sound: false }), 'mp4');
    const whole = await fetched(url);
    const piece = await api.app.inject({ url, headers: { range: 'bytes=100-199' } });
    expect(piece.statusCode).toBe(206);
    expect(piece.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-range': `bytes 100-199/${whole.length}`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    expect(piece.rawPayload.equals(whole.subarray(100, 200))).toBe(true);
    const beyond = await api.app.inject({ url, headers: { range: `bytes=${whole.length}-` } });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers).toMatchObject({ 'cache-control': 'no-store', 'content-range': `bytes */${whole.length}` });
  });
});

describe('refused clips', () => {
  const refused = async (file: Buffer, code: string, extension = 'mp4') => {
    const before = filesOf(dataDir).length;
    expect(await sendFile(api, sam.vcToken, file, extension)).toMatchObject({ status: 422, data: { code } });
    expect(filesOf(dataDir)).toHaveLength(before);
  };

  test.each(['mp4', 'webm'] as const)('a clip that was cut short is refused (%s)', async (container) => {
    const file = await record({ container, seconds: 3, sound: false });
    await refused(file.subarray(0, Math.floor(file.length / 2)), 'upload-unreadable', container);
  });

  test('a clip longer than a minute is refused', async () => {
    await refused(await record({ seconds: 62, framesPerSecond: 2, sound: false }), 'upload-too-long');
  });

  test('a clip is refused when it or the duration in its header is longer than a minute', async () => {
    // The length in the header (EBML element 0x4489, a float of 8 bytes, ms).
    const say = (file: Buffer, milliseconds: number) => {
      file.writeDoubleBE(milliseconds, file.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3);
      return file;
    };
    const long = await record({ container: 'webm', seconds: 62, framesPerSecond: 2, sound: false });
    await refused(say(long, 5_000), 'upload-too-long', 'webm');
    await refused(say(await record({ container: 'webm', sound: false }), 70_000), 'upload-too-long', 'webm');
  });

  test('a file with only the signature of a clip is refused', async () => {
    await refused(
      Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), randomBytes(9_000)]),
      'upload-unreadable',
    );
    await refused(
      Buffer.concat([Buffer.from('\x1a\x45\xdf\xa3', 'latin1'), Buffer.from('webm'), randomBytes(9_000)]),
      'upload-unreadable',
    );
  });

  test('a clip with sound only is refused', async () => {
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat(), target });
    const audio = new AudioSampleSource({ codec: 'aac', quality: new Quality({ bitrate: 64_000 }) });
    output.addAudioTrack(audio);
    await output.start();
    const data = new Float32Array(48_000);
    using silence = new AudioSample({ data, format: 'f32', numberOfChannels: 1, sampleRate: 48_000, timestamp: 0 });
    await audio.add(silence);
    await output.finalize();
    await refused(Buffer.from(target.buffer ?? new ArrayBuffer()), 'upload-unreadable');
  });

  test('a clip that is also a web page is refused', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    await refused(Buffer.concat([await record({ sound: false }), page]), 'upload-disguised');
  });
});

test('a demo clip is imported unchanged', async () => {
  const file = join(temporaryFolder('clips'), '9001.mp4');
  writeFileSync(file, await record({ sound: false }));
  const store = openMediaStore({ db: api.db, dataDir });
  const url = await store.importFile(file, { ownerUid: 9001, id: demoMediaId('9001.mp4') });
  expect((await fetched(url)).equals(readFileSync(file))).toBe(true);
  const { rows } = await api.pool.query('select kind, width, height from media where id = $1', [mediaIdOf(url)]);
  expect(rows).toEqual([{ kind: 'clip', width: 96, height: 64 }]);
});
