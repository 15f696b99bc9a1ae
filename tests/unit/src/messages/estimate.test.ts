import { expect, test } from 'vitest';
import { createHeightEstimate } from '../../../../src/messages/estimate.ts';

test('a height estimate stays stable when the item is requested again', () => {
  const guess = createHeightEstimate(() => 24);
  const first = guess({ kind: 'day', key: 'x', date: 0 });
  expect(guess({ kind: 'divider', key: 'divider' })).not.toBe(first);
  // The same key has the same estimate, because its element may have kept its height.
  expect(guess({ kind: 'day', key: 'x', date: 1 })).toBe(first);
});
