const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The mark of a cut. */
export const ELLIPSIS = '…';

/** Returns the graphemes of a text: the characters as a reader counts them (UAX 29). */
export const graphemesOf = (text: string): readonly string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * Cuts a text to at most `max` UTF-16 units, at a grapheme boundary and marked by "…"; a shorter text stays unchanged. For display only:
 * a text that is to be sent is refused when it is too long, not cut.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = graphemes.segment(text).containing(max - ELLIPSIS.length)?.index ?? 0;
  return text.slice(0, end).trimEnd() + ELLIPSIS;
}

/** Cuts a text to one line of at most `max` UTF-16 units, as `cutText` does. */
export const cutToLine = (text: string, max: number): string => cutText(text.replace(/\s+/gu, ' ').trim(), max);
