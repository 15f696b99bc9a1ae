import { expect, test } from 'vitest';
import { matchedText } from '../../../src/features/chat/around/matched-text.ts';
import { wordsToFind } from '../../../worker/db/reads/search.ts';

/** The line around the match, with brackets around what is marked. */
const line = (text: string, typed: string) =>
  matchedText(text, wordsToFind(typed))
    ?.map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['a match is marked whatever its case and accents are', 'Une École à Paris', 'ecole paris', 'Une [École] à [Paris]'],
  ['a letter that becomes two is marked whole', 'Straße', 'strasse', '[Straße]'],
  ['a syllable of Korean is marked while it is typed', '안녕하세요', '하ㅅ', '안녕[하세]요'],
  ['an emoji of several characters stays whole', '👩‍👩‍👧 tea', 'tea', '👩‍👩‍👧 [tea]'],
  ['all occurrences are marked, and lines become one', 'tea\n\nand tea', 'tea', '[tea] and [tea]'],
])('%s', (_title, text, typed, expected) => {
  expect(line(text, typed)).toBe(expected);
});

test('a long text is cut at a word before the first match', () => {
  const found = line(`${'word '.repeat(100)}tea ${'more '.repeat(100)}`, 'tea') ?? '';
  expect(found).toMatch(/^…word (word )*\[tea\] more/);
  expect(found).toMatch(/…$/);
  expect(found.length).toBeLessThan(175);
});

test('a text without the words has no marks', () => {
  expect(line('coffee', 'tea')).toBeUndefined();
});
