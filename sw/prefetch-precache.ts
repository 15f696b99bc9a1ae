import { isAppFile } from './app-file.ts';

type Ports = {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (url: string) => Promise<Response>;
};

/**
 * Number of parallel fetches, four with workbox's own: a browser opens six connections to a host on HTTP/1.1, and the page needs two.
 */
const CONCURRENCY = 3;

/**
 * Prefetches precache files in parallel while a service worker installs, from the last to the first. Workbox caches one file after
 * another from the first and skips files that are cached (workbox-precaching, `PrecacheStrategy`). Never rejects: workbox retries a
 * failed file, and its failure ends the installation.
 */
export async function prefetchPrecache(name: string, urls: readonly string[], { caches, fetch }: Ports): Promise<void> {
  const remaining = [...urls];
  async function runLane(): Promise<void> {
    const cache = await caches.open(name);
    for (let url = remaining.pop(); url !== undefined; url = remaining.pop()) {
      if (await cache.match(url)) continue;
      const answer = await fetch(url);
      if (isAppFile(url, answer) && !answer.redirected) await cache.put(url, answer);
    }
  }
  await Promise.allSettled(Array.from({ length: CONCURRENCY }, runLane));
}
