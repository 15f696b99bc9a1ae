import type { ReturnTo } from '#contract/payments/commands.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { returnPath } from '../../../payments/pay-paths.ts';

/** Leaves the page of a payment: its window closes where there is one, else it leads back to where it began. */
export function useLeave(returnTo: ReturnTo | undefined): () => void {
  const call = useAppState('call');
  const path = returnPath(returnTo, call && call.endTime === 0 ? call.peer.jid : undefined);
  return () => {
    window.close();
    // Only a window that a script opened closes.
    if (!window.closed) location.assign(path);
  };
}
