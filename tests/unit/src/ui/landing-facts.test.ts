import { expect, test } from 'vitest';
import { ADVERTISED_PACK } from '../../../../contract/payments/rules.ts';
import { DEMO_SKUS, demoPrice } from '../../../../server/domains/payments/seed.ts';
import { gemPrice } from '../../../../src/landing/facts.tsx';

test('the landing page names the smallest pack of the catalogue and its price', () => {
  expect(DEMO_SKUS.find(({ sku }) => sku === 'g100')?.gems).toBe(ADVERTISED_PACK.gems);
  expect(demoPrice('g100', 'USD')).toEqual(ADVERTISED_PACK.price);
});

test('the price of gems has the numbers of the language and the region', () => {
  expect(gemPrice('{{gems}} gems cost {{price}}.', 'en')).toBe('100 gems cost $0.99.');
  expect(gemPrice('{{gems}} Gems kosten {{price}}.', 'de')).toBe('100 Gems kosten 0,99\u00a0$.');
  expect(gemPrice('{{gems}} Gems kosten {{price}}.', 'de-AT')).toBe('100 Gems kosten $\u00a00,99.');
  expect(gemPrice('{{gems}} gems cost {{price}}.', 'en-GB')).toBe('100 gems cost US$0.99.');
});
