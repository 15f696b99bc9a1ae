const asked = new Set<string>();

/**
 * Fetches each picture of the gift sheet or sticker picker once per page, also those outside the visible area, so that the
 * service worker caches them for offline use (sw/art.ts).
 */
export function cacheArt(urls: readonly string[]): void {
  if (!navigator.serviceWorker?.controller || !navigator.onLine) return;
  for (const url of urls) {
    if (asked.has(url)) continue;
    asked.add(url);
    void fetch(url).catch(() => asked.delete(url));
  }
}
