import { liveQuery } from '#db/reads/live-query.ts';
import { createStore } from '../create-store.ts';

/**
 * Creates a live database query that all components of the page share, for `useSyncExternalStore`. It runs while it has
 * subscribers; its value is dropped with the last one, as the next may be another user. `first` supplies rows until the database
 * responds.
 */
export function createLiveStore<T>(read: () => Promise<T>, first: () => T | undefined = () => undefined) {
  type Result = { readonly value?: T | undefined; readonly failure?: { readonly error: unknown } };
  let early: T | undefined;
  const result = createStore<Result>({}, () => {
    const reading = liveQuery(read).subscribe({
      next: (value) => result.set({ value }),
      error: (error: unknown) => result.set({ ...result.get(), failure: { error } }),
    });
    return () => {
      reading.unsubscribe();
      early = undefined;
      result.set({});
    };
  });
  /** `null` is a valid result, so only undefined means unknown. */
  function known(): T | undefined {
    const { value } = result.get();
    if (value !== undefined) return value;
    if (early === undefined) early = first();
    return early;
  }
  return {
    subscribe: result.subscribe,
    /** Returns the current result; undefined until the database has responded. */
    now: known,
    /** Like `now`, but throws when the database cannot be read. */
    nowOrThrow(): T | undefined {
      const { failure } = result.get();
      if (failure) throw failure.error;
      return known();
    },
  };
}
