import '@napi-rs/webcodecs/polyfill';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  AudioSample,
  AudioSampleSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  Quality,
  WebMOutputFormat,
} from 'mediabunny';
import sharp from 'sharp';
import { DEMO_HOST_FIRST_UID, DEMO_HOSTS_RUN } from '../accounts/rules.ts';
import { FRAMES_PER_SECOND } from './acting.ts';
import { drawLoop, HEIGHT, WIDTH } from './draw.ts';
import { type Coded, openEncoder } from './encode.ts';
import { SAMPLES_PER_SECOND, sing, VOICE_COUNT } from './voice.ts';

/*
 * Writes what the demo hosts send in a call, to this folder:
 *
 *   npm run call-clips [voices] [uid...]      (without a word: everything; a minute a host)
 *
 * `<uid>.webm` has VP8, `<uid>.mp4` H.264, `voice-<n>.ogg` Opus. The results are committed; the product never draws. Needs
 * Chromium for the coding.
 */

const CODINGS = [
  {
    ending: 'webm',
    kind: 'vp8',
    codec: 'vp8',
    bitsPerSecond: 112_000,
    format: (): OutputFormat => new WebMOutputFormat(),
  },
  {
    ending: 'mp4',
    kind: 'avc',
    // Constrained baseline, level 3.1: the first profile in every browser's offer.
    codec: 'avc1.42e01f',
    bitsPerSecond: 112_000,
    format: (): OutputFormat => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  },
] as const;
const VOICE_BITS_PER_SECOND = 24_000;

const fileOf = (name: string) => join(import.meta.dirname, name);
const logSize = (name: string) => console.log(name, statSync(fileOf(name)).size);

async function writeClip(name: string, format: OutputFormat, kind: 'vp8' | 'avc', coded: Coded): Promise<void> {
  const output = new Output({ format, target: new FilePathTarget(fileOf(name)) });
  const source = new EncodedVideoPacketSource(kind);
  output.addVideoTrack(source, { frameRate: FRAMES_PER_SECOND });
  await output.start();
  const { codec, description } = coded;
  const decoderConfig = {
    codec,
    codedWidth: WIDTH,
    codedHeight: HEIGHT,
    ...(description === undefined ? {} : { description }),
  };
  for (const [at, { data, type }] of coded.packets.entries()) {
    const packet = new EncodedPacket(data, type, at / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  logSize(name);
}

async function makeVoice(voice: number): Promise<void> {
  const name = `voice-${voice + 1}.ogg`;
  const output = new Output({ format: new OggOutputFormat(), target: new FilePathTarget(fileOf(name)) });
  const source = new AudioSampleSource({ codec: 'opus', quality: new Quality({ bitrate: VOICE_BITS_PER_SECOND }) });
  output.addAudioTrack(source);
  await output.start();
  using sound = new AudioSample({
    data: sing(voice),
    format: 'f32',
    numberOfChannels: 1,
    sampleRate: SAMPLES_PER_SECOND,
    timestamp: 0,
  });
  await source.add(sound);
  await output.finalize();
  logSize(name);
}

// The script runs rarely, so one core is enough.
sharp.concurrency(1);
const words = process.argv.slice(2);
if (words.length === 0 || words.includes('voices')) {
  for (let voice = 0; voice < VOICE_COUNT; voice++) await makeVoice(voice);
}
const everybody = Array.from({ length: DEMO_HOSTS_RUN }, (_, index) => DEMO_HOST_FIRST_UID + index);
const uids = words.length === 0 ? everybody : words.map(Number).filter((uid) => everybody.includes(uid));
if (uids.length > 0) {
  const encoder = await openEncoder();
  for (const uid of uids) {
    const frames = await drawLoop(uid);
    for (const { ending, format, kind, ...coding } of CODINGS) {
      await writeClip(`${uid}.${ending}`, format(), kind, await encoder.encode(frames, coding));
    }
  }
  await encoder.close();
}
