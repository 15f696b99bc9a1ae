import Dexie, { RangeSet } from 'dexie';

/** Number of changes after which Dexie's change sets are reset; they then take some hundred kilobytes in a page. */
const FORGOTTEN_AFTER = 500;

/**
 * Makes every live query in every realm run again after `after` changes, by announcing a change of everything.
 * Between two runs of a query, Dexie collects the keys of all changes, also in tables that the query does not read:
 * without this, a query of settings would accumulate the keys of all messages for as long as its page is open.
 * Returns a function that stops it.
 */
export function forgetChanges(after = FORGOTTEN_AFTER): () => void {
  let changes = 0;
  const { storagemutated } = Dexie.on;
  const onChange = (parts: Parameters<typeof storagemutated.fire>[0]) => {
    // Another realm has announced the reset already.
    if (parts['all']) changes = 0;
    else changes += 1;
    if (changes < after) return;
    changes = 0;
    // Deferred, because Dexie is still notifying its subscribers of the current change.
    setTimeout(() => storagemutated.fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) }), 0);
  };
  storagemutated.subscribe(onChange);
  return () => storagemutated.unsubscribe(onChange);
}
