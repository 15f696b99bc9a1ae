import type { Item } from './items.ts';

const CHARS_PER_LINE = 38;
const LINE_PX = 24;

/** A guess at an item's height, good enough that measuring moves little. */
export function estimateHeight(item: Item | undefined): number {
  if (!item || item.kind === 'divider') return 44;
  if (item.kind === 'day') return 54;
  const body = item.row.payload?.body ?? '';
  const lines = body.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARS_PER_LINE)), 0);
  return 18 + lines * LINE_PX + (item.first ? 8 : 0) + (item.last ? 16 : 0);
}
