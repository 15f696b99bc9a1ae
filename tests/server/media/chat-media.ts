import '@napi-rs/webcodecs/polyfill';
import { setImmediate } from 'node:timers/promises';
import { AudioSample, AudioSampleSource, BufferTarget, Output, type OutputFormat, Quality } from 'mediabunny';
import type { PartAnswer, UploadAnswer } from '../../../contract/media/media.ts';
import type { TestApi, User } from '../../harness/api.ts';
import { multipart, type Part, uploadName } from './media-files.ts';

type Answer = UploadAnswer & PartAnswer & { readonly status: number; readonly data?: { readonly code: string } };

/** Sends one upload request for a file of a message, whole or a part. Without a file it queries the progress. */
export async function sendChat(
  api: TestApi,
  user: User,
  { name = uploadName('jpg'), file, ...said }: { name?: string; file?: Buffer; offset?: number; size?: number },
): Promise<Answer> {
  const fields = Object.entries(said).map(([field, value]): Part => [field, String(value)]);
  const { payload, headers } = multipart([
    ['token', user.vcToken],
    ['filename', name],
    ['purpose', 'chat'],
    ...fields,
    ...(file ? [['file', file] as const] : []),
  ]);
  const response = await api.app.inject({ method: 'POST', url: '/upload', payload, headers });
  return { ...response.json(), status: response.statusCode };
}

/** Returns the media pass cookie of a user. */
export async function passOf(api: TestApi, user: User): Promise<string> {
  const { headers } = await api.call('mediaPass', {}, { user });
  return String(headers['set-cookie']).split(';', 1)[0] ?? '';
}

const RATE = 48_000;

/** Records audio without video: a tone in the first half, silence in the second. */
export async function recordSound(format: OutputFormat, codec: 'opus' | 'aac', seconds = 2, channels = 1) {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const audio = new AudioSampleSource({ codec, quality: new Quality({ bitrate: 64_000 }) });
  output.addAudioTrack(audio, { name: 'SecretMicrophone' });
  output.setMetadataTags({ title: 'SecretTitle' });
  await output.start();
  for (let second = 0; second < seconds; second += 1) {
    const data = Float32Array.from({ length: RATE * channels }, (_, at) => {
      const frame = second * RATE + Math.floor(at / channels);
      return frame < (RATE * seconds) / 2 ? Math.sin(frame / 20) : 0;
    });
    using tone = new AudioSample({
      data,
      format: 'f32',
      numberOfChannels: channels,
      sampleRate: RATE,
      timestamp: second,
    });
    await audio.add(tone);
    // The thread of the encoder delivers its packets between event loop iterations, and drops the ones it cannot deliver.
    await setImmediate();
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}
