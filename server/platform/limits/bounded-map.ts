import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** Bounds of a `createBoundedMap`: number of entries, and optionally their lifetime and total size. */
export type BoundedMapOptions<Value> = {
  /** Maximum number of entries; the least recently used one is evicted above it. */
  readonly max: number;
  /** Lifetime of an entry since it was set; without it, entries do not expire. */
  readonly lifetime?: { readonly ms: number; readonly clock: Clock };
  /** A second bound: the sum of the sizes of all values, each at least 1. */
  readonly total?: { readonly max: number; sizeOf(value: Value): number };
};

/** An LRU map with bounds, created by `createBoundedMap`. */
export type BoundedMap<Key extends string | number, Value extends NonNullable<unknown>> = LRUCache<Key, Value>;

/**
 * Creates an LRU map for keys that strangers can choose, such as addresses, uids and texts. Every operation takes constant time; expired
 * entries are removed on access or evicted as the oldest, never by a scan.
 */
export const createBoundedMap = <Key extends string | number, Value extends NonNullable<unknown>>({
  max,
  lifetime,
  total,
}: BoundedMapOptions<Value>): BoundedMap<Key, Value> =>
  new LRUCache<Key, Value>({
    max,
    // LRUCache expires entries older than `ttl`; here an entry as old as its lifetime must expire. The clock starts at 1, as 0 means unset.
    ...(lifetime && { ttl: lifetime.ms - 1, ttlResolution: 0, perf: { now: () => lifetime.clock.now() + 1 } }),
    ...(total && { maxSize: total.max, sizeCalculation: (value: Value) => total.sizeOf(value) }),
  });
