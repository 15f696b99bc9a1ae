import i18next from 'i18next';
import type { AppError } from '#contract/result.ts';
import { explain } from '../../../i18n/errors.ts';

/** Why a payment did not go on: the card's fields are not filled, or what was asked failed. */
export type PayProblem = AppError | 'incomplete';

export const problemWords = (problem: PayProblem): string =>
  problem === 'incomplete' ? i18next.t('payments:incomplete') : explain(problem);
