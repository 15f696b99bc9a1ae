import { expect, test } from 'vitest';
import { matchFeedOf } from '../../../contract/discovery/match-feed.ts';

test.each([
  [100_001, 'swipe'],
  [264_456_999, 'swipe'],
  [264_457_000, 'swipe'],
  [264_457_001, 'switch'],
  [264_457_002, 'swipe'],
  [264_457_003, 'switch'],
] as const)('user %i sees hosts in the %s feed', (uid, feed) => {
  expect(matchFeedOf(uid, 'swipe-or-card')).toBe(feed);
});

test('a brand with the match style `card` gives every user the card feed', () => {
  for (const uid of [100_001, 264_457_002, 264_457_003]) expect(matchFeedOf(uid, 'card')).toBe('switch');
});
