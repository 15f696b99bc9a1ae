import { useAppState } from './use-app-state.ts';
import { useNow } from './use-now.ts';

/** Returns the estimated server time, Unix ms, updated every 500 ms, for countdowns to a deadline of the server. */
export function useServerNow(): number {
  const ahead = useAppState('clock')?.ahead ?? 0;
  return useNow() + ahead;
}
