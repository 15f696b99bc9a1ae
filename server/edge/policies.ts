import type { Clock } from '../clock.ts';
import { UNKNOWN_ACCOUNT_MS } from './bounds.ts';
import type { PolicySource, SenderPolicy } from './ports.ts';

/** Enough for the peers and senders of one process; the oldest entry goes first. */
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
  const known = new Map<number, SenderPolicy>();
  const absent = new Map<number, number>();
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
        if (policy) remember(known, uid, policy);
        else remember(absent, uid, clock.now() + UNKNOWN_ACCOUNT_MS);
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

  function get(uid: number): SenderPolicy | null | undefined {
    const until = absent.get(uid);
    if (until === undefined) return known.get(uid);
    if (until > clock.now()) return null;
    absent.delete(uid);
    return undefined;
  }

  return { get, load, stop };
}

function remember<Value>(map: Map<number, Value>, uid: number, value: Value): void {
  const oldest = map.size >= MAX_ENTRIES ? map.keys().next() : undefined;
  if (oldest && !oldest.done) map.delete(oldest.value);
  map.set(uid, value);
}
