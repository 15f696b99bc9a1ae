import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

export type BoundedMapOptions<Value> = {
  /** Entries; above it the one that was used the longest ago is dropped. */
  readonly max: number;
  /** How long an entry lives after it was set. Without it an entry lives until it is dropped. */
  readonly lifetime?: { readonly ms: number; readonly clock: Clock };
  /** A second bound: the sum of the sizes of all values, each at least 1. */
  readonly total?: { readonly max: number; sizeOf(value: Value): number };
};

export type BoundedMap<Key extends string | number, Value extends NonNullable<unknown>> = LRUCache<Key, Value>;

/**
 * A map for keys that a stranger can choose, such as addresses, uids and texts. Every operation takes constant time, however many
 * entries it holds: an expired entry is removed when it is asked for, or dropped as the oldest; nothing walks all of them.
 */
export const createBoundedMap = <Key extends string | number, Value extends NonNullable<unknown>>({
  max,
  lifetime,
  total,
}: BoundedMapOptions<Value>): BoundedMap<Key, Value> =>
  new LRUCache<Key, Value>({
    max,
    // An entry is stale when it is older than `ttl`: one that is exactly as old as its lifetime has ended. A time of 0 means none.
    ...(lifetime && { ttl: lifetime.ms - 1, ttlResolution: 0, perf: { now: () => lifetime.clock.now() + 1 } }),
    ...(total && { maxSize: total.max, sizeCalculation: (value: Value) => total.sizeOf(value) }),
  });
