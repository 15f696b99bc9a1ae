import { expect, test } from 'vitest';
import { decide, NEW_DECK, takeBack, verdictOf } from '../../../../src/features/discovery/swipe/deck.ts';

const like = { uid: 9001, name: 'Asha', verdict: 'like' } as const;
const skip = { uid: 9002, name: 'Amber', verdict: 'skip' } as const;

test('a decided card is removed, and undo restores cards in reverse order', () => {
  const two = decide(decide(NEW_DECK, like), skip);
  expect([...two.gone]).toEqual([9001, 9002]);
  const one = takeBack(two);
  expect([...one.gone]).toEqual([9001]);
  expect(one.past).toEqual([like]);
  expect(takeBack(takeBack(one))).toEqual(NEW_DECK);
});

test('no card is decided on twice', () => {
  const one = decide(NEW_DECK, like);
  expect(decide(one, { ...like, verdict: 'skip' })).toBe(one);
});

test.each([
  [160, 0, 'like'],
  [-160, 0, 'skip'],
  [40, 0.9, 'like'],
  [-40, -0.9, 'skip'],
  [40, 0, undefined],
  [40, -0.9, undefined],
  [8, 2, undefined],
] as const)('a card released %i px away at %d px/ms gets the verdict %s', (distance, speed, verdict) => {
  expect(verdictOf(distance, speed, 360)).toBe(verdict);
});
