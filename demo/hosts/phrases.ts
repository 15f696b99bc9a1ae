import { readFileSync } from 'node:fs';
import { type InferOutput, nonEmpty, object, parse, pipe, string, tupleWithRest } from 'valibot';
import type { TextLanguage } from '../../contract/chat/text-languages.ts';
import { type Chance, oneOf } from './chance.ts';

const sentence = pipe(string(), nonEmpty());
const sentences = tupleWithRest([sentence, sentence], sentence);
const words = tupleWithRest([sentence], sentence);

/** One file per language, `words/<language>.json`: texts of the hosts, and the words that identify a topic. */
const wordsSchema = object({
  hello: sentences,
  talk: sentences,
  question: sentences,
  /** States that the host is a demo. */
  who: sentences,
  bye: sentences,
  busy: sentences,
  declines: sentences,
  greet: object({ login: sentences, profile: sentences, after_call: sentences }),
  /** Texts sent together with media; all but `picture` state that the host is a demo. */
  sends: object({ voice: words, picture: words, locked: words, wish: words, invite: words }),
  /** Answers to received media; `no` answers a refusal to pay. */
  heard: object({
    picture: words,
    clip: words,
    voice: words,
    place: words,
    answer: words,
    gift: words,
    no: words,
  }),
  /** Words that identify a topic (`topicOf`), in lower case; only whole words match, except in the scripts of `JOINED`. */
  markers: object({ hello: words, who: words, bye: words, no: words }),
});
/** All texts of the hosts in one language, and the words that identify the topic of a message. */
export type Words = InferOutput<typeof wordsSchema>;
/** Occasion on which a host writes first to a user: after the login, a visit of the profile, or a call. */
export type Scene = keyof Words['greet'];

const read = new Map<TextLanguage, Words>();

/** Loads `words/<language>.json` at first use and caches it. */
export function wordsOf(lang: TextLanguage): Words {
  const cached = read.get(lang);
  if (cached) return cached;
  const file = new URL(`words/${lang}.json`, import.meta.url);
  const fresh = parse(wordsSchema, JSON.parse(readFileSync(file, 'utf8')));
  read.set(lang, fresh);
  return fresh;
}

/** Scripts without spaces between words, or with attached affixes. */
const JOINED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Hebrew}\p{Script=Arabic}]/u;

/**
 * Topic of a received text, which selects the list of answers. Greetings and refusals count only in short messages, because many longer
 * sentences contain such a word.
 */
export function topicOf(text: string, { markers }: Words): 'hello' | 'who' | 'bye' | 'no' | 'question' | 'talk' {
  const plain = ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}']+/gu) ?? []).join(' ')} `;
  const has = (list: readonly string[]) =>
    list.some((marker) => plain.includes(JOINED.test(marker) ? marker : ` ${marker} `));
  if (has(markers.who)) return 'who';
  if (has(markers.bye)) return 'bye';
  if (plain.length <= 40 && has(markers.hello)) return 'hello';
  if (plain.length <= 40 && has(markers.no)) return 'no';
  return /[?？؟]/.test(text) ? 'question' : 'talk';
}

/** A random text of the list that differs from the last one, unless it is the only one. */
export function pickPhrase(list: readonly [string, ...string[]], last: string, chance: Chance): string {
  const [first, ...rest] = list.filter((phrase) => phrase !== last);
  return first === undefined ? list[0] : oneOf(chance, [first, ...rest]);
}
