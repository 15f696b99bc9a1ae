import { CLIP_MAX_SECONDS } from '../../../../contract/media/rules.ts';
import type { AppError } from '../../../../contract/result.ts';

/** Thrown to end the decoding loops of the clip process; carries the error for the client. */
export class Refused extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.code);
    this.error = error;
  }
}

/** Tolerance in seconds for rounding by recorders, and for what a valid file may lack at its end. */
export const SLACK_SECONDS = 0.5;
/** The longest accepted clip in seconds, with tolerance. */
export const LONGEST_SECONDS = CLIP_MAX_SECONDS + SLACK_SECONDS;

/** Error for the client of a clip longer than accepted (`upload-too-long`, with the maximum in seconds). */
export const tooLong = { code: 'upload-too-long', maxSeconds: CLIP_MAX_SECONDS } as const satisfies AppError;
/** Error for the client (`upload-type`): the codec or the pixel format of a clip or audio file is not accepted. */
export const typeRefusal = { code: 'upload-type' } as const satisfies AppError;
/** Error for the client (`upload-unreadable`): the file is damaged, truncated, or not decodable. */
export const unreadable = { code: 'upload-unreadable' } as const satisfies AppError;

/**
 * Throws `Refused` when a timestamp is beyond LONGEST_SECONDS. The length in a file's header may be false, so timestamps are checked
 * while decoding.
 */
export function needShort(seconds: number): void {
  if (seconds > LONGEST_SECONDS) throw new Refused(tooLong);
}
