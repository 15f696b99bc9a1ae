import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/*
 * Writes the picker's list of emoji and the words by which each language finds them:
 *
 *   node demo/emoji/make.ts <folder>
 *
 * list.json        [[group, 'emoji emoji …'], …]; a '+' behind one says that it takes a skin tone
 * words/<lng>.json ['name|word|word', …], in the order of the list; '' for the flag of a country, whose name the browser knows
 */

/** Unicode emoji version: many phones lack glyphs for newer emoji. */
const NEWEST = 15;
/** Maximum keywords per emoji; fewer in a language whose file would exceed its limit. */
const KEYWORDS = 6;
/** Maximum compressed size of a language's file of words, in bytes. */
const LIMIT = 25_000;
const LEVEL = 9;

/** App languages, each with the folder of its annotations. */
const LANGUAGES = {
  en: 'en',
  hi: 'hi',
  pt: 'pt',
  ar: 'ar',
  tr: 'tr',
  it: 'it',
  es: 'es',
  id: 'id',
  de: 'de',
  fr: 'fr',
  ja: 'ja',
  zh: 'zh-Hant',
  ko: 'ko',
  bn: 'bn',
  he: 'he',
} as const;

const GROUPS: Readonly<Record<string, string>> = {
  smileys_emotion: 'smileys',
  people_body: 'people',
  animals_nature: 'nature',
  food_drink: 'food',
  travel_places: 'travel',
  activities: 'activities',
  objects: 'objects',
  symbols: 'symbols',
  flags: 'flags',
};

type Emoji = { readonly emoji: string; readonly skin_tone_support: boolean; readonly emoji_version: string };
type Group = { readonly slug: string; readonly emojis: readonly Emoji[] };
type Annotation = { readonly default?: readonly string[]; readonly tts?: readonly string[] };
type Annotations = { readonly annotations: { readonly annotations: Readonly<Record<string, Annotation>> } };

const { resolve } = createRequire(import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(resolve(file), 'utf8'));

const plain = (emoji: string) => emoji.replaceAll('\u{fe0f}', '');
const SIGNS: Readonly<Record<string, string>> = { '♀': '👩', '♂': '👨' };
const isCountry = (emoji: string) => /^\p{RI}{2}$/u.test(emoji);
const wordsIn = (text: string) => text.toLowerCase().split(/[\s,:-]+/);

const groups = (read('unicode-emoji-json/data-by-group.json') as readonly Group[]).map(({ slug, emojis }) => ({
  group: GROUPS[slug] ?? slug,
  emojis: emojis.filter(({ emoji_version }) => Number(emoji_version) <= NEWEST),
}));
const all = groups.flatMap(({ emojis }) => emojis);

function wordsOf(folder: string): (keywords: number) => string[] {
  const known = (read(`cldr-annotations-full/annotations/${folder}/annotations.json`) as Annotations).annotations
    .annotations;
  const find = (emoji: string) => known[emoji] ?? known[plain(emoji)];
  const named = (emoji: string) => find(emoji)?.tts?.[0] ?? '';
  /** Annotations omit sequences of roles, hair and sexes: they are named by their parts. */
  const nameOf = (emoji: string) => {
    const [first = '', ...others] = plain(emoji).split('\u{200d}');
    const rest = others.map((part) => named(SIGNS[part] ?? part)).filter((name) => name !== '');
    return named(emoji) || [named(first), ...new Set(rest)].join(', ');
  };
  const keywordsOf = (emoji: string, name: string) => {
    const nameWords = new Set(wordsIn(name));
    const found = find(emoji)?.default ?? find(plain(emoji).split('\u{200d}')[0] ?? '')?.default ?? [];
    return found.filter((word) => !word.includes('|') && !wordsIn(word).every((part) => nameWords.has(part)));
  };
  return (keywords) =>
    all.map(({ emoji }) => {
      const name = nameOf(emoji);
      return isCountry(emoji) ? '' : [name || emoji, ...keywordsOf(emoji, name).slice(0, keywords)].join('|');
    });
}

/** Returns a language's words with the largest number of keywords within `LIMIT`; throws if one keyword is too many. */
function fitted(words: (keywords: number) => string[]): { words: string[]; keywords: number; weight: number } {
  for (let keywords = KEYWORDS; keywords > 0; keywords -= 1) {
    const made = words(keywords);
    const weight = gzipSync(JSON.stringify(made), { level: LEVEL }).byteLength;
    if (weight <= LIMIT) return { words: made, keywords, weight };
  }
  throw new Error(`more than ${LIMIT} bytes with one keyword`);
}

const write = (folder: string, file: string, value: unknown) =>
  writeFileSync(join(folder, file), `${JSON.stringify(value)}\n`);

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node demo/emoji/make.ts <folder>');
mkdirSync(join(folder, 'words'), { recursive: true });
write(
  folder,
  'list.json',
  groups.map(({ group, emojis }) => [
    group,
    emojis.map(({ emoji, skin_tone_support }) => (skin_tone_support ? `${emoji}+` : emoji)).join(' '),
  ]),
);
for (const [language, annotations] of Object.entries(LANGUAGES)) {
  const { words, keywords, weight } = fitted(wordsOf(annotations));
  write(folder, `words/${language}.json`, words);
  console.log(language, `${keywords} keywords`, weight);
}
