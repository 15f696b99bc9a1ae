import { SIGNALS_BURST, SIGNALS_PER_SECOND } from '../../../contract/calls/rules.ts';
import {
  ARCHIVE_QUERIES_BURST,
  ARCHIVE_QUERIES_PER_SECOND,
  MESSAGES_BURST,
  MESSAGES_PER_SECOND,
} from '../../../contract/chat/rules.ts';
import { GIFTS_BURST, GIFTS_PER_SECOND } from '../../../contract/gifts/rules.ts';
import { WATCHES_BURST, WATCHES_PER_SECOND } from '../../../contract/people/rules.ts';
import type { Clock } from '../clock.ts';
import { type BoundedMap, createBoundedMap } from './bounded-map.ts';
import { FACTS_BURST, FACTS_PER_SECOND, LOOKUPS_BURST, LOOKUPS_PER_SECOND } from './bounds.ts';

/** Class of a client's stanza or lookup at the edge; each class has a rate of its own per account. */
export type RateClass = 'message' | 'call' | 'archive' | 'look-up' | 'facts' | 'gift' | 'watch' | 'stream' | 'other';
type Rate = { readonly perSecond: number; readonly burst: number };
type Rates<Class extends string> = Readonly<Record<Class, Rate>>;
/** Rate (per second) and burst of each `RateClass`, per account. */
export type RateLimits = Rates<RateClass>;

/**
 * Limits of stanzas per account and process, by class. Marks, typing notifications, presence and all IQs but hub actions count as `other`,
 * with a larger bucket, because they are cheap for the server; an IQ of a class of its own (archive, gift, watch) counts in that too.
 */
export const RATE_LIMITS: RateLimits = {
  message: { perSecond: MESSAGES_PER_SECOND, burst: MESSAGES_BURST },
  call: { perSecond: SIGNALS_PER_SECOND, burst: SIGNALS_BURST },
  archive: { perSecond: ARCHIVE_QUERIES_PER_SECOND, burst: ARCHIVE_QUERIES_BURST },
  'look-up': { perSecond: LOOKUPS_PER_SECOND, burst: LOOKUPS_BURST },
  facts: { perSecond: FACTS_PER_SECOND, burst: FACTS_BURST },
  gift: { perSecond: GIFTS_PER_SECOND, burst: GIFTS_BURST },
  // A single watch may name hundreds of accounts, each of which the gate answers.
  watch: { perSecond: WATCHES_PER_SECOND, burst: WATCHES_BURST },
  // Acknowledgements (XEP-0198) and other elements about the stream itself.
  stream: { perSecond: 50, burst: 200 },
  other: { perSecond: 50, burst: 200 },
};

type Bucket = { tokens: number; at: number };
/**
 * Maximum number of buckets per class in one process. Above it the least recently used one is evicted, and its account starts again with a
 * full one.
 */
const BUCKETS_MAX = 50_000;

/**
 * Creates token buckets per account, shared by all its streams in this process; reconnecting does not refill them. The returned function
 * takes a token of the class and returns whether there was one; without, the request is refused. `limits` false: no limits.
 */
export function limitRates<Class extends string>(
  limits: Rates<Class> | false,
  clock: Clock,
): (uid: number, rateClass: Class) => boolean {
  if (limits === false) return () => true;
  const buckets = new Map<Class, BoundedMap<number, Bucket>>();
  /** Buckets of a class. They expire after the time in which an empty one refills, as a full bucket need not be stored. */
  function bucketsOf(rateClass: Class, { perSecond, burst }: Rate): BoundedMap<number, Bucket> {
    const ms = Math.ceil((burst / perSecond) * 1_000);
    const found = buckets.get(rateClass) ?? createBoundedMap({ max: BUCKETS_MAX, lifetime: { ms, clock } });
    buckets.set(rateClass, found);
    return found;
  }

  return (uid, rateClass) => {
    const { perSecond, burst } = limits[rateClass];
    const map = bucketsOf(rateClass, limits[rateClass]);
    const now = clock.now();
    const bucket = map.get(uid) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * perSecond);
    bucket.at = now;
    map.set(uid, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
}
