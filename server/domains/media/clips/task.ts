import type { Result } from '../../../../contract/result.ts';
import type { ClipType, SoundType } from '../types.ts';

/**
 * The task of the clip process, passed as its only argument in JSON: the type and path of the upload, the paths to write (clip, poster,
 * frames; all in the temporary folder), and the mode of conversion.
 */
export type ClipTask = {
  readonly type: ClipType | SoundType;
  readonly from: string;
  /** Path of the MP4 or M4A to write. */
  readonly to: string;
  /** Path at which one frame is written as PNG, from which the poster is made. */
  readonly poster: string;
  /** Paths at which frames spread evenly over the length are written as PNGs, for the content check. */
  readonly frames: readonly string[];
  /** Whether a file without video is accepted, as audio. */
  readonly takesSound: boolean;
  /** Converts every frame to the one format that the encoder accepts with certainty. Slower; used after a crash. */
  readonly careful: boolean;
};

/**
 * The result of the clip process: display size in pixels as stored and length in ms of a clip; or length in ms and waveform of an audio
 * file; or the error for the client.
 */
export type ClipOutcome = Result<
  | { readonly kind: 'clip'; readonly width: number; readonly height: number; readonly ms: number }
  | { readonly kind: 'sound'; readonly ms: number; readonly wave: string }
>;
