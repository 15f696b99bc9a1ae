import { NICK_MAX_GRAPHEMES } from './rules.ts';

/**
 * Controls, non-characters, halves of pairs, bidirectional overrides, zero-width and other invisible characters, which make
 * one name look like another or cannot be written. U+FE0F stays: it only gives a character its emoji form.
 */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/gu;

const MAX_UNITS = NICK_MAX_GRAPHEMES * 8;

/**
 * Returns a nick that is safe to show beside others (threats: nick spoofing): without invisible characters, at most 32
 * graphemes, possibly ''.
 */
export function cleanNick(nick: string): string {
  // Far more than 32 graphemes of any script need: one letter may not drag thousands of marks along.
  const visible = nick.slice(0, MAX_UNITS).normalize('NFC').replace(INVISIBLE, '').trim();
  const graphemes = Array.from(new Intl.Segmenter().segment(visible), (part) => part.segment);
  return graphemes.slice(0, NICK_MAX_GRAPHEMES).join('').trim();
}
