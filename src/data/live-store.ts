import { liveQuery, type Subscription } from 'dexie';

/**
 * One live read for the whole page, for `useSyncExternalStore`: whoever draws speaks of the same rows. It begins with the
 * first who listens and is forgotten with the last: whoever looks next may be somebody else.
 */
export function createLiveStore<T>(read: () => Promise<T>) {
  let value: T | undefined;
  let failure: { readonly error: unknown } | undefined;
  let watching: Subscription | undefined;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const tell of listeners) tell();
  };
  return {
    subscribe(tell: () => void): () => void {
      listeners.add(tell);
      watching ??= liveQuery(read).subscribe({
        next(next) {
          value = next;
          changed();
        },
        error(error: unknown) {
          failure = { error };
          changed();
        },
      });
      return () => {
        listeners.delete(tell);
        if (listeners.size > 0) return;
        watching?.unsubscribe();
        watching = value = failure = undefined;
      };
    },
    /** Undefined until the database answered. */
    now: (): T | undefined => value,
    /** The same, for where a database that cannot be read is told of. */
    nowOrThrow(): T | undefined {
      if (failure) throw failure.error;
      return value;
    },
  };
}
