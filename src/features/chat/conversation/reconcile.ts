import type { MessageRow } from '#db/schema.ts';

const same = (a: MessageRow, b: MessageRow): boolean =>
  a.state === b.state &&
  a.reached === b.reached &&
  a.refusal === b.refusal &&
  a.date === b.date &&
  a.sensitiveInfo === b.sensitiveInfo;

/**
 * Every read makes new objects of the same rows. What did not change keeps its old object, so that its bubble is not drawn
 * again; when nothing changed at all, the old list comes back.
 */
export function reconcile(before: readonly MessageRow[], after: readonly MessageRow[]): readonly MessageRow[] {
  const known = new Map(before.map((row) => [row.mid, row]));
  let changed = before.length !== after.length;
  const rows = after.map((row, index) => {
    const old = known.get(row.mid);
    const kept = old && same(old, row) ? old : row;
    if (kept !== before[index]) changed = true;
    return kept;
  });
  return changed ? rows : before;
}
