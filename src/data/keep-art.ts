const asked = new Set<string>();

/**
 * Asks once for drawings that may be below the edge of what is seen, so that the service worker keeps all of them for the time
 * without a network (sw/art.ts).
 */
export function keepArt(urls: readonly string[]): void {
  if (!navigator.serviceWorker?.controller || !navigator.onLine) return;
  for (const url of urls) {
    if (asked.has(url)) continue;
    asked.add(url);
    void fetch(url).catch(() => asked.delete(url));
  }
}
