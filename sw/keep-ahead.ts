type Ports = {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (url: string) => Promise<Response>;
};

/** Four with that of workbox: a browser opens six connections to a host on HTTP/1.1, and the page needs two of them. */
const LANES = 3;

/**
 * Keeps files while a service worker is installed, from the last to the first, some at a time: workbox keeps one after another from
 * the first, each for a turn on the network, and passes over what is there (workbox-precaching, `PrecacheStrategy`). Rejects
 * never: what cannot be kept here fails there, where it ends the installation.
 */
export async function keepAhead(name: string, urls: readonly string[], { caches, fetch }: Ports): Promise<void> {
  const left = [...urls];
  async function runLane(): Promise<void> {
    const cache = await caches.open(name);
    for (let url = left.pop(); url !== undefined; url = left.pop()) {
      if (await cache.match(url)) continue;
      const answer = await fetch(url);
      if (answer.ok && !answer.redirected) await cache.put(url, answer);
    }
  }
  await Promise.allSettled(Array.from({ length: LANES }, runLane));
}
