import { CLIP_MAX_SECONDS } from '../../../../contract/media/rules.ts';
import type { AppError } from '../../../../contract/result.ts';

/** Ends the loops over frames and sound with the refusal it carries. */
export class Refused extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.code);
    this.error = error;
  }
}

/** Tolerance for rounding by recorders; also what a valid file may lack at its end. */
export const SLACK_SECONDS = 0.5;
export const LONGEST_SECONDS = CLIP_MAX_SECONDS + SLACK_SECONDS;

export const tooLong = { code: 'upload-too-long', maxSeconds: CLIP_MAX_SECONDS } as const satisfies AppError;
/** Whole, but of a kind that is not decoded here. */
export const notTaken = { code: 'upload-type' } as const satisfies AppError;
export const unreadable = { code: 'upload-unreadable' } as const satisfies AppError;

/** The length in a file's header may be false; its frames are counted while they are decoded. */
export function needShort(seconds: number): void {
  if (seconds > LONGEST_SECONDS) throw new Refused(tooLong);
}
