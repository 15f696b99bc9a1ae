import type { Result } from '../../../../contract/result.ts';
import type { ClipType, SoundType } from '../types.ts';

/** Task of the clip process: its one argument, in JSON. All paths are in the temporary folder. */
export type ClipTask = {
  readonly type: ClipType | SoundType;
  readonly from: string;
  /** Path of the MP4 or M4A to write. */
  readonly to: string;
  /** Path of the PNG of one frame to write. */
  readonly poster: string;
  /** Paths of PNGs of later frames to write, evenly over its length. */
  readonly frames: readonly string[];
  /** Whether a file without a picture is taken, as sound. */
  readonly takesSound: boolean;
  /** Encodes copies of all frames, in the one format that the encoder surely takes: slower, for the try after a crash. */
  readonly careful: boolean;
};

/** Result: size in pixels, as the clip is shown, and its length; or the length of a sound and its wave. */
export type ClipOutcome = Result<
  | { readonly kind: 'clip'; readonly width: number; readonly height: number; readonly ms: number }
  | { readonly kind: 'sound'; readonly ms: number; readonly wave: string }
>;
