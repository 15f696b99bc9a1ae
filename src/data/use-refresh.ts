import { useEffect, useRef, useState } from 'react';
import type { AppError, Result } from '#contract/result.ts';
import { useLineBack } from './use-line-back.ts';

type Refresh = () => Promise<Result<unknown>>;
export type Refreshing = {
  /** Why the last one failed, if it did. */
  readonly error: AppError | undefined;
  readonly busy: boolean;
  /** Runs it again, or another command of the same data. */
  refresh(other?: Refresh): Promise<void>;
};

/**
 * Runs a refresh when it is drawn and when `occasion` changes, when the line is back after it failed, and on demand. Only the newest
 * one says how it went.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the command stays the same; what it is called for is the occasion
  useEffect(() => {
    if (!isEnabled) return;
    void run();
    return () => {
      newest.current += 1;
    };
  }, [isEnabled, occasion]);
  useLineBack(error !== undefined, () => void run());
  return { error, busy, refresh: run };
}

/** The same where nobody asks again by hand: why the last one failed, if it did. */
export const useRefresh = (...given: Parameters<typeof useRefreshing>): AppError | undefined =>
  useRefreshing(...given).error;
