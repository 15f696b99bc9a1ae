import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language, localeOf } from '../../../src/i18n/languages.ts';

type Words = { readonly [key: string]: string | Words };
type Entry = { readonly key: string; readonly text: string };

const ROOT = new URL('../../../src/i18n/locales/', import.meta.url);
const PLURAL = /_(?<category>zero|one|two|few|many|other)$/;
const others = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en');

/** The texts of the first screen, and in `more/` the texts that are fetched later. */
const filesOf = (language: Language) =>
  readdirSync(new URL(`${language}/`, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort();

function flatten(words: Words, path: string): Entry[] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ key: `${path}${name}`, text: value }] : flatten(value, `${path}${name}.`),
  );
}

function entriesOf(language: Language): Entry[] {
  return filesOf(language).flatMap((file) => {
    const words = JSON.parse(readFileSync(new URL(`${language}/${file}`, ROOT), 'utf8')) as Words;
    return flatten(words, `${file.replace(/\.json$/, '')}:`);
  });
}

const baseOf = (key: string) => key.replace(PLURAL, '');
const categoryOf = (key: string) => PLURAL.exec(key)?.groups?.['category'];
const PLACEHOLDER = /\{\{[^}]*\}\}/g;
const placeholdersOf = (text: string) => [...(text.match(PLACEHOLDER) ?? [])].sort();
const proseOf = (text: string) => text.replaceAll(PLACEHOLDER, '');
const countWords = (text: string) => (proseOf(text).match(/[\p{L}\p{M}'’-]+/gu) ?? []).length;

const english = entriesOf('en');
const singular = english.filter(({ key }) => categoryOf(key) === undefined);
const plurals = [...new Set(english.filter(({ key }) => categoryOf(key) !== undefined).map(({ key }) => baseOf(key)))];

/** English by key; a plural form is compared with the English "other". */
const englishText = new Map(english.map(({ key, text }) => [key, text]));
const originalOf = (key: string) => englishText.get(key) ?? englishText.get(`${baseOf(key)}_other`) ?? '';

const rulesOf = (language: Language) => new Intl.PluralRules(localeOf(language));

/** "one message" may leave the number out where the form is used for a single number only. */
function holdsOneNumber(language: Language, category: string): boolean {
  const rules = rulesOf(language);
  const numbers = Array.from({ length: 1001 }, (_, number) => number);
  return numbers.filter((number) => rules.select(number) === category).length === 1;
}

/** Sentences too long to be the same in another language by chance. */
const englishSentences = english
  .flatMap(({ text }) => text.split(/(?<=[.!?:])\s+/))
  .filter((sentence) => countWords(sentence) >= 3);

/** English words that occur in no other supported language. */
const ENGLISH =
  /(?<![\p{L}\p{M}])(?:the|you|your|this|these|with|again|please|cannot|could|have|yet)(?![\p{L}\p{M}])/iu;

/** Writing systems in which Latin letters can only be a name or an abbreviation. */
const FOREIGN_SCRIPT: ReadonlySet<Language> = new Set<Language>(['hi', 'ar', 'ja', 'zh', 'ko', 'bn', 'he']);
const LATIN_NAMES: ReadonlySet<string> = new Set([
  'Google',
  'Stripe',
  'UPI',
  'ID',
  'QR',
  'MB',
  'Cookie',
  'iPhone',
  'iPad',
  'IBAN',
  'CSV',
  'UTC',
]);

test('English has all plural forms of each plural text', () => {
  const categories = rulesOf('en').resolvedOptions().pluralCategories;
  for (const base of plurals)
    for (const category of categories) expect(englishText.has(`${base}_${category}`), base).toBe(true);
});

describe.each(others)('%s', (language) => {
  const entries = entriesOf(language);

  test('a language has the files of English', () => {
    expect(filesOf(language)).toEqual(filesOf('en'));
  });

  test('a language has the keys of English and all of its plural forms', () => {
    const categories = rulesOf(language).resolvedOptions().pluralCategories;
    const forms = plurals.flatMap((base) => categories.map((category) => `${base}_${category}`));
    const wanted = [...singular.map(({ key }) => key), ...forms];
    expect(entries.map(({ key }) => key).sort()).toEqual(wanted.sort());
  });

  test('a language has the placeholders of English', () => {
    for (const { key, text } of entries) {
      const category = categoryOf(key);
      const silent = category !== undefined && !text.includes('{{count}}') && holdsOneNumber(language, category);
      const wanted = placeholdersOf(originalOf(key)).filter((name) => !(silent && name === '{{count}}'));
      expect(placeholdersOf(text), key).toEqual(wanted);
    }
  });

  test('a language has no empty or untrimmed text', () => {
    expect(entries.filter(({ text }) => text.trim() === '' || text !== text.trim())).toEqual([]);
  });

  test('a language uses no brand name', () => {
    expect(entries.filter(({ text }) => /gemcall|velora|miravo/i.test(text))).toEqual([]);
  });

  test('a language has no untranslated English', () => {
    const same = entries.filter(({ key, text }) => countWords(text) > 3 && text === originalOf(key));
    expect(same).toEqual([]);
    expect(entries.filter(({ text }) => englishSentences.some((sentence) => text.includes(sentence)))).toEqual([]);
    expect(entries.filter(({ text }) => ENGLISH.test(proseOf(text)))).toEqual([]);
  });

  test.runIf(FOREIGN_SCRIPT.has(language))('a language with its own script uses Latin letters only in names', () => {
    const latin = entries.filter(({ text }) =>
      (proseOf(text).match(/\p{Script=Latin}+/gu) ?? []).some((word) => !LATIN_NAMES.has(word)),
    );
    expect(latin).toEqual([]);
  });
});

/** In each language with two forms of address: the form that no text may use. */
const OTHER_ADDRESS: Partial<Record<Language, RegExp>> = {
  bn: /তুমি|তোমা|তুই/,
  de: /(?<=[^.!?:„»\s] )(Sie|Ihnen)(?!\p{L})/u,
  es: /\b(usted|ustedes)\b/iu,
  fr: /(?<!\p{L})(tu|toi|ton|ta|tes)(?!\p{L})/iu,
  hi: /तुम|तेर/,
  id: /\b[Aa]nda\b/,
  it: /\b(Lei|Suo|Sua|vostro|vostra)\b/,
  pt: /(?<!\p{L})(tu|teu|tua|teus|tuas|contigo)(?!\p{L})/iu,
  tr: /(?<!\p{L})(siz|size|sizi|sizin)(?!\p{L})/iu,
  zh: /您/,
};

test.each(Object.entries(OTHER_ADDRESS))('%s addresses the reader in one grammatical form', (language, other) => {
  const wrong = entriesOf(language as Language).filter(({ text }) => other.test(proseOf(text)));
  expect(wrong).toEqual([]);
});

/** Simplified characters that no traditional text has. */
const SIMPLIFIED =
  /[这删发设为编们双选时长无还请应话样认图题个号权户经会开说点问让给过进远连动订录听写读声银钱买卖费额单]/;

test('zh is written in traditional characters', () => {
  expect(entriesOf('zh').filter(({ text }) => SIMPLIFIED.test(text))).toEqual([]);
});

/** The texts of the consent change only with its version, so they keep the formal register. */
test('ko has one polite register outside the texts of the consent', () => {
  const other = entriesOf('ko').filter(({ key }) => !/^(legal:(cookies|privacy)|entrance:consent)/.test(key));
  expect(other.filter(({ text }) => /[습합됩입]니다|십시오/.test(text))).toEqual([]);
});
