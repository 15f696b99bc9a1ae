import { useAppState } from './use-app-state.ts';
import { useNow } from './use-now.ts';

/** The server's clock, ms, as exact as a countdown shows it. */
export function useServerNow(): number {
  const ahead = useAppState('clock')?.ahead ?? 0;
  return useNow() + ahead;
}
