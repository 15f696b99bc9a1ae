import { BRAND_IDS } from '../../../contract/brand.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import { readableTexts } from './sight.ts';

const FILES = import.meta.glob<unknown>('../../../src/i18n/locales/*/**/*.json', { eager: true, import: 'default' });
/** Translations that the app's screens do not show: legal pages and notifications of the system. */
const ELSEWHERE = /\/(?:legal|push)\.json$/;

const KEY = /^[a-z]+(?:-[a-z]+)*(?:[:.][A-Za-z-]+)+(?:_(?:zero|one|two|few|many|other))?$/;
/** Names, the same in each language. */
const OURS = new Set(['OK', ...BRAND_IDS, ...BRAND_IDS.map((id) => `${id}.app`)]);

/** Every text of a language by its key. */
function sentencesOf(language: Language): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') found.set(key, value);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, `${key}.${name}`);
  };
  for (const [path, words] of Object.entries(FILES)) {
    if (path.includes(`/${language}/`) && !ELSEWHERE.test(path)) walk(words, path.slice(path.lastIndexOf('/') + 1));
  }
  return found;
}

const known = new Map<Language, ReadonlySet<string>>();

/** English texts that this language translates differently. */
function englishOnly(language: Language): ReadonlySet<string> {
  const before = known.get(language);
  if (before) return before;
  const own = sentencesOf(language);
  const said = new Set(own.values());
  const english = [...sentencesOf('en')].filter(([key, words]) => own.get(key) !== words && !said.has(words));
  const found = new Set(english.map(([, words]) => words));
  known.set(language, found);
  return found;
}

/** Texts that should not appear in this language: keys, unfilled placeholders, English. */
export function strangeTexts(language: Language): string[] {
  const english = englishOnly(language);
  return readableTexts().filter(
    (text) => !OURS.has(text) && (KEY.test(text) || /\{\{|\}\}|\bundefined\b/.test(text) || english.has(text)),
  );
}
