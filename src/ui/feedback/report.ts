import type { AppError, Result } from '#contract/result.ts';
import { explain } from '../../i18n/errors.ts';
import { showToast } from './toast.ts';

/**
 * Shows an error toast if a command failed, with the sentence of `explain`; nothing on success. For actions whose success is
 * visible by itself.
 */
export function reportFailure(result: Result<unknown, AppError>): void {
  if (!result.ok) showToast(explain(result.error), 'bad');
}

/** Shows a toast after a command: `done` on success, else the error. For actions whose success is not visible by itself. */
export function reportOutcome(result: Result<unknown, AppError>, done: string): void {
  if (result.ok) showToast(done, 'good');
  else reportFailure(result);
}
