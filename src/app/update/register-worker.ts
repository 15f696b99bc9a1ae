import { Workbox } from 'workbox-window';
import { KEEP_APP } from '#contract/mirrored-app.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import { watchState } from '#db/reads/app.ts';
import { delay } from '../../../worker/delay.ts';

/** Longest wait for the update to the server's self-removing service worker, ms, before the installed one is unregistered. */
const UPDATE_WAIT_MS = 10_000;

/** Removes the service worker and its caches. Until the next load it still answers this page. */
async function removeWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration) {
    // Updates first: the server then delivers a service worker that removes itself (server/platform/http/site/site.ts), in case the browser
    // restores it.
    await Promise.race([registration.update().catch(() => undefined), delay(UPDATE_WAIT_MS)]);
    await registration.unregister();
  }
  for (const name of await caches.keys()) await caches.delete(name);
}

/**
 * Installs the service worker, or removes it while the operator has turned it off (docs/operating.md); the app works without it.
 * `onWaiting` is called when a newer build is waiting.
 */
export function registerWorker(script: string, onWaiting: (workbox: Workbox) => void): void {
  let isInstalled = false;
  // Serialized: an installation that ends after a removal would restore what was removed.
  const queue = createSerialQueue();

  async function install(): Promise<void> {
    const workbox = new Workbox(script, import.meta.env.DEV ? { type: 'module' } : {});
    // While the operator has turned the service worker off, an update brings a self-removing one, which must not be offered.
    workbox.addEventListener('waiting', () => {
      if (isInstalled) onWaiting(workbox);
    });
    const registration = await workbox.register();
    // Browsers check an installed service worker for updates at their own time, which may be minutes after the start.
    if (registration?.active) await workbox.update();
    // A browser may restore a removed service worker without its caches; this message makes it fill them again.
    registration?.active?.postMessage({ type: KEEP_APP });
  }

  watchState('config', (config) => {
    const isWanted = config?.workerOff !== true;
    if (isWanted && isInstalled) return;
    isInstalled = isWanted;
    // Without a service worker (private mode, older browser, network failure) the app still works online.
    queue.add(isWanted ? install : removeWorker).catch(() => undefined);
  });
}
