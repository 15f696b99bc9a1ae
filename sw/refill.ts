import { isAppFile } from './app-file.ts';

type RefillPorts = {
  readonly caches: Pick<CacheStorage, 'match' | 'open'>;
  readonly fetch: (url: string) => Promise<Response>;
};

/**
 * Restores the cached app files after the browser evicted them; runs when a page sends `KEEP_APP`. `files` maps cache key to URL. The last
 * file is stored last, so its presence means that all are present, even if the browser ends the worker halfway. Returns whether files were
 * missing. Rejects without a network, for an error, for a redirected response, and for a page in place of another file.
 */
export async function refill(
  name: string,
  files: ReadonlyMap<string, string>,
  { caches, fetch }: RefillPorts,
): Promise<boolean> {
  const last = [...files.keys()].at(-1);
  if (last === undefined || (await caches.match(last, { cacheName: name }))) return false;
  const cache = await caches.open(name);
  for (const [key, url] of files) {
    const answer = await fetch(url);
    if (!isAppFile(url, answer) || answer.redirected) throw new TypeError(`${url}: ${answer.status}`);
    await cache.put(key, answer);
  }
  return true;
}
