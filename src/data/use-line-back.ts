import { useEffect } from 'react';
import { useAppState } from './use-app-state.ts';

/** Does what failed again, by itself, when the line is back. */
export function useLineBack(failed: boolean, again: () => void): void {
  const connected = useAppState('connection')?.state === 'connected';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the line's return is the occasion, not the failure
  useEffect(() => {
    if (connected && failed) again();
  }, [connected]);
}
