/**
 * Controls except the line feed, lone surrogates, non-characters, bidirectional marks and overrides, and characters without a glyph.
 * Unlike in a name, the joiners stay (U+200C, U+200D): Hindi, Bengali, Persian and family emoji need them.
 */
const HIDDEN =
  /(?!\n)\p{Cc}|[\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Normalises text: NFC, \n line ends, no hidden characters, trimmed; may be ''. */
export const visibleText = (text: string): string =>
  text.normalize('NFC').replace(/\r\n?/g, '\n').replace(HIDDEN, '').trim();

/** Like `visibleText`, in one line. */
export const visibleLine = (text: string): string => visibleText(text.replace(/\s+/g, ' '));
