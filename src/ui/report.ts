import type { AppError, Result } from '#contract/result.ts';
import { explain } from '../i18n/errors.ts';
import { showToast } from './toast.ts';

/** Says what failed and what to do; nothing where it went well. */
export function reportFailure(result: Result<unknown, AppError>): void {
  if (!result.ok) showToast(explain(result.error), 'bad');
}

/** Says `done` where it went well, else what failed. */
export function reportOutcome(result: Result<unknown, AppError>, done: string): void {
  if (result.ok) showToast(done);
  else reportFailure(result);
}
