import { expect, test } from 'vitest';
import { addressOf, ownPath, scanLinks } from '../../../../src/messages/links.ts';

const linksIn = (text: string) => scanLinks(text).flatMap(({ url }) => url ?? []);

test.each([
  ['see https://example.com/a?b=c#d now', ['https://example.com/a?b=c#d']],
  ['(https://example.com/a).', ['https://example.com/a']],
  ['https://example.com/a_(b)', ['https://example.com/a_(b)']],
  ['HTTPS://Example.com', ['https://example.com/']],
  ['https://a.com,https://b.com', ['https://a.com/', 'https://b.com/']],
  ['https://пример.рф/', ['https://xn--e1afmkfd.xn--p1ai/']],
  ['http://example.com javascript:alert(1) example.com www.example.com', []],
  ['xhttps://example.com', []],
  ['https://', []],
  ['https://localhost/ https://user:word@example.com/ https://you@evil.com', []],
  ['https://example.com/\u202egpj.exe', ['https://example.com/']],
])('the addresses in %j are %j', (text, urls) => {
  expect(linksIn(text)).toEqual(urls);
});

/** Words of twelve scripts, its full stop and its closing quotation mark, of which some write no spaces between words. */
const SCRIPTS = [
  ['Han', '你看', '这个', '。', '」'],
  ['Hiragana', '詳しくは', 'を見て', '。', '』'],
  ['Katakana', 'リンク', 'デス', '。', '）'],
  ['Hangul', '여기', '를 보세요', '.', '”'],
  ['Thai', 'ดูที่', 'นะ', 'ๆ', '”'],
  ['Lao', 'ເບິ່ງ', 'ເດີ້', '.', '”'],
  ['Khmer', 'មើល', 'ណា', '។', '»'],
  ['Myanmar', 'ကြည့်', 'ပါ', '။', '”'],
  ['Arabic', 'انظر', 'هنا', '۔', '»'],
  ['Hebrew', 'ראה', 'כאן', '.', '״'],
  ['Devanagari', 'देखो', 'यहाँ', '।', '”'],
  ['Cyrillic', 'смотри', 'тут', '.', '»'],
] as const;
const ADDRESSES = [
  'https://example.com',
  'https://example.com/a',
  'https://example.com:8443/a?b=c#d',
  'https://sub.example.co/a_(b)',
];

test.each(SCRIPTS)(
  'an address in %s text is found whole, with and without spaces around it',
  (_name, before, behind, stop, quote) => {
    for (const address of ADDRESSES) {
      const { href } = new URL(address);
      for (const text of [
        `${before}${address}${behind}`,
        `${before}${address}`,
        `${address}${behind}`,
        `${before}${address}${stop}`,
        `${before}${address}${stop}${behind}`,
        `${before} ${address} ${behind}`,
        `${before} ${address}${stop}`,
        `${before} ${address}${quote}${stop} ${behind}`,
        `(${before} ${address})`,
      ])
        expect([text, linksIn(text)]).toEqual([text, [href]]);
    }
  },
);

test.each([
  ['https://example.com.見て', ['https://example.com/']],
  ['https://example.com. Привет', ['https://example.com/']],
  ['https://例え.jpを見て', []],
  ['https://пример.рф見て', []],
  ['https://例え.jp/見て', ['https://xn--r8jz45g.jp/']],
  ['https://münchen.de/straße', ['https://xn--mnchen-3ya.de/stra%C3%9Fe']],
  ['https://www.münchen.de', ['https://www.xn--mnchen-3ya.de/']],
  ['https://exampleтам.com', []],
  ['https://example.com_evil.com', []],
  ['https://example.comé', []],
  ['https://example.com:word@evil.com/', []],
  ['https://a.comhttps://b.com', []],
  ['https://ru.wikipedia.org/wiki/Москва и', [new URL('https://ru.wikipedia.org/wiki/Москва').href]],
  ['https://fr.wikipedia.org/wiki/Café!', [new URL('https://fr.wikipedia.org/wiki/Café').href]],
  ['https://example.com/を見て', ['https://example.com/']],
  ['见：https://example.com/a（これ）ね', ['https://example.com/a']],
  ['(see https://en.wikipedia.org/wiki/Foo_(bar))', ['https://en.wikipedia.org/wiki/Foo_(bar)']],
  ['**https://example.com**', ['https://example.com/']],
  ['**https://example.com/a**', ['https://example.com/a']],
  ['_https://example.com/a_ ~https://example.com~', ['https://example.com/a', 'https://example.com/']],
  ['https://example.com-見', ['https://example.com/']],
  ['https://-example.com https://example-.com', []],
  ['https://example.com:123456 https://example.com:80a', []],
  ['https://example.com:8080です', ['https://example.com:8080/']],
  ['https://a.com/a,https://b.com/b', ['https://a.com/a', 'https://b.com/b']],
  ['https://a.com/web/https://b.com', ['https://a.com/web/https://b.com']],
  ['https://good.com。evil.com https://good.com／evil', ['https://good.com/', 'https://good.com/']],
  ['https://good.com%2eevil.com https://good.com\\@evil.com', []],
  ['https://example.com/a׃ https://example.com/a։ https://example.com/a።', Array(3).fill('https://example.com/a')],
  ['https://example.com/a؟ https://example.com/a؛ https://example.com/a‽', Array(3).fill('https://example.com/a')],
  ['„https://example.com/a“ ‹https://example.com/a› 《https://example.com/a》', Array(3).fill('https://example.com/a')],
])('a link in %j never leads to another host', (text, urls) => {
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
