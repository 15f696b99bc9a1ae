import { describe, expect, test } from 'vitest';
import { detectLanguage, hasWords } from '../../../contract/chat/language.ts';
import { TEXT_LANGUAGES } from '../../../contract/chat/text-languages.ts';
import { linesOf } from '../../../demo/hosts/phrasebook.ts';

describe.each(TEXT_LANGUAGES)('sentences in %s', (lang) => {
  const found = linesOf(lang)
    .flat()
    .map((line) => detectLanguage(line));

  test('no sentence is detected as another language', () => {
    expect(found.filter((one) => one !== undefined && one !== lang)).toEqual([]);
  });

  test('more than 85 % of the sentences are detected', () => {
    expect(found.filter((one) => one === lang).length / found.length).toBeGreaterThan(0.85);
  });
});

test('an ambiguous text has no language, and a text in another script has another language', () => {
  for (const text of ['', '😀', '123', 'ok', 'https://example.org/', '\uffff\ud800', 'wow wow']) {
    expect(detectLanguage(text), text).toBeUndefined();
  }
  expect(detectLanguage('Привет, как дела?')).toBe('other');
  expect(detectLanguage('สวัสดี')).toBe('other');
});

test('only a text with words can be translated', () => {
  for (const text of ['', '😀😀', '12:30', 'https://example.org/hello', '?!', '\uffff'])
    expect(hasWords(text), text).toBe(false);
  for (const text of ['hi', '好', 'see https://example.org/', 'हाँ']) expect(hasWords(text), text).toBe(true);
});
