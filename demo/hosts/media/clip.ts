import { join } from 'node:path';
import { EncodedPacketSink, FilePathSource, Input, MP4, OGG, WEBM } from 'mediabunny';
import { packH264, parameterSetsOf } from './h264.ts';
import type { Payload, Picture } from './payload.ts';
import { packVp8 } from './vp8.ts';

/** Media that a simulated host sends in a call, packetized once for all its calls. */
export type Clip = {
  readonly vp8: readonly Picture[];
  readonly h264: readonly Picture[];
  /** Opus, one payload per 20 ms. */
  readonly voice: readonly Payload[];
};
/** Video codec of a call; the caller's offer decides (`firstCodecOf`). */
export type VideoKind = 'vp8' | 'h264';

const FOLDER = join(import.meta.dirname, '../../call-clip');
const VOICES = 4;

const clips = new Map<number, Promise<Clip>>();

/** The clip of a host: read from demo/call-clip when its first call rings, and cached (about 200 KB). */
export function clipOf(uid: number): Promise<Clip> {
  const cached = clips.get(uid) ?? readClip(uid);
  clips.set(uid, cached);
  return cached;
}

async function readClip(uid: number): Promise<Clip> {
  const [vp8, h264, voice] = await Promise.all([
    readPictures(`${uid}.webm`, packVp8),
    readPictures(`${uid}.mp4`, packH264),
    readVoice(`voice-${1 + (uid % VOICES)}.ogg`),
  ]);
  return { vp8, h264, voice };
}

const open = (name: string) => new Input({ source: new FilePathSource(join(FOLDER, name)), formats: [WEBM, MP4, OGG] });

type Pack = (frame: Uint8Array, parameterSets: readonly Uint8Array[]) => Payload[];

async function readPictures(name: string, pack: Pack): Promise<Picture[]> {
  using input = open(name);
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error(`${name} has no pictures`);
  const record = (await track.getDecoderConfig())?.description;
  const sets = record === undefined ? [] : parameterSetsOf(bytesOf(record));
  const pictures: Picture[] = [];
  for await (const { data, type } of new EncodedPacketSink(track).packets()) {
    pictures.push({ payloads: pack(data, type === 'key' ? sets : []), isKey: type === 'key' });
  }
  return pictures;
}

async function readVoice(name: string): Promise<Payload[]> {
  using input = open(name);
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error(`${name} has no sound`);
  const payloads: Payload[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) payloads.push(Buffer.from(data));
  return payloads;
}

const bytesOf = (source: ArrayBufferView | ArrayBufferLike) =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
