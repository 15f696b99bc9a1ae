type RefillPorts = {
  readonly caches: Pick<CacheStorage, 'match' | 'open'>;
  readonly fetch: (url: string) => Promise<Response>;
};

/**
 * Fetches the app's files anew where they are gone. `files`: by the name under which each is kept, where it comes from. The last one is
 * kept last: where it is there, all are, also when the browser ends this in the middle. Returns whether they were gone. Rejects
 * without a network, and for an answer that is no file.
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
    if (!answer.ok || answer.redirected) throw new TypeError(`${url}: ${answer.status}`);
    await cache.put(key, answer);
  }
  return true;
}
