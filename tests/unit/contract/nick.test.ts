import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanNick } from '#contract/people/nick.ts';

const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].length;

test.each([
  ['an override of the direction', 'Maya\u202e', 'Maya'],
  ['an isolate', '\u2066Maya\u2069', 'Maya'],
  ['a zero-width space', 'Ma\u200bya', 'Maya'],
  ['a joiner between letters', 'Ma\u200dya', 'Maya'],
  ['a soft hyphen', 'Ma\u00adya', 'Maya'],
  ['a byte order mark', '\ufeffMaya', 'Maya'],
  ['a tag that cannot be seen', 'Maya\u{e0041}', 'Maya'],
  ['a Hangul filler', '\u3164Maya', 'Maya'],
  ['a line break', 'Ma\nya\u2028', 'Maya'],
  ['a control character', '\u0000Ma\u001bya', 'Maya'],
  ['blanks around', '  Maya  ', 'Maya'],
  ['only what cannot be seen', '\u200b\u202e \u00ad', ''],
])('%s does not make one name look like another', (_what, nick, shown) => {
  expect(cleanNick(nick)).toBe(shown);
});

test('names in every script stay unchanged', () => {
  for (const nick of ['Zoë', 'مايا', 'माया', '美咲', 'מאיה', 'Åsa Ö.', 'M❤️a', "O'Hara"])
    expect(cleanNick(nick)).toBe(nick);
});

test('two spellings of one name are normalized to one name', () => {
  expect(cleanNick('Zoe\u0308')).toBe(cleanNick('Zoë'));
});

test('a cleaned name is short and visible, and cleaning is idempotent', () => {
  const spoof = fc.constantFrom(
    '\u202e',
    '\u200b',
    '\u2066',
    '\u061c',
    '\ufe00',
    '\u034f',
    '\u180e',
    '\u0000',
    ' ',
    'a',
    '👩‍👧',
    'e\u0301',
  );
  const anyNick = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.array(spoof).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(anyNick, (nick) => {
      const shown = cleanNick(nick);
      expect(graphemes(shown)).toBeLessThanOrEqual(32);
      expect(shown.replaceAll('👩‍👧', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b-\u200d\u2060\ufeff]/u);
      expect(shown).toBe(shown.trim());
      expect(cleanNick(shown)).toBe(shown);
    }),
    { numRuns: 2_000 },
  );
});

test('a name of more than 32 letters or composed emoji from elsewhere is cut between them, and ends with a mark', () => {
  expect(cleanNick('x'.repeat(32))).toBe('x'.repeat(32));
  expect(cleanNick('x'.repeat(33))).toBe(`${'x'.repeat(31)}…`);
  expect(cleanNick('🇮🇳'.repeat(100))).toBe(`${'🇮🇳'.repeat(31)}…`);
  expect(cleanNick('👨‍👩‍👧‍👦'.repeat(30))).toBe(`${'👨‍👩‍👧‍👦'.repeat(23)}…`);
});
