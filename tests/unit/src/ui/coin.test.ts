import { expect, test } from 'vitest';
import { tierOf } from '../../../../src/ui/mark/coin.tsx';

test('the icon grows with the balance, at 300, 700 and 3000', () => {
  expect([0, 299, 300, 699, 700, 2_999, 3_000, 1_000_000].map(tierOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});
