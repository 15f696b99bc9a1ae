import i18next from 'i18next';
import type { GiftRefusal } from '#contract/gifts/buy.ts';
import type { AppError } from '#contract/result.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';

const KEYS = {
  'spend-limit': 'gifts:refused.limit',
  locked: 'gifts:refused.locked',
  'price-changed': 'gifts:refused.price',
  'not-active': 'gifts:refused.gone',
  'no-anchor': 'gifts:refused.noHost',
  blocked: 'gifts:refused.blocked',
  area: 'gifts:refused.area',
  conflict: 'gifts:refused.conflict',
  rate: 'gifts:refused.rate',
  age: 'errors:age',
} as const satisfies Record<Exclude<GiftRefusal, 'gems-insufficient'>, string>;

/** Returns whether a gift purchase failed because the balance did not cover it. */
export const isTooFew = (error: AppError): boolean => error.code === 'gift' && error.reason === 'gems-insufficient';

/** Returns the sentence of a failed gift purchase of `gems`, with advice. */
export function failureWords(error: AppError, gems: number): string {
  if (error.code === 'timeout') return i18next.t('gifts:refused.unknown');
  if (error.code !== 'gift' || error.reason === 'other') return explain(error);
  if (error.reason === 'gems-insufficient') {
    return i18next.t('gifts:missing', { gems: formatNumber(Math.max(1, gems - (error.balance ?? 0))) });
  }
  return i18next.t(KEYS[error.reason]);
}
