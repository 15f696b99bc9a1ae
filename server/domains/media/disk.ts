import { fail } from '../../../contract/result.ts';

/** Error codes of a full disk or a full quota (errno 28 and 122). */
export const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Turns a full disk into a refusal; all other errors are thrown again. */
export function refuseDiskFull(error: unknown) {
  if (isDiskFull(error)) return fail({ code: 'upload-no-room' } as const);
  throw error;
}
