import { NICK_MAX_GRAPHEMES } from './rules.ts';

/**
 * Controls, non-characters, lone surrogates, bidirectional overrides, zero-width and other invisible characters, which make names look
 * alike or cannot be serialised. U+FE0F stays: it only selects a character's emoji form.
 */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/gu;

const MAX_UNITS = NICK_MAX_GRAPHEMES * 8;

/**
 * Returns a nick that is safe to show beside others (threats: nick spoofing): without invisible characters, at most 32
 * graphemes, possibly ''.
 */
export function cleanNick(nick: string): string {
  // Bounds combining marks: 32 graphemes of any script need far fewer units.
  const visible = nick.slice(0, MAX_UNITS).normalize('NFC').replace(INVISIBLE, '').trim();
  const graphemes = Array.from(new Intl.Segmenter().segment(visible), (part) => part.segment);
  return graphemes.slice(0, NICK_MAX_GRAPHEMES).join('').trim();
}
