import type { MessageRow } from '#db/schema.ts';

/** Returns whether two values from the database are equal. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [mine, other] = [Object.entries(a), new Map(Object.entries(b))];
  return mine.length === other.size && mine.every(([key, value]) => other.has(key) && same(value, other.get(key)));
}

/**
 * Every read makes new objects of the same rows. Unchanged rows keep their old object, so that their bubbles do not
 * render
 * again; when nothing changed at all, the old list is returned.
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
