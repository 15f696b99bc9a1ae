import { fail } from '../../../contract/result.ts';

/** Returns whether an error of a file operation is a full disk or an exceeded quota (ENOSPC, EDQUOT). */
export const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Converts the error of a full disk into `upload-no-room`; throws any other error again. For the catch blocks of uploads. */
export function refuseDiskFull(error: unknown) {
  if (isDiskFull(error)) return fail({ code: 'upload-no-room' } as const);
  throw error;
}
