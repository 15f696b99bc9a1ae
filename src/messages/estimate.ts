import type { Item } from './items.ts';

const CHARS_PER_LINE = 38;
const LINE_PX = 24;

/** Estimates an item's height, closely enough that measuring moves little. */
function estimateHeight(item: Item | undefined): number {
  if (!item || item.kind === 'divider') return 44;
  if (item.kind === 'day') return 54;
  const { payload } = item.row;
  if (payload?.kind === 'call') return 64 + (item.first ? 8 : 0) + (item.last ? 16 : 0);
  const body = payload?.body ?? '';
  const lines = body.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARS_PER_LINE)), 0);
  return 18 + lines * LINE_PX + (item.first ? 8 : 0) + (item.last ? 16 : 0);
}

/**
 * Estimates that stay the same for as long as an item lives. The virtualizer does not store a measured height equal to
 * the
 * estimate, and an element that keeps its height is not measured again: an estimate that changed later would stay
 * uncorrected.
 */
export function makeGuess(): (item: Item | undefined) => number {
  const made = new Map<string, number>();
  return (item) => {
    const known = item && made.get(item.key);
    if (known !== undefined) return known;
    const guess = estimateHeight(item);
    if (item) made.set(item.key, guess);
    return guess;
  };
}
