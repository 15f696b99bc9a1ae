const requestedUrls = new Set<string>();

/**
 * Requests a voice message of this server when its bubble is visible, so that the service worker caches it for offline playback. Once per
 * page, again after a failure; not while offline or without a service worker.
 */
export function cacheCopy(src: string): void {
  const { serviceWorker, onLine } = navigator;
  const isOurs = src !== '' && new URL(src, location.href).origin === location.origin;
  if (!isOurs || !serviceWorker?.controller || !onLine || requestedUrls.has(src)) return;
  requestedUrls.add(src);
  fetch(src, { priority: 'low' }).then(
    // Read to the end: only complete responses are cached.
    (response) => response.arrayBuffer().catch(() => requestedUrls.delete(src)),
    () => requestedUrls.delete(src),
  );
}
