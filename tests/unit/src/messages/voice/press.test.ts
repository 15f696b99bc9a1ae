import { expect, test, vi } from 'vitest';

const window = new EventTarget();
vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
const { newPress, pressIn, takePress } = await import('../../../../../src/routing/press.ts');

test('a press acts once', () => {
  const state = newPress();
  expect(takePress(pressIn(state))).toBe(true);
  expect(takePress(pressIn(state))).toBe(false);
});

test.each([null, undefined, 'press', {}, { press: '' }, { press: 1 }, { press: 'made up' }])(
  'the history state %j of an externally opened page is not a press',
  (state) => {
    newPress();
    expect(takePress(pressIn(state))).toBe(false);
  },
);

test('a press without an effect does not act when the viewer steps back and forth later', () => {
  const state = newPress();
  window.dispatchEvent(new Event('popstate'));
  expect(takePress(pressIn(state))).toBe(false);
});

test('only the last press acts', () => {
  const first = newPress();
  const second = newPress();
  expect(takePress(pressIn(first))).toBe(false);
  expect(takePress(pressIn(second))).toBe(true);
});
