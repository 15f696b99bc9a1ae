import { ELLIPSIS, graphemesOf } from '#contract/text/cut-text.ts';
import { withFewMarks } from '#contract/text/few-marks.ts';
import { foldText } from '#contract/text/fold-text.ts';

/** A piece of a text, and whether it matches the search. */
export type Piece = { readonly text: string; readonly isMatch: boolean };

/** Number of characters (graphemes) of a text that are shown, and how many of them precede the first match. */
const [SHOWN, BEFORE] = [160, 40];

/**
 * Cuts a text to one line around the first match of the words, which are folded (`wordsToFind`), and marks all matches. Undefined if none
 * of the words is in it. Characters are matched as the search does; one that matches in part, such as a syllable of Korean, is marked
 * whole.
 */
export function matchedText(text: string, words: readonly string[]): readonly Piece[] | undefined {
  const letters = graphemesOf(withFewMarks(text).replace(/\s+/gu, ' ').trim());
  let folded = '';
  /** For each character of `folded`, the index in `letters` from which it comes. */
  const of: number[] = [];
  for (const [n, letter] of letters.entries()) {
    const more = foldText(letter);
    for (let at = 0; at < more.length; at += 1) of.push(n);
    folded += more;
  }
  const marked = new Set<number>();
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      for (let n = of[at] ?? 0; n <= (of[at + word.length - 1] ?? -1); n += 1) marked.add(n);
    }
  }
  if (marked.size === 0) return undefined;
  const first = Math.min(...marked);
  const start = first <= BEFORE ? 0 : wordStart(letters, first - BEFORE, first);
  const shown = letters.slice(start, start + SHOWN);
  const pieces: { text: string; isMatch: boolean }[] = start > 0 ? [{ text: ELLIPSIS, isMatch: false }] : [];
  for (const [n, letter] of shown.entries()) {
    const isMatch = marked.has(start + n);
    const last = pieces.at(-1);
    if (last?.isMatch === isMatch) last.text += letter;
    else pieces.push({ text: letter, isMatch });
  }
  return start + SHOWN < letters.length ? [...pieces, { text: ELLIPSIS, isMatch: false }] : pieces;
}

/** The start of the first word between two places; the first place if no word starts there. */
function wordStart(letters: readonly string[], from: number, to: number): number {
  const space = letters.indexOf(' ', from);
  return space >= 0 && space < to ? space + 1 : from;
}
