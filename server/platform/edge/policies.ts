import type { Clock } from '../clock.ts';
import { createBoundedMap } from '../limits/bounded-map.ts';
import { UNKNOWN_ACCOUNT_MS } from './bounds.ts';
import type { PolicySource, SenderPolicy } from './ports.ts';

/** Enough for the peers and senders of one process; the entry that was used the longest ago goes first. */
const MAX_ENTRIES = 20_000;

export type Policies = {
  /** Null: there is no such account. Undefined: nothing fresh is known. */
  get(uid: number): SenderPolicy | null | undefined;
  load(uid: number): Promise<SenderPolicy | null>;
  stop(): void;
};

/**
 * Sender policies in memory, so that a message costs no query. `get` is synchronous and undefined when nothing fresh is
 * known; `load` then fetches. Null means that the account does not exist, which is trusted for
 * `UNKNOWN_ACCOUNT_MS`, so that messages to it cost no query each time.
 */
export function rememberPolicies(source: PolicySource, clock: Clock): Policies {
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
        // Changed while it was read: the next caller reads again.
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
