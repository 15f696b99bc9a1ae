import { MINUTE_MS } from '#contract/durations.ts';
import { isPending } from '#db/reads/message-order.ts';
import type { MessageRow } from '#db/schema.ts';
import { notesBelow } from '../attach-notes.ts';
import { foldGifts } from './fold-gifts.ts';

/** Item of the virtualized message list: a message, a date heading or the unread divider. */
export type Item =
  | { readonly kind: 'day'; readonly key: string; readonly date: number }
  | { readonly kind: 'divider'; readonly key: 'divider' }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly row: MessageRow;
      /** Whether it is the first or last message of a group: consecutive messages of one sender in the same minute, all refused or none. */
      readonly first: boolean;
      readonly last: boolean;
    };

/** Returns a key of the calendar day in the device's time zone; messages of different days get a date heading between them. */
export function dayOf(date: number): string {
  const day = new Date(date);
  return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`;
}

const grouped = (a: MessageRow | undefined, b: MessageRow | undefined, dividerMid: string): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.out === b.out &&
  a.from === b.from &&
  // A message that is accepted shows its state only as the last of its group: with a refused one below it, it would show none.
  (a.state === 'error') === (b.state === 'error') &&
  b.mid !== dividerMid &&
  Math.floor(a.date / MINUTE_MS) === Math.floor(b.date / MINUTE_MS) &&
  dayOf(a.date) === dayOf(b.date);

/** Returns whether items that are in both lists are in another order in the second one. */
export function hasReordered(before: readonly Item[], after: readonly Item[]): boolean {
  if (before === after) return false;
  const places = new Map(before.map(({ key }, index) => [key, index]));
  let last = -1;
  for (const { key } of after) {
    const place = places.get(key);
    if (place === undefined) continue;
    if (place < last) return true;
    last = place;
  }
  return false;
}

/** Builds the items of the message list, top to bottom. Items that equal those in `before` keep their identity. */
export function makeItems(
  stored: readonly MessageRow[],
  dividerMid: string,
  before: ReadonlyMap<string, Item> = new Map(),
): readonly Item[] {
  const below = notesBelow(stored);
  const attached = new Set([...below.values()].flat());
  const rows = foldGifts(
    attached.size === 0 ? stored : stored.flatMap((row) => (attached.has(row) ? [] : [row, ...(below.get(row) ?? [])])),
    dividerMid,
  );
  const items: Item[] = [];
  let day = '';
  let latest = 0;
  for (const [index, row] of rows.entries()) {
    // A note is shown below the message it is about, and a pending message below all others, so they do not start an earlier day.
    const isOutOfOrder = attached.has(row) || (isPending(row) && row.date < latest);
    const today = isOutOfOrder ? day : dayOf(row.date);
    latest = Math.max(latest, row.date);
    if (today !== day) {
      const key = `day:${today}`;
      items.push(before.get(key) ?? { kind: 'day', key, date: row.date });
    }
    day = today;
    if (row.mid === dividerMid) items.push(before.get('divider') ?? { kind: 'divider', key: 'divider' });
    const first = !grouped(rows[index - 1], row, dividerMid);
    const last = !grouped(row, rows[index + 1], dividerMid);
    const old = before.get(row.mid);
    const same = old?.kind === 'message' && old.row === row && old.first === first && old.last === last;
    items.push(same ? old : { kind: 'message', key: row.mid, row, first, last });
  }
  return items;
}
