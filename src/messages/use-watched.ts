import { useContext, useEffect } from 'react';
import { declare } from '../core/core.ts';
import { tabId } from '../core/tab.ts';
import { LayerIsOnTop } from '../routing/layer-place.ts';

/**
 * Reports to the core while this tab shows a conversation and is visible and focused; the core then marks its messages as read (product
 * 4.3). Returns a function that ends the report.
 */
export function watchWhileVisible(tid: string): () => void {
  let reported: string | null = null;
  const report = () => {
    const looking = document.visibilityState === 'visible' && document.hasFocus() ? tid : null;
    if (looking === reported) return;
    reported = looking;
    declare('watchThread', tabId, looking);
  };
  report();
  addEventListener('focus', report);
  addEventListener('blur', report);
  document.addEventListener('visibilitychange', report);
  return () => {
    removeEventListener('focus', report);
    removeEventListener('blur', report);
    document.removeEventListener('visibilitychange', report);
    if (reported !== null) declare('watchThread', tabId, null);
  };
}

/** Marks the messages of a conversation as read while it is visible and focused, and not covered by a call or a popup. */
export function useWatched(tid: string): void {
  const onTop = useContext(LayerIsOnTop);
  useEffect(() => (onTop ? watchWhileVisible(tid) : undefined), [tid, onTop]);
}
