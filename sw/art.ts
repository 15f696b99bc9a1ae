import { isMediaFile } from '#contract/api/answer.ts';
import { WEEK_MS } from '#contract/durations.ts';
import type { Answered } from './session-cache.ts';

/** Cache Storage cache of drawings. Sign-out deletes it with the other caches, although it holds no personal data. */
const ART_CACHE = 'art';
/** A changed drawing keeps its address, so a copy older than this is fetched again. */
const FRESH_MS = WEEK_MS;
const ART = /^\/(?:gifts|stickers\/[a-z]+)\/[a-z0-9-]+\.webp$/;

type ArtPorts = {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Clock, ms. */
  readonly now: () => number;
};

/** Whether the URL is a drawing of a gift or a sticker, which `createArt` caches. */
export const isArt = (url: URL, origin: string) => url.origin === origin && ART.test(url.pathname);

/**
 * Creates the handler that caches each requested drawing of a gift or sticker for offline use. A stale copy is served and revalidated in
 * the background.
 */
export function createArt({ caches, fetch, now }: ArtPorts): (request: Request) => Promise<Answered> {
  async function keep(key: string, response: Response): Promise<void> {
    if (response.status === 200 && isMediaFile(response)) await (await caches.open(ART_CACHE)).put(key, response);
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
