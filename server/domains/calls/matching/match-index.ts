import type { MatchFilter } from '../../../../contract/calls/calls.ts';

/** A waiting user as the match index reads them: attributes, and the filter for the other side. `seq` grows with each arrival. */
export type Placed = {
  readonly seq: number;
  readonly person: { readonly lang: string; readonly country: string };
  readonly filter: MatchFilter;
};

const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);

/** Index of the first entry whose `seq` is greater than the argument. */
function after(row: readonly Placed[], seq: number): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((row[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Creates the index of the free users of one role, by their attributes and filter, in which the match queue searches partners. Each
 * user is in up to four buckets, because a partner's filter may or may not name a language and a country; a search reads up to four
 * buckets for the same reason. A bucket contains only matching users, the longest waiting first.
 */
export function createMatchIndex<T extends Placed>() {
  const rows = new Map<string, T[]>();

  const placesOf = ({ person, filter }: T) =>
    [person.lang, ''].flatMap((lang) =>
      [person.country, ''].map((country) => keyOf(lang, country, filter.lang, filter.country)),
    );
  /** The keys of the buckets with users who match this one. */
  const rowsFor = ({ person, filter }: Placed) =>
    new Set(
      [person.lang, ''].flatMap((lang) =>
        [person.country, ''].map((country) => keyOf(filter.lang, filter.country, lang, country)),
      ),
    );

  return {
    add(entry: T): void {
      for (const key of new Set(placesOf(entry))) {
        const row = rows.get(key) ?? [];
        row.splice(after(row, entry.seq), 0, entry);
        rows.set(key, row);
      }
    },
    remove(entry: T): void {
      for (const key of new Set(placesOf(entry))) {
        const row = rows.get(key) ?? [];
        const at = after(row, entry.seq) - 1;
        if (row[at]?.seq === entry.seq) row.splice(at, 1);
        if (row.length === 0) rows.delete(key);
      }
    },
    rowsFor,
    /** The user with the lowest `seq` above `seq` in these buckets. Buckets may change between two calls. */
    next(keys: Iterable<string>, seq: number): T | undefined {
      let first: T | undefined;
      for (const key of keys) {
        const row = rows.get(key);
        const entry = row?.[after(row, seq)];
        if (entry && (!first || entry.seq < first.seq)) first = entry;
      }
      return first;
    },
  };
}
