import { isMediaFile } from '#contract/api/answer.ts';
import { PICTURE_CACHE } from '#contract/media/private.ts';
import {
  PICTURE_COPIES_MAX,
  PICTURE_COPIES_MAX_BYTES,
  PICTURE_COPY_FRESH_MS,
  PICTURE_COPY_KEPT_MS,
  PICTURE_COPY_MAX_WIDTH_PX,
} from '#contract/media/rules.ts';
import { type Answered, createSessionCache, isClosed, type SessionCachePorts } from './session-cache.ts';

type PicturePorts = SessionCachePorts & {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Clock, ms. */
  readonly now: () => number;
};

/** A picture of the media host at a width. The parser of contract/media/media.ts is not imported, to keep the worker small. */
const SIZED = /^\/media\/[0-9a-f]{32}\/img(\d{1,4})$/;

/** Whether the URL is a public picture at a list width, which `createPictures` caches. Larger pictures are not cached. */
export function isListPicture({ origin, pathname, search }: URL, own: string): boolean {
  const width = Number(SIZED.exec(pathname)?.[1]);
  return origin === own && search === '' && width <= PICTURE_COPY_MAX_WIDTH_PX;
}

/**
 * Creates the handler that caches list portraits for offline use. A copy is served without asking for the session: it exists only while
 * its reader is signed in. A stale copy is served and revalidated in the background; after `PICTURE_COPY_KEPT_MS` it is dropped.
 */
export function createPictures({ fetch, now, ...ports }: PicturePorts): (request: Request) => Promise<Answered> {
  /** Age in ms since the `date` of the response. */
  const ageOf = (copy: Response) => now() - Date.parse(copy.headers.get('date') ?? '');
  const sessionCache = createSessionCache(PICTURE_CACHE, ports, {
    most: async () => ({ bytes: PICTURE_COPIES_MAX_BYTES, entries: PICTURE_COPIES_MAX }),
    isTooOld: (copy) => ageOf(copy) > PICTURE_COPY_KEPT_MS,
  });

  async function storeOrDrop(key: string, response: Response, reader: Promise<string | undefined>): Promise<void> {
    if (await isClosed(response)) return sessionCache.drop(key);
    const name = await reader;
    if (response.status === 200 && isMediaFile(response) && name !== undefined)
      await sessionCache.keep(key, response, name);
  }

  return async (request) => {
    const key = new URL(request.url).pathname;
    const copy = await sessionCache.match(key);
    const age = copy ? ageOf(copy) : Number.POSITIVE_INFINITY;
    if (copy && age <= PICTURE_COPY_FRESH_MS) return { response: copy };
    // The session lookup runs beside the request, so that the response does not wait for it.
    const reader = sessionCache.reader();
    // Bypasses the HTTP cache, which would return the same response for a year.
    const ask = () => fetch(copy ? new Request(request, { cache: 'no-cache' }) : request);
    if (copy && age <= PICTURE_COPY_KEPT_MS)
      return { response: copy, after: ask().then((response) => storeOrDrop(key, response, reader)) };
    if (copy) await sessionCache.drop(key);
    const response = await ask();
    return { response, after: storeOrDrop(key, response.clone(), reader) };
  };
}
