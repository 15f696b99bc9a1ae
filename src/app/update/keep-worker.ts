import { Workbox } from 'workbox-window';
import { KEEP_APP } from '#contract/kept-app.ts';
import { watchState } from '#db/reads/app.ts';

/** A worker that does harm goes, also where the server's own does not come. */
const OWN_COMES_WITHIN_MS = 10_000;

/** Puts away a worker that was installed, with what it kept. It answers this page until the next load, and keeps nothing then. */
async function putAway(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration) {
    // The server's own first (server/platform/http/site.ts): should the browser bring the registration back, it sees another to be installed.
    const isLate = new Promise((resolve) => setTimeout(resolve, OWN_COMES_WITHIN_MS));
    await Promise.race([registration.update().catch(() => undefined), isLate]);
    await registration.unregister();
  }
  for (const name of await caches.keys()) await caches.delete(name);
}

/**
 * Installs the service worker, and follows the operator's switch (docs/operating.md): while it is off nothing is installed, and a
 * page works without one. `onWaiting`: a newer build is there.
 */
export function keepWorker(script: string, onWaiting: (workbox: Workbox) => void): void {
  let isInstalled = false;
  // One after the other: an installation that ends last would bring back what was put away.
  let lane = Promise.resolve();

  async function install(): Promise<void> {
    const workbox = new Workbox(script, import.meta.env.DEV ? { type: 'module' } : {});
    // The one that removes itself is not offered to the reader.
    workbox.addEventListener('waiting', () => {
      if (isInstalled) onWaiting(workbox);
    });
    const registration = await workbox.register();
    // For one that is there a browser looks when it finds the time, which may be minutes after a start.
    if (registration?.active) await workbox.update();
    // A browser may bring back one that was put away, with nothing of what it kept and without the pages that it answered.
    registration?.active?.postMessage({ type: KEEP_APP });
  }

  watchState('config', (config) => {
    const isWanted = config?.workerOff !== true;
    if (isWanted && isInstalled) return;
    isInstalled = isWanted;
    // Without it (private mode, an older browser, a line that breaks just now) the app works online all the same.
    lane = lane.then(isWanted ? install : putAway).catch(() => undefined);
  });
}
