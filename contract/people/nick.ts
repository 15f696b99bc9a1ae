import { ELLIPSIS, graphemesOf } from '../text/cut-text.ts';
import { withFewMarks } from '../text/few-marks.ts';
import { isBlank } from '../text/visible-text.ts';
import { NICK_MAX_CHARS, NICK_MAX_GRAPHEMES } from './rules.ts';

/** Vowel killers (Canonical_Combining_Class 9) of the scripts whose writing uses joiners. */
const VIRAMA =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u103a\\u17d2\\u1a60\\u1b44\\ua9c0]';
/** Arabic letters that join only the letter before them (Joining_Type R), and those that join none (U). */
const JOINS_BEFORE =
  '\\u0622-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef\\u0759-\\u075b\\u076b\\u076c\\u0771\\u0773\\u0774\\u0778\\u0779';
const JOINS_NONE = '\\u0621\\u0674';
const ARABIC = '(?=\\p{L})\\p{Script=Arabic}';
const EMOJI = '\\p{Extended_Pictographic}';

/** Patterns of invisible characters in contexts where they change how their neighbours are drawn: only there they stay in a nick. */
const KEPT = [
  // Joiners by CONTEXTJ (RFC 5892, appendices A.1 and A.2): after a virama, and a non-joiner between Arabic letters that would join.
  `(?<=${VIRAMA})[\\u200c\\u200d]`,
  `(?<=(?![${JOINS_BEFORE}${JOINS_NONE}])${ARABIC}\\p{Mn}*)\\u200c(?=\\p{Mn}*(?![${JOINS_NONE}])${ARABIC})`,
  // Bengali and Kannada write ra as a full letter before a conjunct with a joiner before the virama (Unicode: ya-phalaa after ra).
  `(?<=\\p{L})\\u200d(?=${VIRAMA}\\p{L})`,
  // Emoji (UTS 51): joined sequences, presentation selectors, keycaps, and flags of regions.
  `(?<=${EMOJI}(?:\\ufe0f|\\p{Emoji_Modifier})?)\\u200d(?=${EMOJI})`,
  `(?<=${EMOJI})[\\ufe0e\\ufe0f]`,
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{2,6}\\u{e007f}',
].join('|');
/**
 * Controls, non-characters, lone surrogates, bidirectional overrides, zero-width and other invisible characters, which make names look
 * alike or cannot be serialised.
 */
// The filler of the Khitan small script is invisible by its chart, not by a property.
const INVISIBLE =
  '[\\p{Cc}\\p{Cs}\\p{Noncharacter_Code_Point}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u{16fe4}]';
const KEPT_OR_INVISIBLE = new RegExp(`(${KEPT})|${INVISIBLE}`, 'gu');

/** Length up to which `cleanNick` reads a nick of any origin, in UTF-16 units; the rest is dropped first. */
const READ_MAX_CHARS = 4 * NICK_MAX_CHARS;

const withoutInvisible = (nick: string) => nick.replace(KEPT_OR_INVISIBLE, '$1').trim();

/** Cuts a nick that exceeds its maximum length, at a grapheme boundary and marked by "…". */
function shortened(nick: string): string {
  const graphemes = graphemesOf(nick);
  if (graphemes.length <= NICK_MAX_GRAPHEMES && nick.length <= NICK_MAX_CHARS) return nick;
  let kept = graphemes.slice(0, NICK_MAX_GRAPHEMES - 1);
  while (kept.join('').length >= NICK_MAX_CHARS) kept = kept.slice(0, -1);
  return kept.length > 0 ? kept.join('').trim() + ELLIPSIS : '';
}

/**
 * Returns a nick that is safe to show beside others (nick spoofing, docs/threats.md): without invisible characters that change nothing,
 * with few marks on a letter, at most 32 graphemes, of which the last is "…" if it was longer; '' if nothing visible is left. For any
 * origin; a typed one is checked by `nickFault`.
 */
export function cleanNick(nick: string): string {
  const visible = withoutInvisible(nick.slice(0, READ_MAX_CHARS).normalize('NFC'));
  const cleaned = shortened(withFewMarks(visible));
  return isBlank(cleaned) ? '' : cleaned;
}

/**
 * Returns a typed nick as it is stored: in NFC, without white space around it, and without the direction marks that keyboards of
 * right-to-left scripts add; a nick is isolated wherever it is drawn.
 */
export const typedNick = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/[\u200e\u200f\u061c]/g, '')
    .trim();

/**
 * Why a typed nick is refused: it draws nothing, holds an invisible character, or (`long`) is too long or has too many marks on a letter.
 */
export type NickFault = 'blank' | 'invisible' | 'long';

/** Returns why a typed nick is refused; undefined if it is stored as typed (`typedNick`). */
export function nickFault(typed: string): NickFault | undefined {
  const nick = typedNick(typed);
  if (isBlank(nick)) return 'blank';
  if (withoutInvisible(nick) !== nick) return 'invisible';
  return cleanNick(nick) === nick ? undefined : 'long';
}
