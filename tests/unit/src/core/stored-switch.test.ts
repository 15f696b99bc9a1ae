import { expect, test, vi } from 'vitest';
import { giftsChime } from '../../../../src/data/stored-switch.ts';

test.each([
  [null, true],
  ['on', true],
  ['off', false],
  ['yes', false],
  ['', false],
])('a switch of the device that is stored as %j is on: %j', (stored, isOn) => {
  vi.stubGlobal('localStorage', { getItem: () => stored });
  expect(giftsChime()).toBe(isOn);
});
