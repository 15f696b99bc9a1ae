import type { Answered } from './shelf.ts';

/** Deleted at sign-out with all other caches; nothing in it is anybody's own. */
const SCRIPT_CACHE = 'scripts';
/** Of this build and the one before; each has few that one device needs. */
const SCRIPTS_MAX = 8;
/** What few need and what is large: what works on clips, and the look at the app before a login. Not precached (vite.config.ts). */
const SCRIPT = /^\/assets\/(?:clips|preview)-[\w-]+\.js$/;

type ScriptPorts = {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (request: Request) => Promise<Response>;
};

export const isRareScript = (url: URL, origin: string) => url.origin === origin && SCRIPT.test(url.pathname);

/** Keeps scripts that were used once, for the time without a network. The name of each changes with what is in it. */
export function createScripts({ caches, fetch }: ScriptPorts): (request: Request) => Promise<Answered> {
  async function keep(key: string, response: Response): Promise<void> {
    const isScript = response.headers.get('content-type')?.includes('javascript') === true;
    if (response.status !== 200 || !isScript) return;
    const cache = await caches.open(SCRIPT_CACHE);
    await cache.put(key, response);
    const kept = await cache.keys();
    for (const old of kept.slice(0, Math.max(0, kept.length - SCRIPTS_MAX))) await cache.delete(old);
  }

  return async (request) => {
    const key = new URL(request.url).pathname;
    const copy = await (await caches.open(SCRIPT_CACHE)).match(key);
    if (copy) return { response: copy };
    const response = await fetch(request);
    return { response, after: keep(key, response.clone()) };
  };
}
