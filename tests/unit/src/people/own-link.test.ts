import { expect, test } from 'vitest';
import { BRAND_IDS } from '../../../../contract/brand.ts';
import { placeOfLink } from '../../../../src/routing/own-link.ts';

test.each(BRAND_IDS)('a web+%s link opens a conversation, a profile or the wall', (brand) => {
  const at = (rest: string) => placeOfLink(`web+${brand}:${rest}`, brand);
  for (const slashes of ['', '//']) {
    expect(at(`${slashes}chat/u_9001`)).toBe('/message/u_9001');
    expect(at(`${slashes}person/9001`)).toBe('/anchorprofile?uid=9001');
    expect(at(`${slashes}wall`)).toBe('/goddess');
  }
  expect(at('wall/')).toBe('/goddess');
});

test.each([
  '',
  'wall',
  'web+velora:wall',
  'web+gemcall:',
  'web+gemcall:call/9001',
  'web+gemcall:chat/9001',
  'web+gemcall:chat/u_0',
  'web+gemcall:chat/u_9001/../../call/9001',
  'web+gemcall:chat/u_9001?now',
  'web+gemcall:person/u_9001',
  'web+gemcall:person/9001#x',
  'web+gemcall:///wall',
  'web+gemcall:wall\n',
  'WEB+GEMCALL:wall',
  'https://evil.test/web+gemcall:wall',
  'javascript:alert(1)',
  `web+gemcall:person/${'9'.repeat(16)}`,
])('%j opens no page', (link) => {
  expect(placeOfLink(link, 'gemcall')).toBeUndefined();
});
