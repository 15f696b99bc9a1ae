import { expect, test } from 'vitest';
import { loginPath, safeNext } from '../../../src/app/safe-path.ts';

const origin = 'https://gemcall.example';

test.each([
  ['/message', '/message'],
  ['/message/u_9001', '/message/u_9001'],
  ['/message/u_9001?new#x', '/message/u_9001?new#x'],
  ['/settings', '/settings'],
])('a reader who wanted %s comes back to it', (wanted, expected) => {
  expect(safeNext(wanted, origin)).toBe(expected);
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
])('a link that asks for %j after the login leads to the messages', (wanted) => {
  expect(safeNext(wanted, origin)).toBe('/message');
});

test('the login remembers where its reader wanted to go', () => {
  expect(loginPath('/message')).toBe('/login');
  expect(loginPath('/message/u_9001?new')).toBe('/login?next=%2Fmessage%2Fu_9001%3Fnew');
});
