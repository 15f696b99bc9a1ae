import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readRecents, withRecent } from '../../../../src/data/recents.ts';
import { LANGUAGES, type Language } from '../../../../src/i18n/languages.ts';
import { EMOJI, indexOfEmoji } from '../../../../src/messages/emoji/emoji.ts';
import { cellAfter, rowOf, rowsOf, sectionsOf } from '../../../../src/messages/emoji/rows.ts';
import { findIn, type Index, parseIndex } from '../../../../src/messages/emoji/search.ts';
import { withTone } from '../../../../src/messages/emoji/tone.ts';

const FOLDER = new URL('../../../../src/messages/emoji/', import.meta.url);
const bytesOf = (file: string) => readFileSync(new URL(file, FOLDER));
const wordsOf = (language: Language) => JSON.parse(bytesOf(`words/${language}.json`).toString()) as readonly string[];
const weightOf = (file: string) => gzipSync(bytesOf(file), { level: 9 }).byteLength;

const indexes = new Map<Language, Index>();
function find(language: Language, query: string) {
  const index = indexes.get(language) ?? parseIndex(wordsOf(language));
  indexes.set(language, index);
  return findIn(index, query, 12).map((place) => EMOJI[place]?.glyph);
}

describe('the emoji list', () => {
  test('the emoji list has each emoji once, in at most 6 kB', () => {
    expect(EMOJI.length).toBeGreaterThan(1_800);
    expect(new Set(EMOJI.map(({ glyph }) => glyph)).size).toBe(EMOJI.length);
    expect(weightOf('list.json')).toBeLessThanOrEqual(6_000);
  });

  test.each(Object.keys(LANGUAGES) as Language[])(
    'each emoji except a flag has search words in %s, in at most 25 kB',
    (language) => {
      const words = wordsOf(language);
      expect(words).toHaveLength(EMOJI.length);
      const nameless = words.flatMap((line, place) => (line === '' ? [EMOJI[place]?.glyph ?? ''] : []));
      expect(nameless.filter((glyph) => !/^\p{RI}{2}$/u.test(glyph))).toEqual([]);
      expect(weightOf(`words/${language}.json`)).toBeLessThanOrEqual(25_000);
    },
  );
});

describe('emoji search', () => {
  test.each([
    ['en', 'rocket', '🚀'],
    ['en', 'RED HEART', '❤️'],
    ['en', 'heart red', '❤️'],
    ['de', 'Daumen', '👍'],
    ['fr', 'fusee', '🚀'],
    ['tr', 'gülen', '😄'],
    ['ar', 'صاروخ', '🚀'],
    ['he', 'רקטה', '🚀'],
    ['hi', 'रॉकेट', '🚀'],
    ['bn', 'রকেট', '🚀'],
    ['ja', 'ロケット', '🚀'],
    ['zh', '火箭', '🚀'],
    ['ko', '로켓', '🚀'],
    // An incomplete syllable.
    ['ko', '로케', '🚀'],
  ] as const)('emoji search in %s finds %s by its name', (language, query, glyph) => {
    expect(find(language, query)).toContain(glyph);
  });

  test('emoji search ranks exact names before related words', () => {
    expect(find('en', 'cat')[0]).toBe('🐈');
    expect(find('en', 'dog')[0]).toBe('🐕');
  });

  test('emoji search finds nothing for an empty or unknown query', () => {
    expect(find('en', '  ')).toEqual([]);
    expect(find('en', 'qqqq')).toEqual([]);
    expect(find('en', 'cat qqqq')).toEqual([]);
  });

  test('emoji search matches one letter only at the start of a word', () => {
    const [place = -1] = findIn(parseIndex(['anteater', 'rat', 'wombat']), 'r', 9);
    expect(place).toBe(1);
    expect(findIn(parseIndex(['anteater', 'rat', 'wombat']), 'r', 9)).toHaveLength(1);
    expect(findIn(parseIndex(['anteater', 'rat', 'wombat']), 'at', 9)).toHaveLength(3);
  });
});

