import { type Money, unitsOf } from '#contract/payments/money.ts';
import { currentLocale } from './i18n.ts';

const known = new Map<string, Intl.NumberFormat>();

/** Formats money, always with two decimals (product 9.3): the third decimal of KWD, BHD and OMR is always zero. */
export function formatMoney(money: Money): string {
  const key = `${currentLocale()} ${money.currency}`;
  const format =
    known.get(key) ??
    new Intl.NumberFormat(currentLocale(), {
      style: 'currency',
      currency: money.currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
  known.set(key, format);
  const text = format.format(unitsOf(money));
  // Without this mark, the `$` of `US$` would move in right-to-left text.
  return text.replace(/(?<=[A-Z])\$(?![\d.,])/, '$$\u200e');
}
