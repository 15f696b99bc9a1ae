import { liveQuery, type Subscription } from 'dexie';

/**
 * Creates a live database query that all components of the page share, for `useSyncExternalStore`. It runs while it has
 * subscribers; its value is dropped with the last one, as the next may be another user. `first` supplies rows until the database
 * responds.
 */
export function createLiveStore<T>(read: () => Promise<T>, first: () => T | undefined = () => undefined) {
  let value: T | undefined;
  let failure: { readonly error: unknown } | undefined;
  let watching: Subscription | undefined;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  /** `null` is a valid result, so only undefined means unknown. */
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
    /** Returns the current result; undefined until the database has responded. */
    now: known,
    /** Like `now`, but throws when the database cannot be read. */
    nowOrThrow(): T | undefined {
      if (failure) throw failure.error;
      return known();
    },
  };
}
