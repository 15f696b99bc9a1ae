import { useFreeCall } from '../data/calls/use-free-call.ts';
import { useAppState } from '../data/use-app-state.ts';

/** Returns how many gems the balance lacks to pay `price`; 0 if it suffices or is not known yet. */
export function useMissingGems(price: number): number {
  const gems = useAppState('account')?.gemsBalance;
  return gems === undefined ? 0 : Math.max(0, price - gems);
}

/**
 * Returns how many gems the balance lacks for the first minute of a paid call; 0 if it suffices, is not known yet, or the call begins with
 * free time.
 */
export function useMissingForCall(price: number): number {
  const missing = useMissingGems(price);
  const free = useFreeCall(price > 0);
  return free ? 0 : missing;
}
