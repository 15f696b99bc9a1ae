import { fail } from '../../contract/result.ts';

/** What a full disk, or a full quota, looks like (errno 28 and 122). */
export const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Turns a full disk into a refusal; everything else that is thrown goes on. */
export function refuseDiskFull(error: unknown) {
  if (isDiskFull(error)) return fail({ code: 'upload-no-room' } as const);
  throw error;
}
