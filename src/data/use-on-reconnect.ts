import { useEffect, useState } from 'react';
import type { ConnectionState } from '#contract/core.ts';
import { useAppState } from './use-app-state.ts';

/**
 * Creates the function that takes each state of the connection and returns whether the connection came back: it is up, and was seen to be
 * lost before. The state is undefined until it is read.
 */
export function createReturnWatch(): (state: ConnectionState | undefined) => boolean {
  let isLost = false;
  return (state) => {
    const isBack = isLost && state === 'connected';
    if (state !== undefined) isLost = state !== 'connected';
    return isBack;
  };
}

/** Calls `again` when the chat connection comes back while `failed` is true, to repeat a failed request. */
export function useOnReconnect(failed: boolean, again: () => void): void {
  const state = useAppState('connection')?.state;
  const [isBack] = useState(createReturnWatch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the connection returns, not when the failure occurs
  useEffect(() => {
    if (isBack(state) && failed) again();
  }, [state]);
}
