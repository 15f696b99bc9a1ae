/** Returns whether two values from the database are deeply equal. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [mine, other] = [Object.entries(a), new Map(Object.entries(b))];
  return mine.length === other.size && mine.every(([key, value]) => other.has(key) && same(value, other.get(key)));
}

/**
 * Reuses the objects of equal rows: every read creates new objects, which would re-render all components. Returns the
 * old list when no row changed.
 */
export function reuseEqualRows<T, K>(before: readonly T[], after: readonly T[], keyOf: (row: T) => K): readonly T[] {
  const known = new Map(before.map((row) => [keyOf(row), row]));
  let changed = before.length !== after.length;
  const rows = after.map((row, index) => {
    const old = known.get(keyOf(row));
    const reused = old !== undefined && same(old, row) ? old : row;
    if (reused !== before[index]) changed = true;
    return reused;
  });
  return changed ? rows : before;
}
