import type { Result } from '../../../contract/result.ts';
import type { ClipType } from '../types.ts';

/** What the clip process is told, as its one argument, in JSON. All paths are of the temporary folder. */
export type ClipTask = {
  readonly type: ClipType;
  readonly from: string;
  /** The MP4 it writes. */
  readonly to: string;
  /** The PNG of one frame it writes. */
  readonly poster: string;
};

/** What it answers: pixels, as the clip is shown. */
export type ClipOutcome = Result<{ readonly width: number; readonly height: number }>;
