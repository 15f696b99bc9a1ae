import i18next from 'i18next';
import type { AppError } from '#contract/result.ts';
import { explain } from '../../../i18n/errors.ts';

/** Why a payment did not proceed: the card fields are incomplete, or a request failed. */
export type PayProblem = AppError | 'incomplete';

/** Returns the sentence shown on a payment page for a problem. Requires the namespace `payments`. */
export const problemWords = (problem: PayProblem): string =>
  problem === 'incomplete' ? i18next.t('payments:incomplete') : explain(problem);
