import i18next from 'i18next';
import type { AppError, Result } from '#contract/result.ts';
import { activateNewBuild, isOutdated } from '../../core/new-build.ts';
import { explain, explainCode } from '../../i18n/errors.ts';
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

/**
 * Reports that a part of the app could not be loaded: offers a reload when the server no longer has it, because a newer build is running,
 * else says that the server cannot be reached, or that the device is offline. Called after `LazyPart.load` rejected.
 */
export function reportUnloaded(): void {
  const reload = { label: i18next.t('common:crashed.reload'), run: activateNewBuild };
  if (isOutdated()) showToast(explainCode('stale-build'), 'bad', reload);
  else showToast(explain({ code: 'offline' }), 'bad');
}
