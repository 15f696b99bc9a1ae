import { afterEach, expect, test, vi } from 'vitest';
import { mostUsefulFault, openDevices } from '../../../../src/media/devices.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'taken'],
  ['AbortError', 'taken'],
  ['TypeError', 'failed'],
] as const)('the error %s of getUserMedia is reported as %s', async (name, fault) => {
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: () => Promise.reject(new DOMException('refused', name)) },
  });
  expect(await openDevices({ audio: true })).toEqual({ fault });
});

test('a browser without media devices is reported as unsupported', async () => {
  vi.stubGlobal('navigator', {});
  expect(await openDevices({ audio: true })).toEqual({ fault: 'unsupported' });
});

test('of several faults the one that the user can change is told', () => {
  expect(mostUsefulFault(['missing', 'denied', 'missing'])).toBe('denied');
  expect(mostUsefulFault(['missing', 'taken'])).toBe('taken');
  expect(mostUsefulFault(['missing', 'missing'])).toBe('missing');
});
