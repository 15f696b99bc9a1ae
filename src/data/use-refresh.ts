import { useEffect, useRef, useState } from 'react';
import type { AppError, Result } from '#contract/result.ts';
import { useOnReconnect } from './use-on-reconnect.ts';

type Refresh = () => Promise<Result<unknown>>;
/** State of a refresh started by `useRefreshing`, and the function that repeats it. */
export type Refreshing = {
  /** Error of the last refresh, if it failed. */
  readonly error: AppError | undefined;
  readonly busy: boolean;
  /** Runs the refresh again, or another command for the same data. */
  refresh(other?: Refresh): Promise<void>;
};

/**
 * Runs a command of the core that refreshes stored data: on mount, when `occasion` changes, when the connection returns after a failure,
 * and on demand. Only the newest run sets the state.
 */
export function useRefreshing(refresh: Refresh, isEnabled = true, occasion: unknown = undefined): Refreshing {
  const [error, setError] = useState<AppError>();
  const [busy, setBusy] = useState(isEnabled);
  const newest = useRef(0);
  const run = async (work: Refresh = refresh) => {
    newest.current += 1;
    const own = newest.current;
    setBusy(true);
    const result = await work();
    if (own !== newest.current) return;
    setBusy(false);
    setError(result.ok ? undefined : result.error);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the command is stable; `occasion` triggers the refresh
  useEffect(() => {
    if (!isEnabled) return;
    void run();
    return () => {
      newest.current += 1;
    };
  }, [isEnabled, occasion]);
  useOnReconnect(error !== undefined, () => void run());
  return { error, busy, refresh: run };
}

/** Like `useRefreshing`, without a manual refresh: returns the error of the last run, if it failed. */
export const useRefresh = (...given: Parameters<typeof useRefreshing>): AppError | undefined =>
  useRefreshing(...given).error;
