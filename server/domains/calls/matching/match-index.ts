import type { MatchFilter } from '../../../../contract/calls/calls.ts';

/** What decides whether two people fit: their attributes and their filter. `seq` grows with each arrival. */
export type Placed = {
  readonly seq: number;
  readonly person: { readonly lang: string; readonly country: string };
  readonly filter: MatchFilter;
};

const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);

/** The first place whose `seq` is above this one. */
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
 * Those of one side who are free, by what the other side may ask: each stands in four rows, since whoever asks for a
 * language may or may not ask for a country too. Whoever looks reads four rows, since a wish may be left open. In a row
 * stand only those who fit, the longest waiting first.
 */
export function createMatchIndex<T extends Placed>() {
  const rows = new Map<string, T[]>();

  const placesOf = ({ person, filter }: T) =>
    [person.lang, ''].flatMap((lang) =>
      [person.country, ''].map((country) => keyOf(lang, country, filter.lang, filter.country)),
    );
  /** The rows with those who fit this one. */
  const rowsFor = ({ person, filter }: Placed) =>
    new Set(
      [person.lang, ''].flatMap((lang) =>
        [person.country, ''].map((country) => keyOf(filter.lang, filter.country, lang, country)),
      ),
    );

  return {
    add(one: T): void {
      for (const key of new Set(placesOf(one))) {
        const row = rows.get(key) ?? [];
        row.splice(after(row, one.seq), 0, one);
        rows.set(key, row);
      }
    },
    remove(one: T): void {
      for (const key of new Set(placesOf(one))) {
        const row = rows.get(key) ?? [];
        const at = after(row, one.seq) - 1;
        if (row[at]?.seq === one.seq) row.splice(at, 1);
        if (row.length === 0) rows.delete(key);
      }
    },
    rowsFor,
    /** Of these rows the next one after that who came at `seq`, by when they came. Rows may change between two steps. */
    next(keys: Iterable<string>, seq: number): T | undefined {
      let first: T | undefined;
      for (const key of keys) {
        const row = rows.get(key);
        const one = row?.[after(row, seq)];
        if (one && (!first || one.seq < first.seq)) first = one;
      }
      return first;
    },
  };
}
