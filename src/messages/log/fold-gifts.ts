import { stanzaIdOfMid } from '#contract/ids.ts';
import type { MessageRow } from '#db/schema.ts';

type Payload = NonNullable<MessageRow['payload']>;
type GiftPayload = Extract<Payload, { readonly kind: 'gift' }>;

/** The last copy made of a row, so that an unchanged row keeps its identity and its bubble does not rerender. */
const drawn = new WeakMap<MessageRow, MessageRow>();

function drawnAs(row: MessageRow, payload: Payload, isSame: (before: Payload | undefined) => boolean): MessageRow {
  const before = drawn.get(row);
  if (before && isSame(before.payload)) return before;
  const next = { ...row, payload };
  drawn.set(row, next);
  return next;
}

const withTotal = (row: MessageRow, payload: GiftPayload, total: number): MessageRow =>
  payload.total === total && payload.count === total
    ? row
    : drawnAs(
        row,
        { ...payload, total, count: total },
        (before) => before?.kind === 'gift' && before.total === total && before.count === total,
      );

/**
 * Prepares the rows of a conversation for display: gifts of one combo become one bubble with their total, and a fulfilled gift
 * request is marked. A combo is split at the unread divider.
 */
export function foldGifts(rows: readonly MessageRow[], dividerMid: string): readonly MessageRow[] {
  const totals = new Map<string, number>();
  const leaders = new Map<string, MessageRow>();
  const folded = new Map<MessageRow, MessageRow>();
  const fulfilled = new Set<string>();
  for (const row of rows) {
    if (row.mid === dividerMid) leaders.clear();
    if (row.payload?.kind !== 'gift') continue;
    const { combo, count, ask } = row.payload;
    if (ask !== undefined) fulfilled.add(ask);
    const leader = leaders.get(combo) ?? row;
    leaders.set(combo, leader);
    folded.set(row, leader);
    totals.set(leader.mid, (totals.get(leader.mid) ?? 0) + count);
  }
  if (folded.size === 0) return rows;
  return rows.flatMap((row) => {
    const { payload } = row;
    if (payload?.kind === 'gift') {
      return folded.get(row) === row ? [withTotal(row, payload, totals.get(row.mid) ?? payload.count)] : [];
    }
    if (payload?.kind === 'ask_gift' && !payload.isSend && fulfilled.has(stanzaIdOfMid(row.mid))) {
      return [
        drawnAs(row, { ...payload, isSend: true }, (before) => before?.kind === 'ask_gift' && before.isSend === true),
      ];
    }
    return [row];
  });
}