describe('a skin tone', () => {
  test.each([
    ['👍', '👍🏽'],
    ['☝️', '☝🏽'],
    ['👩‍🚀', '👩🏽‍🚀'],
    ['🏃‍♀️', '🏃🏽‍♀️'],
    ['🧑‍🤝‍🧑', '🧑🏽‍🤝‍🧑🏽'],
    ['👩‍❤️‍💋‍👨', '👩🏽‍❤️‍💋‍👨🏽'],
    ['🤝', '🤝🏽'],
  ])('a skin tone changes %s to %s', (glyph, toned) => {
    expect(withTone(glyph, 'medium')).toBe(toned);
    expect(withTone(glyph, 'none')).toBe(glyph);
  });

  test('an emoji with a skin tone has the position of its plain form', () => {
    for (const { glyph, toned } of EMOJI) {
      if (!toned) continue;
      const dark = withTone(glyph, 'dark');
      expect(dark, glyph).not.toBe(glyph);
      expect(indexOfEmoji(dark), glyph).toBe(EMOJI.findIndex((one) => one.glyph === glyph));
    }
  });
});

describe('recently used emoji', () => {
  test('recently used emoji are newest first, each once, 24 at most', () => {
    expect(withRecent(['🐈', '🐕'], '🐕')).toEqual(['🐕', '🐈']);
    const many = EMOJI.slice(0, 40).reduce<readonly string[]>((recents, { glyph }) => withRecent(recents, glyph), []);
    expect(many).toHaveLength(24);
    expect(many[0]).toBe(EMOJI[39]?.glyph);
  });

  test('recently used emoji are read from any stored value, and other texts are dropped', () => {
    const isEmoji = (glyph: string) => indexOfEmoji(glyph) !== undefined;
    expect(readRecents(null, isEmoji)).toEqual([]);
    expect(readRecents('🐈 👍🏽 🐈 <script> hello ', isEmoji)).toEqual(['🐈', '👍🏽']);
    expect(readRecents(EMOJI.map(({ glyph }) => glyph).join(' '), isEmoji)).toHaveLength(24);
  });
});

describe('rows of the emoji grid', () => {
  const cells = (count: number) => Array.from({ length: count }, (_, place) => ({ glyph: 'x', place }));
  const rows = rowsOf(
    [
      ['recent', cells(3)],
      ['smileys', cells(7)],
    ],
    5,
  );

  test('rows of the emoji grid follow their headings', () => {
    expect(rows.map((row) => (row.kind === 'head' ? row.head : row.cells.length))).toEqual([
      'recent',
      3,
      'smileys',
      5,
      2,
    ]);
    expect(rowOf(rows, 2)).toBe(1);
    expect(rowOf(rows, 3)).toBe(3);
    expect(rowOf(rows, 9)).toBe(4);
    expect(rowOf(rows, 10)).toBe(-1);
  });

  test.each([
    [2, 'right', 3],
    [0, 'left', 0],
    [9, 'right', 9],
    [1, 'down', 4],
    [7, 'down', 9],
    [4, 'up', 1],
    [7, 'up', 2],
    [9, 'down', 9],
    [1, 'up', undefined],
    [5, 'first', 0],
    [5, 'last', 9],
  ] as const)('the focus moves from cell %i by %s to cell %s', (from, move, to) => {
    expect(cellAfter(rows, from, move)).toBe(to);
  });

  test('the emoji grid contains every emoji once after the recently used ones', () => {
    const sections = sectionsOf([{ glyph: '🐈', place: indexOfEmoji('🐈') ?? 0 }], 'none');
    expect(sections[0]?.[0]).toBe('recent');
    expect(sections.slice(1).flatMap(([, found]) => found)).toHaveLength(EMOJI.length);
  });
});
