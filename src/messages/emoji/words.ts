import type { Language } from '../../i18n/languages.ts';
import { countryName } from '../../i18n/names.ts';
import { EMOJI } from './emoji.ts';

/** JSON files, not script modules: modules would be precached for all languages at install. */
const FILES = import.meta.glob<string>('./words/*.json', { query: '?url', import: 'default', eager: true });

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length === EMOJI.length && value.every((line) => typeof line === 'string');

const LETTER_A = 0x1f1e6;
/** Country code of a flag emoji, which consists of two regional indicator letters. */
const codeOf = (flag: string) =>
  [...flag].map((letter) => String.fromCharCode((letter.codePointAt(0) ?? LETTER_A) - LETTER_A + 65)).join('');

const known = new Map<Language, readonly string[]>();

/** Loads the lines `name|keyword|keyword` of all emoji, in the order of `EMOJI`. Rejects if they cannot be fetched. */
export async function loadEmojiWords(language: Language): Promise<readonly string[]> {
  const before = known.get(language);
  if (before) return before;
  const response = await fetch(FILES[`./words/${language}.json`] ?? '');
  const lines: unknown = await response.json();
  if (!isWords(lines)) throw new TypeError('These are no words for the emoji');
  const words = lines.map((line, place) => line || countryName(codeOf(EMOJI[place]?.glyph ?? '')));
  known.set(language, words);
  return words;
}
