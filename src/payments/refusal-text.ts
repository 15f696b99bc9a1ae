import i18next from 'i18next';
import type { AppError } from '#contract/result.ts';
import { explain } from '../i18n/errors.ts';

/** Returns why a purchase was refused. Requires the namespace `payments`. */
export const refusalWords = (error: AppError): string =>
  // `claimed` also applies to another account on this device, which bought nothing itself, so it needs its own text.
  error.code === 'claimed' ? i18next.t('payments:taken') : explain(error);
