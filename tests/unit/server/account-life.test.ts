import { expect, test } from 'vitest';
import { yearsSince } from '#contract/account/life.ts';
import { isCommonPassword } from '../../../server/domains/account/common-passwords.ts';
import { loginDevice, parseUserAgent } from '../../../server/domains/account/user-agent.ts';

test.each([
  ['2008-11-23', '2026-11-23', 18],
  ['2008-11-24', '2026-11-23', 17],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2026-11-23', '2026-11-23', 0],
  ['2026-11-24', '2026-11-23', undefined],
  ['2001-02-30', '2026-11-23', undefined],
  ['0001-01-01', '2026-11-23', undefined],
  ['nothing', '2026-11-23', undefined],
])('a user born on %s is, on %s, %s years old', (bDay, today, years) => {
  expect(yearsSince(bDay, today)).toBe(years);
});

test.each([
  'password',
  'P@ssw0rd',
  'passw0rd!!',
  'qwerty123',
  '1q2w3e4r5t',
  'iloveyou2',
  'football1',
  '11111111',
  '87654321',
  'abcdefgh',
  'Charlie12',
  'sunshine99',
  'dragonlove',
  'letmein123',
  'abcd1234',
  'asdfghjkl',
  'superman1',
  '19900101',
  'gemcall2026',
])('the password %s is common', (passwd) => expect(isCommonPassword(passwd)).toBe(true));

test.each(['correct horse battery', 'zonky73q', 'Tr0ub4dor&3x', 'violet-otter-lamp', '8fK2pq9z', 'мойлучшийкот'])(
  'the password %s is not common',
  (passwd) => expect(isCommonPassword(passwd)).toBe(false),
);

const CHROME = 'Chrome/140.0.0.0 Safari/537.36';
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${CHROME}`, 'Windows', 'Chrome'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 SamsungBrowser/24.0 ${CHROME}`,
    'Android',
    'Samsung Internet',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'iPhone',
    'Safari',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux', 'Firefox'],
  [`Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${CHROME} Edg/140.0`, 'Windows', 'Edge'],
  ['test', '', ''],
])('%s is shown as %s, %s', (userAgent, platform, browser) => {
  expect(parseUserAgent(userAgent)).toEqual({ platform, browser });
});

test('an iPad that reports a Mac is shown as an iPad by its touch screen, and a Mac as macOS', () => {
  const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
  const seen = (touchPoints?: number) => loginDevice({ androidId: 'a', fingerprint: userAgent, touchPoints });
  expect(seen(5)).toEqual({ id: 'a', platform: 'iPad', browser: 'Safari' });
  for (const touchPoints of [0, undefined]) expect(seen(touchPoints).platform).toBe('macOS');
});
