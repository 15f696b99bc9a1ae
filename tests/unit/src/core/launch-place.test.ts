import { expect, test } from 'vitest';
import { APP_START } from '../../../../contract/brand.ts';
import { placeOfLaunch } from '../../../../src/app/edges/launch-place.ts';

const ORIGIN = 'https://gem.test';
const PAGES = ['/message', '/message/u_9001', '/settings', '/open', '/call/9001', '/login'];
const placeOf = (target: unknown) => placeOfLaunch(target, ORIGIN, (path) => PAGES.includes(path));

test('a launch opens a page of the app with its parameters', () => {
  expect(placeOf(`${ORIGIN}/settings`)).toBe('/settings');
  expect(placeOf(`${ORIGIN}/open?to=web%2Bgemcall%3Awall`)).toBe('/open?to=web%2Bgemcall%3Awall');
  expect(placeOf(`${ORIGIN}/login#move=abc`)).toBe('/login#move=abc');
  // The shortcut leads to the list, the icon only brings the window to the front.
  expect(placeOf(`${ORIGIN}/message`)).toBe('/message');
  expect(placeOf(`${ORIGIN}${APP_START}`)).toBeUndefined();
});

test.each([
  undefined,
  null,
  7,
  '',
  '/settings',
  'https://evil.test/settings',
  'https://gem.test.evil.test/settings',
  'javascript:alert(1)',
  `${ORIGIN}/nothing`,
  `${ORIGIN}//evil.test/settings`,
  `${ORIGIN}/api/login`,
])('%j opens no page', (target) => {
  expect(placeOf(target)).toBeUndefined();
});
