import { useEffect, useState } from 'react';
import type { AppError, Result } from '#contract/result.ts';

/** Runs a refresh when it is drawn and when `occasion` changes; returns why the last one failed, if it did. */
export function useRefresh(
  refresh: () => Promise<Result<unknown>>,
  isEnabled: boolean,
  occasion: unknown = undefined,
): AppError | undefined {
  const [error, setError] = useState<AppError>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the command stays the same; what it is called for is the occasion
  useEffect(() => {
    if (!isEnabled) return;
    let here = true;
    void refresh().then((result) => here && setError(result.ok ? undefined : result.error));
    return () => {
      here = false;
    };
  }, [isEnabled, occasion]);
  return error;
}
