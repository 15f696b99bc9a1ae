import { expect, test } from 'vitest';
import { makeGuess } from '../../../src/messages/estimate.ts';

test('a guess does not change when the item is asked for again', () => {
  const guess = makeGuess(() => 24);
  const first = guess({ kind: 'day', key: 'x', date: 0 });
  expect(guess({ kind: 'divider', key: 'divider' })).not.toBe(first);
  // The same key, whatever it has become since: the element may have kept its height.
  expect(guess({ kind: 'day', key: 'x', date: 1 })).toBe(first);
});
