import { readFileSync } from 'node:fs';
import { array, object, optional, parse, string } from 'valibot';
import {
  SENSITIVE_COVERED,
  SENSITIVE_DISCARD,
  SENSITIVE_OFFLINE,
  SENSITIVE_PORN,
} from '../../../contract/chat/rules.ts';
import { foldText } from '../../../contract/text/fold-text.ts';
import { StartError } from '../process/start-error.ts';

const BITS = {
  discard: SENSITIVE_DISCARD,
  covered: SENSITIVE_COVERED,
  offline: SENSITIVE_OFFLINE,
  porn: SENSITIVE_PORN,
} as const;
const words = optional(array(string()), []);
const wordListSchema = object({ discard: words, covered: words, offline: words, porn: words });
/** Blocked words of messages by category: what a match causes is defined by product 5.4. */
export type WordList = Readonly<Record<keyof typeof BITS, readonly string[]>>;

/** The built-in list, intentionally short: the operator configures a file with the real list in MESSAGE_WORDS. */
const DEFAULT_WORDS: WordList = {
  discard: ['buy followers', 'free crypto giveaway'],
  covered: ['whatsapp', 'telegram', 'paypal', 'western union'],
  offline: ['buy followers', 'free crypto giveaway'],
  porn: ['porn', 'porno', 'xxx'],
};

/**
 * Loads the list of blocked words at the start from `file` (JSON: discard, covered, offline, porn), or the built-in one without a file. A
 * word in several categories sets the bits of all of them. Throws a `StartError` for a file that cannot be read
 * or is no such list.
 */
export function loadWords(file: string | undefined): WordList {
  if (!file) return DEFAULT_WORDS;
  try {
    return parse(wordListSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    const why = typeof code === 'string' ? `cannot be read (${code})` : 'is no list of words';
    throw new StartError(
      `MESSAGE_WORDS: ${file} ${why}; set it to a JSON file such as {"discard": [], "covered": ["word"], "offline": [], "porn": []}`,
    );
  }
}

const normal = (text: string) => (foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
/** Scripts without spaces between words: a word with a letter of one of them matches anywhere in a text. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

/**
 * Creates the function by which the edge finds the categories of blocked words in a message text, as `SENSITIVE_*` bits (product 5.4). It
 * matches whole words, or anywhere in scripts without spaces, and ignores punctuation and everything that search ignores (`foldText`), such
 * as case, width, accents and invisible characters.
 */
export function createSensitiveBits(list: WordList): (text: string) => number {
  const single = new Map<string, number>();
  const phrases: [phrase: string, bit: number][] = [];
  for (const category of ['discard', 'covered', 'offline', 'porn'] as const) {
    for (const raw of list[category]) {
      const word = normal(raw);
      if (word === '') continue;
      if (UNSPACED.test(word)) phrases.push([word, BITS[category]]);
      else if (word.includes(' ')) phrases.push([` ${word} `, BITS[category]]);
      else single.set(word, (single.get(word) ?? 0) | BITS[category]);
    }
  }
  return (text) => {
    const plain = normal(text);
    let bits = 0;
    for (const word of plain.split(' ')) bits |= single.get(word) ?? 0;
    const padded = ` ${plain} `;
    for (const [phrase, bit] of phrases) if (padded.includes(phrase)) bits |= bit;
    return bits;
  };
}
