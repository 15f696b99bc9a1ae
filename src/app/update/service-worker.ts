import { useSyncExternalStore } from 'react';
import type { Workbox } from 'workbox-window';
import { onBadRequest } from '../../core/core.ts';
import { trustedScriptUrl } from '../../core/trusted-url.ts';
import { createStore } from '../../create-store.ts';

const SCRIPT = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js';

/** Workbox of a newer build that is waiting; undefined if there is none. */
const waiting = createStore<Workbox | undefined>(undefined);

async function register(): Promise<void> {
  const { registerWorker } = await import('./register-worker.ts');
  registerWorker(trustedScriptUrl(SCRIPT), waiting.set);
}

const CHECK_AGAIN_MS = 60_000;
let checkedAt = Number.NEGATIVE_INFINITY;

/** Checks for a newer build, at most once a minute, so that the update banner can offer it. */
async function checkForNewBuild(): Promise<void> {
  if (performance.now() - checkedAt < CHECK_AGAIN_MS) return;
  checkedAt = performance.now();
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update();
}

// After a failure, such as a broken connection, the next start tries again.
const tryRegister = () => register().catch(() => undefined);

/**
 * Registers the service worker after the `load` event, so that precaching does not slow down the first paint. When the server rejects a
 * request as malformed, a newer build is looked for: this one may be too old for the server.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  onBadRequest(() => void checkForNewBuild().catch(() => undefined));
  if (document.readyState === 'complete') void tryRegister();
  else addEventListener('load', () => void tryRegister(), { once: true });
}

/** Returns whether a newer build is installed and waits to replace this one; the update banner then offers a reload. */
export const useWaitingBuild = (): boolean =>
  useSyncExternalStore(waiting.subscribe, () => waiting.get() !== undefined);

/** Activates the waiting build and reloads the page. Called at the user's request. */
export function activateNewBuild(): void {
  const workbox = waiting.get();
  if (!workbox) {
    location.reload();
    return;
  }
  workbox.addEventListener('controlling', () => location.reload());
  workbox.messageSkipWaiting();
}
