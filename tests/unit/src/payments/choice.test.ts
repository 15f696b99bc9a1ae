import { expect, test } from 'vitest';
import type { Sku } from '#contract/payments/orders.ts';
import type { OrderRow } from '#db/schema.ts';
import { ordersToShow, packsOf, tightestOf } from '../../../../src/features/payments/store/choice.ts';

const LINES = ['first300 first 300 300 199', 'g100 pack 100 0 99', 'g300 pack 300 0 289', 'g700 pack 700 35 649'];
const SKUS = [...LINES, 'exact exact 100 0 99'].map((line, at): Sku => {
  const [sku = '', kind, gems, bonus, amountMinor] = line.split(' ');
  const price = { amountMinor: Number(amountMinor), currency: 'USD' } as const;
  return { sku, priceId: at + 1, kind: kind as Sku['kind'], gems: Number(gems), bonus: Number(bonus), price };
});
const LATER = SKUS.filter(({ kind }) => kind !== 'first');
const firstOf = (need: number, skus = LATER) => {
  const [pack] = packsOf(skus, need);
  return [pack?.id, pack?.gems, pack?.price.amountMinor, pack?.fits];
};

test('a settled purchase leaves the coin store when it is opened again', () => {
  const row = (op: string, payStatus: string) => ({ op, state: 'made', status: { payStatus } }) as OrderRow;
  const rows = [
    row('open', 'PENDING'),
    row('paid', 'TXN_SUCCESS'),
    row('late', 'TXN_EXPIRED'),
    row('odd', 'TXN_REVIEW'),
  ];
  const shown = (followed: readonly string[]) => ordersToShow(rows, new Set(followed)).map(({ op }) => op);
  expect(shown([])).toEqual(['open', 'odd']);
  expect(shown(['paid'])).toEqual(['open', 'paid', 'odd']);
});

test('only packs are sold when nothing is missing', () => {
  expect(packsOf(LATER).map(({ id, fits }) => [id, fits])).toEqual([
    ['g100', undefined],
    ['g300', undefined],
    ['g700', undefined],
  ]);
});

test('the exact missing amount is offered only where it is sold', () => {
  expect(firstOf(250)).toEqual(['exact', 250, 248, 'just']);
  expect(firstOf(245)).toEqual(['exact', 250, 248, 'enough']);
  expect(firstOf(3)).toEqual(['g100', 100, 99, 'enough']);
  expect(firstOf(100)).toEqual(['g100', 100, 99, 'just']);
});

test('a pack with as many gems for no more money replaces the exact amount, and no offer occurs twice', () => {
  expect(firstOf(300)).toEqual(['g300', 300, 289, 'just']);
  expect(firstOf(690)).toEqual(['g700', 700, 649, 'enough']);
  expect(firstOf(250, SKUS)).toEqual(['first300', 300, 199, 'enough']);
  const ids = packsOf(LATER, 690).map(({ id }) => id);
  expect(ids).toEqual(['g700', 'g100', 'g300']);
});

test('no hint is shown when no amount is enough', () => {
  expect(firstOf(20_000)).toEqual(['g100', 100, 99, undefined]);
});

test('the store names the stricter of two purchase limits', () => {
  const limit = (scope: 'buy' | 'use', window: 'day' | 'week', gems: number | null, used = 0) => ({
    scope,
    window,
    gems,
    used,
    next: gems,
    nextAt: null,
  });
  const none = [limit('buy', 'day', null), limit('buy', 'week', null), limit('use', 'day', 5), limit('use', 'week', 0)];
  expect(tightestOf(none)).toBeUndefined();
  expect(tightestOf([limit('buy', 'day', 5_000), limit('buy', 'week', 300, 50), ...none])).toEqual({
    window: 'week',
    left: 250,
  });
  expect(tightestOf([limit('buy', 'day', 100, 130), limit('buy', 'week', 300, 130)])).toEqual({
    window: 'day',
    left: 0,
  });
});
