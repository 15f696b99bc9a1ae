import { liveQuery, type Subscription } from 'dexie';

/**
 * Creates one live read for the whole page, for `useSyncExternalStore`: all components draw the same rows. It starts with the
 * first subscriber and is dropped with the last, because the next subscriber may be another user. `first` gives what was read
 * before, if anything, for as long as the database has not answered.
 */
export function createLiveStore<T>(read: () => Promise<T>, first: () => T | undefined = () => undefined) {
  let value: T | undefined;
  let failure: { readonly error: unknown } | undefined;
  let watching: Subscription | undefined;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  /** A read may answer null. */
  function known(): T | undefined {
    if (value === undefined) value = first();
    return value;
  }
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
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
        listeners.delete(listener);
        if (listeners.size > 0) return;
        watching?.unsubscribe();
        watching = value = failure = undefined;
      };
    },
    /** Undefined until the database answered. */
    now: known,
    /** The same, but throws when the database cannot be read. */
    nowOrThrow(): T | undefined {
      if (failure) throw failure.error;
      return known();
    },
  };
}
