import i18next from 'i18next';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_CURRENCY, SOLD_CURRENCIES, SOLD_CURRENCY_CODES } from '#contract/payments/money.ts';
import { formatMoney } from '../../../src/i18n/format-money.ts';

beforeEach(() => {
  i18next.language = 'en';
});

test('money of every sold currency is shown with two decimals', () => {
  expect(SOLD_CURRENCY_CODES).toHaveLength(23);
  for (const currency of SOLD_CURRENCY_CODES) {
    const amountMinor = 12.34 * 10 ** SOLD_CURRENCIES[currency];
    expect(formatMoney({ amountMinor, currency })).toMatch(/(?<!\d)12\.34(?!\d)/);
  }
});

test('countries without a currency of their own pay in dollars', () => {
  expect(DEFAULT_CURRENCY).toBe('USD');
});
