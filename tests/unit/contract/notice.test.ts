import { expect, test } from 'vitest';
import { pathOfNotice, staysHere } from '#contract/notices/notice.ts';

test('a notification opens its conversation', () => {
  expect(pathOfNotice({ route: 'thread', tid: 'u_9001' })).toBe('/message/u_9001');
  expect(pathOfNotice({ route: 'thread', tid: 'localOfficial' })).toBe('/message/localOfficial');
  expect(pathOfNotice({ route: 'messages' })).toBe('/message');
});

test('a notification of a call keeps the current page, because a call rings on every page', () => {
  expect(pathOfNotice({ route: 'call' })).toBe('/');
  expect(staysHere({ route: 'call' })).toBe(true);
  expect(staysHere({ route: 'thread', tid: 'u_9001' })).toBe(false);
  expect(staysHere('call')).toBe(false);
});

test('a notification with invalid data opens the list of conversations, never an external page', () => {
  const strange = [
    undefined,
    null,
    'https://evil.example',
    { route: 'thread', tid: '../../evil' },
    { route: 'thread', tid: 'u_1/../..' },
    { route: 'thread', tid: '//evil.example' },
    { route: 'thread', tid: 'u_0' },
    { route: 'thread', tid: ['u_1'] },
    { route: 'url', url: 'https://evil.example' },
    { route: 'thread' },
  ];
  for (const data of strange) expect(pathOfNotice(data)).toBe('/message');
});
