import { useEffect } from 'react';
import { useAppState } from './use-app-state.ts';

/** Calls `again` when the chat connection comes back while `failed` is true, to repeat a failed request. */
export function useOnReconnect(failed: boolean, again: () => void): void {
  const connected = useAppState('connection')?.state === 'connected';
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the connection returns, not when the failure occurs
  useEffect(() => {
    if (connected && failed) again();
  }, [connected]);
}
