import { useEffect } from 'react';
import { useAppState } from './use-app-state.ts';

/** Calls `again` when the connection returns after a failure. */
export function useOnReconnect(failed: boolean, again: () => void): void {
  const connected = useAppState('connection')?.state === 'connected';
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the connection returns, not when the failure occurs
  useEffect(() => {
    if (connected && failed) again();
  }, [connected]);
}
