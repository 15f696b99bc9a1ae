import '@napi-rs/webcodecs/polyfill';
import { stat } from 'node:fs/promises';
import {
  EncodedPacket,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputFormat,
  MP4,
  Mp4OutputFormat,
  OGG,
  Output,
  QTFF,
  WEBM,
} from 'mediabunny';
import { CLIP_MAX_PIXELS, VOICE_MAX_BYTES } from '../../../../contract/media/rules.ts';
import { fail, ok } from '../../../../contract/result.ts';
import type { ClipType, SoundType } from '../types.ts';
import { addAudio } from './audio.ts';
import { storedClipSize } from './frames.ts';
import { LONGEST_SECONDS, Refused, SLACK_SECONDS, tooLong, typeRefusal, unreadable } from './refused.ts';
import { hasUnknownPlanes } from './sampling.ts';
import { encodeSound } from './sound-task.ts';
import type { ClipOutcome, ClipTask } from './task.ts';
import { addVideo } from './video.ts';

const FORMATS = { mp4: MP4, mov: QTFF, webm: WEBM, ogg: OGG, m4a: MP4 } as const satisfies Record<
  ClipType | SoundType,
  InputFormat
>;
const MS = 1_000;

// Browsers record a transparent page as VP8 or VP9 with an alpha channel in side data (WebM BlockAdditional). H.264 has no alpha,
// and mediabunny would merge the two in a Worker, which Node.js lacks; so side data is ignored.
Object.defineProperty(EncodedPacket.prototype, 'sideData', { get: () => ({}), set: () => {} });

/**
 * Runs in the clip process: decodes every frame of the first video and audio track and writes a new MP4: at most 1280 pixels on the
 * longer edge, 30 frames per second, stereo. Titles, places, dates, further tracks and chapters are not copied. A file with audio only
 * becomes M4A if that is accepted (decisions: clips by a package).
 */
export async function transcode({
  type,
  from,
  to,
  poster,
  frames,
  takesSound,
  careful,
}: ClipTask): Promise<ClipOutcome> {
  using input = new Input({ source: new FilePathSource(from), formats: [FORMATS[type]] });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (takesSound && video === null) return await transcodeSound(input, from, to);
  if (video === null) return fail(unreadable);
  if (!(await video.canDecode()) || (await hasUnknownPlanes(video))) return fail(typeRefusal);
  if (audio !== null && !(await audio.canDecode())) return fail(typeRefusal);
  const shown = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  if (shown.width * shown.height > CLIP_MAX_PIXELS) return fail({ code: 'upload-dimensions' });
  const promised = (await input.getDurationFromMetadata()) ?? 0;
  if (promised > LONGEST_SECONDS) return fail(tooLong);

  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new FilePathTarget(to),
  });
  const start = Math.max(0, await input.getFirstTimestamp());
  const copies = [await addVideo({ track: video, output, start, poster, frames, careful, promised: promised - start })];
  if (audio !== null) copies.push(await addAudio({ track: audio, output, start }));
  await output.start();
  try {
    const ends = await Promise.all(copies.map((copy) => copy()));
    // A file that ends earlier than its header says is truncated.
    if (Math.max(...ends) < promised - start - SLACK_SECONDS) return fail(unreadable);
    await output.finalize();
    return ok({ kind: 'clip', ...storedClipSize(shown), ms: Math.round(Math.max(...ends) * MS) });
  } catch (error) {
    if (error instanceof Refused) return fail(error.error);
    throw error;
  }
}

async function transcodeSound(input: Input, from: string, to: string): Promise<ClipOutcome> {
  const { size } = await stat(from);
  const track = await input.getPrimaryAudioTrack();
  if (track === null) return fail(unreadable);
  if (size > VOICE_MAX_BYTES) return fail({ code: 'upload-too-large', maxBytes: VOICE_MAX_BYTES });
  if (!(await track.canDecode())) return fail(typeRefusal);
  const start = Math.max(0, await input.getFirstTimestamp());
  return encodeSound({ track, to, start, promised: (await input.getDurationFromMetadata()) ?? 0 });
}
