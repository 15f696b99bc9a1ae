import { useSyncExternalStore } from 'react';
import type { Workbox } from 'workbox-window';
import { trustedScriptUrl } from '../../core/trusted-url.ts';

const SCRIPT = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js';

/** Of a newer build that waits. */
let workbox: Workbox | undefined;
const listeners = new Set<() => void>();

async function register(): Promise<void> {
  const { keepWorker } = await import('./keep-worker.ts');
  keepWorker(trustedScriptUrl(SCRIPT), (found) => {
    workbox = found;
    for (const listener of listeners) listener();
  });
}

// A line that breaks just now: the next start tries again.
const tryRegister = () => register().catch(() => undefined);

/** After the page is there: its first sight must not wait for the copy that is made for later. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void tryRegister();
  else addEventListener('load', () => void tryRegister(), { once: true });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether a newer build is waiting. */
export const useWaitingBuild = (): boolean => useSyncExternalStore(subscribe, () => workbox !== undefined);

/** Activates the waiting build at the reader's request, then reloads the page. */
export function takeNewBuild(): void {
  if (!workbox) {
    location.reload();
    return;
  }
  workbox.addEventListener('controlling', () => location.reload());
  workbox.messageSkipWaiting();
}
