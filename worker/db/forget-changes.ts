import Dexie, { RangeSet } from 'dexie';

/** So many changes are kept at most, some hundred kilobytes in a page. */
const FORGOTTEN_AFTER = 500;

/**
 * Has every live query of every realm read once more after so many changes. Until then the library keeps for each query the keys of all
 * changes since its last reading, also of tables that it does not read: a query of settings would keep those of each message for as long
 * as a page is open. Returns what ends it.
 */
export function forgetChanges(after = FORGOTTEN_AFTER): () => void {
  let changes = 0;
  const { storagemutated } = Dexie.on;
  const onChange = (parts: Parameters<typeof storagemutated.fire>[0]) => {
    // Another realm was first.
    if (parts['all']) changes = 0;
    else changes += 1;
    if (changes < after) return;
    changes = 0;
    // Not amid the telling of this one.
    setTimeout(() => storagemutated.fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) }), 0);
  };
  storagemutated.subscribe(onChange);
  return () => storagemutated.unsubscribe(onChange);
}
