import { createPartialResponse } from 'workbox-range-requests';
import { CHAT_MEDIA_CACHE, PRIVATE_MEDIA_PATH } from '#contract/media/private.ts';
import { CLIP_COPY_MAX_BYTES, COPIES_MAX_BYTES, COPIES_MAX_SHARE } from '#contract/media/rules.ts';

export type CopyPorts = {
  readonly caches: Pick<CacheStorage, 'open' | 'delete'>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Names the session; undefined when nobody is signed in. */
  readonly session: () => Promise<string | undefined>;
  /** Bytes that this origin may store; undefined when the browser does not say. */
  readonly quota: () => Promise<number | undefined>;
};

/** Answers are given at once; what is left to do for a copy is `after`. */
export type Answered = { readonly response: Response; readonly after?: Promise<void> };

/** The server has it no more, or the reader may not see it. */
const CLOSED = new Set([403, 404, 410]);
const TOTAL = /\/(\d+)$/;

export const isChatMedia = (url: URL, origin: string) =>
  url.origin === origin && url.pathname.startsWith(`${PRIVATE_MEDIA_PATH}/`);

/**
 * Keeps copies of media of messages, for the time without a network: only whole answers, only while their reader is signed in, and
 * the oldest go first. The answers themselves forbid every other cache.
 */
export function createCopies({ caches, fetch, session, quota }: CopyPorts): (request: Request) => Promise<Answered> {
  /** Bytes by address, in the order of the cache: the oldest first. Read once. */
  let kept: Map<string, number> | undefined;
  const fetching = new Set<string>();
  const open = () => caches.open(CHAT_MEDIA_CACHE);

  async function sizes(cache: Cache): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const request of await cache.keys()) {
      const bytes = Number((await cache.match(request))?.headers.get('content-length'));
      found.set(new URL(request.url).pathname, bytes);
    }
    return found;
  }

  async function drop(key: string): Promise<void> {
    await (await open()).delete(key);
    kept?.delete(key);
  }

  /** Stores a copy, unless its reader has signed out since it was asked for. */
  async function keep(key: string, response: Response, reader: string): Promise<void> {
    if ((await session()) !== reader) return;
    const cache = await open();
    kept ??= await sizes(cache);
    await cache.put(key, response);
    // The cache was deleted meanwhile, and this opened it anew.
    if ((await session()) !== reader) {
      kept = undefined;
      await caches.delete(CHAT_MEDIA_CACHE);
      return;
    }
    kept.delete(key);
    kept.set(key, Number(response.headers.get('content-length')));
    await makeRoom(cache, kept);
  }

  async function makeRoom(cache: Cache, all: Map<string, number>): Promise<void> {
    const most = Math.min(COPIES_MAX_BYTES, ((await quota()) ?? Number.POSITIVE_INFINITY) * COPIES_MAX_SHARE);
    let total = [...all.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const [key, bytes] of all) {
      if (total <= most) return;
      total -= bytes;
      all.delete(key);
      await cache.delete(key);
    }
  }

  /** A player asks for pieces: the whole is fetched besides, once, where it is small enough. */
  async function keepWhole(request: Request, key: string, piece: Response, reader: string): Promise<void> {
    const bytes = Number(TOTAL.exec(piece.headers.get('content-range') ?? '')?.[1]);
    if (!(bytes <= CLIP_COPY_MAX_BYTES) || fetching.has(key)) return;
    fetching.add(key);
    try {
      const whole = await fetch(new Request(request.url, { credentials: 'same-origin' }));
      if (whole.status === 200) await keep(key, whole, reader);
    } finally {
      fetching.delete(key);
    }
  }

  return async (request) => {
    const key = new URL(request.url).pathname;
    const reader = await session();
    if (reader === undefined) return { response: await fetch(request) };
    const range = request.headers.has('range');
    const copy = await (await open()).match(key);
    if (copy) return { response: range ? await createPartialResponse(request, copy) : copy };
    const response = await fetch(request);
    if (CLOSED.has(response.status)) return { response, after: drop(key) };
    if (response.status === 206) return { response, after: keepWhole(request, key, response, reader) };
    if (response.status !== 200) return { response };
    return { response, after: keep(key, response.clone(), reader) };
  };
}
