import { expect, test } from 'vitest';
import { attemptOf, rootOf } from '../../../../worker/calls/tracked.ts';

test('the root of a call is the part of the app from which it came', () => {
  expect(rootOf('story.evening.3')).toBe('story');
  expect(rootOf('wall')).toBe('wall');
  expect(rootOf('')).toBe('');
});

test('an attempt to call names its exact source and its root', () => {
  expect(attemptOf(9_001, 'callback', 'story.evening.3')).toEqual({
    anchor_id: 9_001,
    call_type: 'callback',
    first_call: false,
    paid_user_free_call: false,
    source: 'story.evening.3',
    root: 'story',
  });
});
