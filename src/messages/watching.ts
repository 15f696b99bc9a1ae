import { core } from '../core/core.ts';
import { tabId } from '../core/tab.ts';

/**
 * Reports to the core while this tab shows the conversation in sight: its messages then count as read (product 4.3).
 * Returns a function that ends the report.
 */
export function watchWhileLookedAt(tid: string): () => void {
  let told: string | null = null;
  const tell = () => {
    const looking = document.visibilityState === 'visible' && document.hasFocus() ? tid : null;
    if (looking === told) return;
    told = looking;
    void core.watchThread(tabId, looking);
  };
  tell();
  addEventListener('focus', tell);
  addEventListener('blur', tell);
  document.addEventListener('visibilitychange', tell);
  return () => {
    removeEventListener('focus', tell);
    removeEventListener('blur', tell);
    document.removeEventListener('visibilitychange', tell);
    if (told !== null) void core.watchThread(tabId, null);
  };
}
