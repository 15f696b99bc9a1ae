import type { Clock } from '../clock.ts';
import { createBoundedMap } from '../limits/bounded-map.ts';
import { UNKNOWN_ACCOUNT_MS } from './bounds.ts';
import type { PolicySource, SenderPolicy } from './ports.ts';

/** Number of cached policies, enough for the senders and recipients of one process; the least recently used one is dropped first. */
const MAX_ENTRIES = 20_000;

/** Cache of the sender policies of one edge, by uid. */
export type Policies = {
  /** Null when the account does not exist or is closed; undefined when that is not cached either. */
  get(uid: number): SenderPolicy | null | undefined;
  load(uid: number): Promise<SenderPolicy | null>;
  stop(): void;
};

/**
 * Creates the cache of sender policies of one edge, so that a message needs no query. `get` is synchronous, and undefined when nothing is
 * cached; `load` then queries. Null means that the account does not exist or is closed; it is cached for `UNKNOWN_ACCOUNT_MS`, so that
 * messages to it do not query each time.
 */
export function createPolicyCache(source: PolicySource, clock: Clock): Policies {
  const known = createBoundedMap<number, SenderPolicy>({ max: MAX_ENTRIES });
  const absent = createBoundedMap<number, true>({ max: MAX_ENTRIES, lifetime: { ms: UNKNOWN_ACCOUNT_MS, clock } });
  const loading = new Map<number, Promise<SenderPolicy | null>>();
  const stop = source.onChange((uid) => {
    if (uid === 'all') {
      known.clear();
      absent.clear();
      loading.clear();
    } else {
      known.delete(uid);
      absent.delete(uid);
      loading.delete(uid);
    }
  });

  function load(uid: number): Promise<SenderPolicy | null> {
    const running = loading.get(uid);
    if (running) return running;
    const fresh: Promise<SenderPolicy | null> = source.load(uid).then(
      (policy) => {
        // The policy changed during the query: it is not cached, and the next caller loads it again.
        if (loading.get(uid) !== fresh) return policy ?? null;
        loading.delete(uid);
        if (policy) known.set(uid, policy);
        else absent.set(uid, true);
        return policy ?? null;
      },
      (error: unknown) => {
        if (loading.get(uid) === fresh) loading.delete(uid);
        throw error;
      },
    );
    loading.set(uid, fresh);
    return fresh;
  }

  const get = (uid: number): SenderPolicy | null | undefined => known.get(uid) ?? (absent.has(uid) ? null : undefined);

  return { get, load, stop };
}
