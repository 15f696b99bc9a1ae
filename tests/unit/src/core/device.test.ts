import { expect, test } from 'vitest';
import { deviceOf } from '../../../../src/data/platform.ts';
import { surroundingsOf } from '../../../../worker/analytics/surroundings.ts';

const at = (userAgent: string, maxTouchPoints = 0) => deviceOf({ userAgent, maxTouchPoints });

test('the kind of device is read from the user agent and the number of touch points', () => {
  expect(at('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 5)).toBe('ios');
  expect(at('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 5)).toBe('ios');
  expect(at('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15')).toBe('computer');
  expect(at('Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile', 5)).toBe('android');
  expect(at('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0', 10)).toBe('computer');
});

test('an iPad that reports a Mac is an iPad in events, once a page has reported its touch screen to the worker', () => {
  const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15';
  expect(surroundingsOf({ userAgent, maxTouchPoints: 5 })['#os']).toBe('ios');
  expect(surroundingsOf({ userAgent })['#os']).toBe('mac');
});
