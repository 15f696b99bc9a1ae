import { useAppState } from './use-app-state.ts';
import { useNow } from './use-now.ts';

/** Returns the estimated server time, ms, updated often enough for countdowns. */
export function useServerNow(): number {
  const ahead = useAppState('clock')?.ahead ?? 0;
  return useNow() + ahead;
}
