import { graphemesOf } from '#contract/text/cut-text.ts';
import { PORTRAIT_TONES } from '../style/tokens.ts';

const first = (word: string): string => graphemesOf(word)[0] ?? '';

const isLatin = (letter: string) => /^\p{Script=Latin}/u.test(letter);

/**
 * Returns the letters that replace a missing picture: the initials of the first and last word if both are Latin, else the first
 * grapheme, because two initials are hard to read in other scripts.
 */
export function monogramOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const [head = '', ...others] = words;
  const start = first(head).toLocaleUpperCase();
  const end = first(others.at(-1) ?? '').toLocaleUpperCase();
  return isLatin(start) && isLatin(end) ? start + end : start;
}

/**
 * Returns the index in PORTRAIT_TONES of the gradient that replaces a person's missing picture. It is hashed from the uid, so
 * that it is the same everywhere.
 */
export const toneOf = (uid: number): number =>
  Math.abs(Math.imul(Math.trunc(uid), 0x9e3779b1) >>> 8) % PORTRAIT_TONES.length;
