import type { AppError, Result } from '#contract/result.ts';
import { explain } from '../../i18n/errors.ts';
import { showToast } from './toast.ts';

/** Shows a toast with the error and its remedy; nothing on success. */
export function reportFailure(result: Result<unknown, AppError>): void {
  if (!result.ok) showToast(explain(result.error), 'bad');
}

/** Shows a toast: `done` on success, else the error. */
export function reportOutcome(result: Result<unknown, AppError>, done: string): void {
  if (result.ok) showToast(done);
  else reportFailure(result);
}
