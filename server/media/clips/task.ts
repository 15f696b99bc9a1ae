import type { Result } from '../../../contract/result.ts';
import type { ClipType } from '../types.ts';

/** Task of the clip process: its one argument, in JSON. All paths are in the temporary folder. */
export type ClipTask = {
  readonly type: ClipType;
  readonly from: string;
  /** Path of the MP4 to write. */
  readonly to: string;
  /** Path of the PNG of one frame to write. */
  readonly poster: string;
};

/** Result: size in pixels, as the clip is shown. */
export type ClipOutcome = Result<{ readonly width: number; readonly height: number }>;
