import { foldText } from '#contract/text/fold-text.ts';

type Entry = { readonly name: string; readonly names: readonly string[]; readonly keywords: readonly string[] };
/** Search index of the emoji picker: the folded words of each emoji, in the order of `EMOJI`. */
export type Index = readonly Entry[];

const BETWEEN = /[\s,:;()|'’-]+/;
const partsOf = (text: string): string[] => text.split(BETWEEN).filter((part) => part !== '');

/** Parses the lines `name|keyword|keyword` of all emoji into a search index. */
export const parseIndex = (words: readonly string[]): Index =>
  words.map((line) => {
    const folded = foldText(line);
    const end = folded.indexOf('|');
    const name = end < 0 ? folded : folded.slice(0, end);
    return { name, names: partsOf(name), keywords: end < 0 ? [] : partsOf(folded.slice(end)) };
  });

/** Returns whether a query word is a single letter: it occurs in nearly every word, so it matches only the beginnings of words. */
const isOneLetter = (part: string) => /^[\p{Script=Latin}\p{Script=Arabic}\p{Script=Hebrew}]$/u.test(part);

/** Score of an emoji for one query word: 0 is the best, 5 the worst; undefined if it does not match. */
function fitness({ name, names, keywords }: Entry, part: string): number | undefined {
  if (name === part) return 0;
  if (name.startsWith(part)) return 1;
  if (keywords.includes(part) || names.includes(part)) return 2;
  if (names.some((word) => word.startsWith(part))) return 3;
  if (keywords.some((word) => word.startsWith(part))) return 4;
  if (isOneLetter(part)) return undefined;
  return name.includes(part) || keywords.some((word) => word.includes(part)) ? 5 : undefined;
}

/**
 * Searches the index; returns the indexes in `EMOJI` of at most `most` emoji that match every word of the query, best first, ties
 * in list order.
 */
export function findIn(index: Index, query: string, most: number): number[] {
  const parts = partsOf(foldText(query));
  if (parts.length === 0) return [];
  const hits: { readonly place: number; readonly score: number }[] = [];
  for (const [place, entry] of index.entries()) {
    let score: number | undefined = 0;
    for (const part of parts) {
      const fit = fitness(entry, part);
      score = fit === undefined || score === undefined ? undefined : score + fit;
    }
    if (score !== undefined) hits.push({ place, score });
  }
  return hits
    .sort((a, b) => a.score - b.score || a.place - b.place)
    .slice(0, most)
    .map(({ place }) => place);
}
