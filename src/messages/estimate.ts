import type { MessageRow } from '#db/schema.ts';
import type { Item } from './log/items.ts';

/** Height of a quote in a bubble, px. */
const QUOTE_PX = 50;

/** Height of the reactions below a bubble, px. */
const REACTIONS_PX = 31;

/** Vertical padding of a bubble, and of a sticker, which has no bubble; px. */
const [EDGES_PX, BARE_EDGES_PX] = [18, 2];

type HeightOf = (payload: MessageRow['payload']) => number;

/** Estimates the height of an item, px. */
function estimateHeight(item: Item | undefined, heightOf: HeightOf): number {
  if (!item || item.kind === 'divider') return 44;
  if (item.kind === 'day') return 54;
  const { payload, translate } = item.row;
  const second = ((payload?.kind === 'text' ? payload.said : undefined) ?? translate)?.text;
  const below = second === undefined ? 0 : 28 + heightOf({ kind: 'text', body: second });
  const quote = item.row.replyTo ? QUOTE_PX : 0;
  const edges = payload?.kind === 'sticker' ? BARE_EDGES_PX : EDGES_PX;
  const foot = (item.last || item.row.edited ? 16 : 0) + (item.row.reactions ? REACTIONS_PX : 0);
  return edges + quote + below + heightOf(payload) + (item.first ? 8 : 0) + foot;
}

/**
 * Creates the height estimate of the virtualized message list, which never changes for an item: the virtualizer does not measure
 * an item again whose height stays the same, so a changed estimate would never be corrected.
 */
export function createHeightEstimate(heightOf: HeightOf): (item: Item | undefined) => number {
  const made = new Map<string, number>();
  return (item) => {
    const known = item && made.get(item.key);
    if (known !== undefined) return known;
    const guess = estimateHeight(item, heightOf);
    if (item) made.set(item.key, guess);
    return guess;
  };
}
