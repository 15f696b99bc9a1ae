import { liveQuery as queryLive } from 'dexie';
import { retryPause } from '../reopen.ts';
import { isStorageFailure } from './storage-failure.ts';

/** The subscription of a live query, until it is ended. */
export type LiveSubscription = { readonly unsubscribe: () => void };
type Observer<T> = { readonly next: (value: T) => void; readonly error?: (error: unknown) => void };

/**
 * A read of the browser's databases that runs again whenever rows that it read change: for each subscriber by itself, until it
 * unsubscribes. Pages and the core create it with `liveQuery`.
 */
export type LiveQuery<T> = {
  readonly subscribe: (next: ((value: T) => void) | Observer<T>, error?: (error: unknown) => void) => LiveSubscription;
  /** Returns whether a subscription has had a result. */
  readonly hasValue: () => boolean;
  readonly getValue: () => T;
};

/**
 * Creates a live query that outlives failures of the storage: it keeps the last result and runs again, with growing pauses, until
 * the storage answers. Dexie's own does not run again after a closed database or an aborted transaction, unless rows change that
 * it had read before. `error` gets all other exceptions.
 */
export function liveQuery<T>(read: () => Promise<T> | T): LiveQuery<T> {
  let latest: { readonly value: T } | undefined;

  function subscribe({ next, error }: Observer<T>): LiveSubscription {
    let failures = 0;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let running = start();

    function runLater(): void {
      if (isOver) return;
      failures += 1;
      clearTimeout(timer);
      timer = setTimeout(() => {
        running.unsubscribe();
        running = start();
      }, retryPause(failures));
    }

    function start() {
      const readOrRetry = async () => {
        try {
          return await read();
        } catch (failure) {
          if (isStorageFailure(failure)) runLater();
          throw failure;
        }
      };
      return queryLive(readOrRetry).subscribe({
        next(value) {
          failures = 0;
          clearTimeout(timer);
          latest = { value };
          next(value);
        },
        error(failure: unknown) {
          if (!isStorageFailure(failure)) error?.(failure);
        },
      });
    }

    return {
      unsubscribe() {
        isOver = true;
        clearTimeout(timer);
        running.unsubscribe();
      },
    };
  }

  return {
    subscribe: (next, error) => subscribe(typeof next === 'function' ? { next, ...(error && { error }) } : next),
    hasValue: () => latest !== undefined,
    getValue: () => (latest as { readonly value: T }).value,
  };
}

/** Reads once. While the storage fails, it reads again, with growing pauses; it rejects only with other exceptions. */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await read();
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryPause(failures)));
    }
  }
}
