import i18next from 'i18next';
import type { AppError } from '#contract/result.ts';
import { explain } from '../i18n/errors.ts';

/** Why a purchase was not begun. The words of payments must be there. */
export const refusalWords = (error: AppError): string =>
  // Whoever has a second account on this device has bought nothing themselves.
  error.code === 'claimed' ? i18next.t('payments:taken') : explain(error);
