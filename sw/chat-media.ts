import { createPartialResponse } from 'workbox-range-requests';
import { isMediaFile } from '#contract/api/answer.ts';
import { CHAT_MEDIA_CACHE, PRIVATE_MEDIA_PATH } from '#contract/media/private.ts';
import { CLIP_COPY_MAX_BYTES, COPIES_MAX_BYTES, COPIES_MAX_SHARE } from '#contract/media/rules.ts';
import { type Answered, createSessionCache, isClosed, type SessionCachePorts } from './session-cache.ts';

/** The dependencies of the cache for message media. */
export type CopyPorts = SessionCachePorts & {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Storage quota of this origin in bytes; undefined if the browser does not report it. */
  readonly quota: () => Promise<number | undefined>;
};

const TOTAL = /\/(\d+)$/;

/** Whether the URL is private media of this origin, which `createCopies` caches. */
export const isChatMedia = (url: URL, origin: string) =>
  url.origin === origin && url.pathname.startsWith(`${PRIVATE_MEDIA_PATH}/`);

/**
 * Creates the handler that caches message media for offline use: only complete responses, only while their reader is signed in, oldest
 * evicted first. The responses themselves forbid every other cache.
 */
export function createCopies({ fetch, quota, ...ports }: CopyPorts): (request: Request) => Promise<Answered> {
  const fetching = new Set<string>();
  const sessionCache = createSessionCache(CHAT_MEDIA_CACHE, ports, {
    most: async () => ({
      bytes: Math.min(COPIES_MAX_BYTES, ((await quota()) ?? Number.POSITIVE_INFINITY) * COPIES_MAX_SHARE),
      entries: Number.POSITIVE_INFINITY,
    }),
  });

  /** Fetches and caches the whole clip after a range request, if it has at most `CLIP_COPY_MAX_BYTES` and is not being fetched yet. */
  async function keepWhole(request: Request, key: string, piece: Response, reader: string): Promise<void> {
    const bytes = Number(TOTAL.exec(piece.headers.get('content-range') ?? '')?.[1]);
    if (!(bytes <= CLIP_COPY_MAX_BYTES) || fetching.has(key)) return;
    fetching.add(key);
    try {
      const whole = await fetch(new Request(request.url, { credentials: 'same-origin' }));
      if (whole.status === 200 && isMediaFile(whole)) await sessionCache.keep(key, whole, reader);
    } finally {
      fetching.delete(key);
    }
  }

  return async (request) => {
    const key = new URL(request.url).pathname;
    const reader = await sessionCache.reader();
    if (reader === undefined) return { response: await fetch(request) };
    const range = request.headers.has('range');
    const copy = await sessionCache.match(key);
    if (copy) return { response: range ? await createPartialResponse(request, copy) : copy };
    const response = await fetch(request);
    if (await isClosed(response)) return { response, after: sessionCache.drop(key) };
    if (!isMediaFile(response)) return { response };
    if (response.status === 206) return { response, after: keepWhole(request, key, response, reader) };
    return { response, after: sessionCache.keep(key, response.clone(), reader) };
  };
}
