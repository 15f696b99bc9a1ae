import type { Answered } from './session-cache.ts';

/** Cache Storage cache of scripts. Sign-out deletes it with the other caches, although it holds no personal data. */
const SCRIPT_CACHE = 'scripts';
/** Maximum number of cached scripts: enough for this build and the previous one. */
const SCRIPTS_MAX = 8;
/** Large, rarely used scripts: camera effects, clip processing and the preview before a login. Not precached (vite.config.ts). */
const SCRIPT = /^\/assets\/(?:camera-pipeline|camera-worker|clips|preview)-[\w-]+\.js$/;

type ScriptPorts = {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (request: Request) => Promise<Response>;
};

/** Whether the URL is a script that `createScripts` caches on first use instead of at installation. */
export const isRareScript = (url: URL, origin: string) => url.origin === origin && SCRIPT.test(url.pathname);

/** Creates the handler that caches rarely used scripts for offline use. Their names contain a content hash. */
export function createScripts({ caches, fetch }: ScriptPorts): (request: Request) => Promise<Answered> {
  async function keep(key: string, response: Response): Promise<void> {
    const isScript = response.headers.get('content-type')?.includes('javascript') === true;
    if (response.status !== 200 || !isScript) return;
    const cache = await caches.open(SCRIPT_CACHE);
    await cache.put(key, response);
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - SCRIPTS_MAX))) await cache.delete(old);
  }

  return async (request) => {
    const key = new URL(request.url).pathname;
    const copy = await (await caches.open(SCRIPT_CACHE)).match(key);
    if (copy) return { response: copy };
    const response = await fetch(request);
    return { response, after: keep(key, response.clone()) };
  };
}
