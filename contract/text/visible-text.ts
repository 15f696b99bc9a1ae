/**
 * Controls except the line feed, lone surrogates, non-characters, bidirectional marks and overrides, and characters without a glyph.
 * The joiners stay (U+200C, U+200D): Hindi, Bengali, Persian and family emoji need them.
 */
const HIDDEN =
  /(?!\n)\p{Cc}|[\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * A character that draws something by itself: a letter, number, punctuation mark or symbol, or an emoji of a later Unicode version. Marks,
 * separators and format characters do not, nor fillers (Default_Ignorable), the empty Braille pattern, the object replacement
 * character, the musical null note head and the Egyptian blanks.
 */
const DRAWN =
  /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}\p{Extended_Pictographic}]/u;

/** Returns whether a text draws nothing. Such a text counts as empty in every field that takes text. */
export const isBlank = (text: string): boolean => !DRAWN.test(text);

/** Returns what a user typed into a field, without white space around it; '' if it draws nothing. */
export const typedContent = (text: string): string => (isBlank(text) ? '' : text.trim());

/**
 * Returns how many characters a user may still type into a field; white space around the text does not count, and letters that are stored
 * as several characters (NFC) count as these. Negative: the text is too long by that number.
 */
export const charsLeft = (text: string, maxChars: number): number =>
  maxChars - Math.max(text.trim().length, text.normalize('NFC').trim().length);

/** What ends a line beside the line feed: a table or a text of another program may separate words by nothing else. */
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Normalises text: NFC, \n line ends, a space for each tab, no hidden characters, trimmed; '' if it draws nothing. */
export const visibleText = (text: string): string =>
  typedContent(text.normalize('NFC').replace(LINE_END, '\n').replaceAll('\t', ' ').replace(HIDDEN, ''));

/** Like `visibleText`, in one line. */
export const visibleLine = (text: string): string => visibleText(text.replace(/[\s\u0085]+/g, ' '));
