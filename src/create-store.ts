/** A value outside of React. Components read it with `useSyncExternalStore(store.subscribe, store.get)`. */
export type Store<T> = {
  readonly get: () => T;
  /** Replaces the value and calls the listeners; does nothing if the value is the same by `Object.is`. */
  readonly set: (next: T) => void;
  /** Calls `listener` after each change. Returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
};

/**
 * Creates a store. `start` is called before the first listener is added, for example to listen to the browser; the function that
 * it returns is called after the last listener was removed.
 */
export function createStore<T>(initial: T, start?: () => () => void): Store<T> {
  let value = initial;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) stop = start?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
}
