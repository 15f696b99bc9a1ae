import type { Answered } from './shelf.ts';

/** Deleted at sign-out with all other caches; nothing in it is anybody's own. */
const ART_CACHE = 'art';
/** A drawing that is changed keeps its address. */
const FRESH_MS = 604_800_000;
const ART = /^\/(?:gifts|stickers\/[a-z]+)\/[a-z0-9-]+\.webp$/;

type ArtPorts = {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Clock, ms. */
  readonly now: () => number;
};

/** The drawings of gifts and stickers. */
export const isArt = (url: URL, origin: string) => url.origin === origin && ART.test(url.pathname);

/** Keeps each drawing that was asked for once, for the time without a network. One that is old is fetched again behind the answer. */
export function createArt({ caches, fetch, now }: ArtPorts): (request: Request) => Promise<Answered> {
  async function keep(key: string, response: Response): Promise<void> {
    const isPicture = response.headers.get('content-type')?.startsWith('image/') === true;
    if (response.status === 200 && isPicture) await (await caches.open(ART_CACHE)).put(key, response);
  }
  const isOld = (copy: Response) => now() - Date.parse(copy.headers.get('date') ?? '') > FRESH_MS;

  return async (request) => {
    const key = new URL(request.url).pathname;
    const copy = await (await caches.open(ART_CACHE)).match(key);
    if (copy) {
      const renew = async () => keep(key, await fetch(request));
      return { response: copy, ...(isOld(copy) && { after: renew() }) };
    }
    const response = await fetch(request);
    return { response, after: keep(key, response.clone()) };
  };
}
