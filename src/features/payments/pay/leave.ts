import type { ReturnTo } from '#contract/payments/commands.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { returnPath } from '../../../payments/pay-paths.ts';

/**
 * Calls `go`, which loads another document, as soon as the browser has a network: without one the user would end on the browser's error
 * page. Returns a function that cancels the wait.
 */
export function whenOnline(go: () => void): () => void {
  if (navigator.onLine) {
    go();
    return () => undefined;
  }
  addEventListener('online', go, { once: true });
  return () => removeEventListener('online', go);
}

/**
 * Returns a function that leaves a payment page: it closes the window if a script opened it, otherwise navigates to where the
 * purchase began.
 */
export function useLeave(returnTo: ReturnTo | undefined): () => void {
  const call = useAppState('call');
  const path = returnPath(returnTo, call && call.endTime === 0 ? call.peer.jid : undefined);
  return () => {
    window.close();
    // `window.close` works only in a window opened by script.
    if (!window.closed) location.assign(path);
  };
}
