import type { PolicySource, SenderPolicy } from './ports.ts';

/** Enough for the peers and senders of one process; the oldest entry goes first. */
const MAX_ENTRIES = 20_000;

export type Policies = ReturnType<typeof rememberPolicies>;

/**
 * Sender policies in memory, so that a message costs no query. `get` is synchronous and undefined when nothing fresh is
 * known; `load` then fetches. Also tells whether an account exists at all: null says that it does not.
 */
export function rememberPolicies(source: PolicySource) {
  const known = new Map<number, SenderPolicy>();
  const loading = new Map<number, Promise<SenderPolicy | null>>();
  const stop = source.onChange((uid) => {
    if (uid === 'all') {
      known.clear();
      loading.clear();
    } else {
      known.delete(uid);
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
        if (policy) remember(uid, policy);
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

  function remember(uid: number, policy: SenderPolicy): void {
    const oldest = known.size >= MAX_ENTRIES ? known.keys().next() : undefined;
    if (oldest && !oldest.done) known.delete(oldest.value);
    known.set(uid, policy);
  }

  return { get: (uid: number) => known.get(uid), load, stop };
}
