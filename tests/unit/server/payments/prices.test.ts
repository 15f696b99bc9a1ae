import { describe, expect, test } from 'vitest';
import { exactPrice, roundUpToGemStep } from '../../../../contract/payments/exact.ts';
import {
  decimalOf,
  type Money,
  SOLD_CURRENCIES,
  SOLD_CURRENCY_CODES,
  unitsOf,
} from '../../../../contract/payments/money.ts';
import { EXACT_GEMS_MAX, EXACT_GEMS_MIN, EXACT_GEMS_STEP } from '../../../../contract/payments/rules.ts';
import { REFERENCE_RATES } from '../../../../server/domains/payments/rates.ts';
import { DEMO_MARKETS, DEMO_SKUS, demoPrice } from '../../../../server/domains/payments/seed.ts';
import { FLAGS } from '../../../../src/ui/mark/flag-countries.ts';

const PACKS = DEMO_SKUS.flatMap((row) => (row.sku === 'exact' ? [] : [row.sku]));
const dollars = (price: Money) => unitsOf(price) / REFERENCE_RATES[price.currency];
const isLegal = ({ amountMinor, currency }: Money) =>
  Number.isInteger(amountMinor) && amountMinor > 0 && (SOLD_CURRENCIES[currency] === 2 || amountMinor % 10 === 0);

describe('prices of the demo', () => {
  test.each(PACKS)('demo prices of %s are within 25 % of each other in all markets, at the reference rates', (pack) => {
    const all = DEMO_MARKETS.map(({ currency }) => dollars(demoPrice(pack, currency)));
    expect(Math.max(...all) / Math.min(...all)).toBeLessThanOrEqual(1.25);
  });

  test.each(SOLD_CURRENCY_CODES)(
    'demo prices in %s are payable amounts, fall per gem with the pack size, and have customary endings',
    (currency) => {
      const packs = PACKS.map((pack) => demoPrice(pack, currency));
      expect(packs.every(isLegal)).toBe(true);
      const perGem = PACKS.slice(1).map((pack, at) => {
        const { gems, bonus } = DEMO_SKUS.find(({ sku }) => sku === pack) ?? { gems: 0, bonus: 0 };
        return (packs[at + 1]?.amountMinor ?? 0) / (gems + bonus);
      });
      expect(perGem).toEqual(perGem.toSorted((a, b) => b - a));
      for (const price of packs) expect(decimalOf(price)).toMatch(/[09]$/);
    },
  );

  test('every country with a flag is a demo market, and each currency is used in some market', () => {
    expect(DEMO_MARKETS.map(({ country }) => country)).toEqual(expect.arrayContaining([...FLAGS, '']));
    expect(new Set(DEMO_MARKETS.map(({ currency }) => currency))).toEqual(new Set(SOLD_CURRENCY_CODES));
  });
});

describe('an exact amount', () => {
  test.each(SOLD_CURRENCY_CODES)(
    'an exact amount in %s costs the price per gem of the small pack, rounded up to a payable amount',
    (currency) => {
      const pack = { gems: 100, price: demoPrice('g100', currency) };
      for (let gems = EXACT_GEMS_MIN; gems <= EXACT_GEMS_MAX; gems += EXACT_GEMS_STEP) {
        const price = exactPrice(pack, gems);
        const exact = (pack.price.amountMinor * gems) / pack.gems;
        const step = SOLD_CURRENCIES[currency] === 3 ? 10 : 1;
        if (!isLegal(price) || price.amountMinor < exact || price.amountMinor >= exact + step)
          throw new Error(`${gems}`);
      }
      expect(exactPrice(pack, 100)).toEqual(pack.price);
    },
  );

  test('an exact amount is rounded up to the next ten gems', () => {
    expect([101, 110, 1].map(roundUpToGemStep)).toEqual([110, 110, 10]);
  });
});
