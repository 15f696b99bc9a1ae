import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { isNewState, stateOfWindow } from '../../../server/domains/account/site/maintenance.ts';

const FROM = 1_773_489_600_000;
const window = { id: 1, startsAt: new Date(FROM), endsAt: new Date(FROM + HOUR_MS), told: null };

test.each([
  [-25 * HOUR_MS, undefined],
  [-24 * HOUR_MS, 'planned'],
  [-HOUR_MS - 1, 'planned'],
  [-HOUR_MS, 'soon'],
  [-1, 'soon'],
  [0, 'on'],
  [HOUR_MS - 1, 'on'],
  [HOUR_MS, 'over'],
])('%i ms after its start a window is %s', (after, state) => {
  expect(stateOfWindow(window, FROM + after)).toBe(state);
});

test('each maintenance state is announced once, a later state replaces a missed one, and an unannounced window has no end message', () => {
  expect(isNewState('planned', null)).toBe(true);
  expect(isNewState('on', null)).toBe(true);
  expect(isNewState('over', null)).toBe(false);
  expect(isNewState('soon', 'planned')).toBe(true);
  expect(isNewState('over', 'planned')).toBe(true);
  expect(isNewState('planned', 'planned')).toBe(false);
  expect(isNewState('planned', 'soon')).toBe(false);
});
