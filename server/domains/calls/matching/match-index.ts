import type { MatchFilter } from '../../../../contract/calls/calls.ts';

/** A waiting user as the match index reads them: attributes, and the filter for the other side. `seq` grows with each arrival. */
export type IndexedUser = {
  readonly seq: number;
  readonly person: { readonly lang: string; readonly country: string };
  readonly filter: MatchFilter;
};

const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);

/** Index of the first entry whose `seq` is greater than the argument. */
function after(bucket: readonly IndexedUser[], seq: number): number {
  let [low, high] = [0, bucket.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bucket[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Creates the index of the free users of one role, by their attributes and filter, in which the match queue searches partners. Each
 * user is in up to four buckets, because a partner's filter may or may not name a language and a country; a search reads up to four
 * buckets for the same reason. All users in the buckets that `bucketsFor` returns for a user match that user in both directions; the
 * longest waiting are first.
 */
export function createMatchIndex<T extends IndexedUser>() {
  const buckets = new Map<string, T[]>();

  const keysOf = ({ person, filter }: T) =>
    [person.lang, ''].flatMap((lang) =>
      [person.country, ''].map((country) => keyOf(lang, country, filter.lang, filter.country)),
    );
  /** The keys of the buckets with users who match this one. */
  const bucketsFor = ({ person, filter }: IndexedUser) =>
    new Set(
      [person.lang, ''].flatMap((lang) =>
        [person.country, ''].map((country) => keyOf(filter.lang, filter.country, lang, country)),
      ),
    );

  return {
    add(entry: T): void {
      for (const key of new Set(keysOf(entry))) {
        const bucket = buckets.get(key) ?? [];
        bucket.splice(after(bucket, entry.seq), 0, entry);
        buckets.set(key, bucket);
      }
    },
    remove(entry: T): void {
      for (const key of new Set(keysOf(entry))) {
        const bucket = buckets.get(key) ?? [];
        const at = after(bucket, entry.seq) - 1;
        if (bucket[at]?.seq === entry.seq) bucket.splice(at, 1);
        if (bucket.length === 0) buckets.delete(key);
      }
    },
    bucketsFor,
    /** The user with the lowest `seq` above `seq` in these buckets. Buckets may change between two calls. */
    next(keys: Iterable<string>, seq: number): T | undefined {
      let first: T | undefined;
      for (const key of keys) {
        const bucket = buckets.get(key);
        const entry = bucket?.[after(bucket, seq)];
        if (entry && (!first || entry.seq < first.seq)) first = entry;
      }
      return first;
    },
  };
}
