const requestedUrls = new Set<string>();

/**
 * Fetches each picture of the gift sheet or sticker picker once per page, also those outside the visible area, so that the service worker
 * caches them for offline use (sw/art.ts). Does nothing offline or without a service worker.
 */
export function cacheArt(urls: readonly string[]): void {
  if (!navigator.serviceWorker?.controller || !navigator.onLine) return;
  for (const url of urls) {
    if (requestedUrls.has(url)) continue;
    requestedUrls.add(url);
    void fetch(url).catch(() => requestedUrls.delete(url));
  }
}
