import type { Result } from '../../../../contract/result.ts';
import { createBoundedMap } from '../../../platform/limits/bounded-map.ts';

/**
 * Maximum number of cached errors for which no request was waiting; the next request gets them. Successful results are found in the store
 * instead.
 */
const UNREAD_OUTCOMES_MAX = 1_000;

/** Processing of uploads that is detached from requests, by key: a request waits for a limited time, and the next one gets the result. */
export type Works<T> = {
  /**
   * Waits for the work of this key, and starts it if none is running. If earlier work of the key ended with an error while no request was
   * waiting, returns that error instead, once. Undefined when the work takes longer than `holdMs`; it continues, and the next request waits
   * for it again.
   */
  wait(key: string, work: () => Promise<Result<T>>): Promise<Result<T> | undefined>;
  isAtWork(key: string): boolean;
};

/**
 * Creates the registry of work that outlives the request that started it; a client with a poor connection would otherwise start it
 * again and again. `holdMs`: how long one request waits. `onFailure`: called with what a work throws; its result is then `server-error`.
 */
export function createWorks<T>(holdMs: number, onFailure: (error: unknown) => void): Works<T> {
  type Work = { readonly done: Promise<Result<T>>; waiting: number };
  const running = new Map<string, Work>();
  const unreadErrors = createBoundedMap<string, Result<T>>({ max: UNREAD_OUTCOMES_MAX });

  function begin(key: string, work: () => Promise<Result<T>>): Work {
    const done = work()
      .catch((error: unknown): Result<T> => {
        onFailure(error);
        return { ok: false, error: { code: 'server-error' } };
      })
      .then((result) => {
        running.delete(key);
        if (own.waiting === 0 && !result.ok) unreadErrors.set(key, result);
        return result;
      });
    const own: Work = { done, waiting: 0 };
    running.set(key, own);
    return own;
  }

  return {
    isAtWork: (key) => running.has(key),
    async wait(key, work) {
      const outcome = unreadErrors.get(key);
      if (unreadErrors.delete(key)) return outcome;
      const own = running.get(key) ?? begin(key, work);
      own.waiting += 1;
      const { promise: over, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => resolve(undefined), holdMs);
      try {
        return await Promise.race([own.done, over]);
      } finally {
        clearTimeout(timer);
        own.waiting -= 1;
      }
    },
  };
}
