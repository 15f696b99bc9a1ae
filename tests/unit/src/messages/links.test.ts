import { expect, test } from 'vitest';
import { addressOf, ownPath, scanLinks } from '../../../../src/messages/links.ts';

const linksIn = (text: string) => scanLinks(text).flatMap(({ url }) => url ?? []);

test.each([
  ['see https://example.com/a?b=c#d now', ['https://example.com/a?b=c#d']],
  ['(https://example.com/a).', ['https://example.com/a']],
  ['https://example.com/a_(b)', ['https://example.com/a_(b)']],
  ['HTTPS://Example.com', ['https://example.com/']],
  ['https://a.com,https://b.com', []],
  ['https://пример.рф/', ['https://xn--e1afmkfd.xn--p1ai/']],
  ['http://example.com javascript:alert(1) example.com www.example.com', []],
  ['xhttps://example.com', []],
  ['https://', []],
  ['https://localhost/ https://user:word@example.com/ https://you@evil.com', []],
  ['https://example.com/\u202egpj.exe', ['https://example.com/']],
])('the addresses in %j are %j', (text, urls) => {
  expect(linksIn(text)).toEqual(urls);
});

test('the joined parts equal the text, whatever it is', () => {
  for (const text of [
    '',
    'plain',
    'a https://b.com. c',
    'https://b.com',
    '<b>https://b.com</b>',
    'İhttps:// https://b.c',
  ]) {
    expect(
      scanLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});

test('a link whose text names another address is not a link', () => {
  expect(addressOf('https://good.com@evil.com/')).toBeUndefined();
  expect(addressOf(`https://example.com/${'a'.repeat(2_048)}`)).toBeUndefined();
  expect(addressOf('https://example.com')?.host).toBe('example.com');
});

test('a hundred thousand characters of partial addresses are kept completely', () => {
  for (const piece of ['https://', 'https://a.com/(((', 'https://a.com ', 'https://a.com)))']) {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(scanLinks(text).reduce((sum, part) => sum + part.text.length, 0)).toBe(text.length);
  }
});

test.each([
  ['https://gem.test/message/u_9001?a=b#c', '/message/u_9001?a=b#c'],
  ['https://gem.test/media/p/0', undefined],
  ['https://gem.test/nowhere', undefined],
  ['https://evil.test/message/u_9001', undefined],
  ['https://gem.test.evil.test/message/u_9001', undefined],
  ['https://gem.test//evil.test/message', undefined],
  ['https://gem.test/login', '/goddess'],
  ['no address', undefined],
])('%s opens %s in this app', (url, path) => {
  const isPage = (at: string) => /^\/(message\/u_\d+|login|goddess)$/.test(at);
  expect(ownPath(url, 'https://gem.test', isPage)).toBe(path);
});
