import { expect, test } from 'vitest';
import { loginPath, safeNext } from '../../../../src/routing/safe-path.ts';

const origin = 'https://gemcall.example';
const isPage = (path: string) => /^\/(goddess|settings|message(\/[^/]+)?|login)$/.test(path);

test.each([
  ['/message', '/message'],
  ['/message/u_9001', '/message/u_9001'],
  ['/message/u_9001?new#x', '/message/u_9001?new#x'],
  ['/settings', '/settings'],
])('a reader of %s returns to it after the login', (wanted, expected) => {
  expect(safeNext(wanted, origin, isPage)).toBe(expected);
});

test.each([
  null,
  '',
  'message',
  '//evil.example/message',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/message',
  'javascript:alert(1)',
  '/message@evil.example/..//evil.example',
  '/login?next=/login',
  '/messages',
  '/api/login_service/logout',
])('a link to %j after the login opens the start page', (wanted) => {
  expect(safeNext(wanted, origin, isPage)).toBe('/goddess');
});

test('the login keeps the requested page', () => {
  expect(loginPath('/goddess')).toBe('/login');
  expect(loginPath('/message')).toBe('/login?next=%2Fmessage');
  expect(loginPath('/message/u_9001?new')).toBe('/login?next=%2Fmessage%2Fu_9001%3Fnew');
});
