import { useEffect, useMemo, useState } from 'react';
import { currentLanguage } from '../../i18n/i18n.ts';
import type { Language } from '../../i18n/languages.ts';
import { countryName } from '../../i18n/names.ts';
import { EMOJI } from './emoji.ts';
import { parseIndex } from './search.ts';

/** Addresses of the word lists by path. They are JSON files, because script modules would be precached for all languages at install. */
const FILES = import.meta.glob<string>('./words/*.json', { query: '?url', import: 'default', eager: true });

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length === EMOJI.length && value.every((line) => typeof line === 'string');

const LETTER_A = 0x1f1e6;
/** Country code of a flag emoji, which consists of two regional indicator letters. */
const codeOf = (flag: string) =>
  [...flag].map((letter) => String.fromCharCode((letter.codePointAt(0) ?? LETTER_A) - LETTER_A + 65)).join('');

const known = new Map<Language, readonly string[]>();

/** Loads the lines `name|keyword|keyword` of all emoji, in the order of `EMOJI`, once per page. Rejects if they cannot be fetched. */
async function loadEmojiWords(language: Language): Promise<readonly string[]> {
  const before = known.get(language);
  if (before) return before;
  const response = await fetch(FILES[`./words/${language}.json`] ?? '');
  const lines: unknown = await response.json();
  if (!isWords(lines)) throw new TypeError('These are no words for the emoji');
  const words = lines.map((line, place) => line || countryName(codeOf(EMOJI[place]?.glyph ?? '')));
  known.set(language, words);
  return words;
}

/**
 * Returns the words of the emoji in the language of the interface, their search index, and the name of the emoji at an index of `EMOJI`.
 * `words` is undefined while they load and null if that failed.
 */
export function useEmojiWords() {
  const language = currentLanguage();
  const [words, setWords] = useState<readonly string[] | null>();
  useEffect(() => {
    let mounted = true;
    const tell = (found: readonly string[] | null) => mounted && setWords(found);
    loadEmojiWords(language).then(tell, () => tell(null));
    return () => {
      mounted = false;
    };
  }, [language]);
  const index = useMemo(() => (words ? parseIndex(words) : undefined), [words]);
  const nameOf = (place: number) => words?.[place]?.split('|', 1)[0];
  return { words, index, nameOf };
}
