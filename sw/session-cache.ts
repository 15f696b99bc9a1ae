import { readFetchAnswer } from '#contract/api/answer.ts';

/** The dependencies of a cache that belongs to the signed-in session. */
export type SessionCachePorts = {
  readonly caches: Pick<CacheStorage, 'open' | 'delete'>;
  /** Names the session; undefined if no user is signed in. */
  readonly session: () => Promise<string | undefined>;
};

type Bounds = {
  readonly most: () => Promise<{ readonly bytes: number; readonly entries: number }>;
  /** Whether a copy is deleted for its age; checked when the worker first stores a copy. Default: none is. */
  readonly isTooOld?: (copy: Response) => boolean;
};

/** A response for the page; `after` is the remaining cache work, which the service worker waits for. */
export type Answered = { readonly response: Response; readonly after?: Promise<void> };

/** A cache that belongs to the signed-in session, for message media and list portraits. */
export type SessionCache = {
  match(key: string): Promise<Response | undefined>;
  /** Names the session at the time of the request. Concurrent requests share one lookup. */
  reader(): Promise<string | undefined>;
  /** Stores a copy, unless the reader's session has ended since the request. */
  keep(key: string, response: Response, reader: string): Promise<void>;
  drop(key: string): Promise<void>;
};

type Copy = { readonly key: string; readonly response: Response; readonly reader: string };

/** Statuses by which the server says that it no longer has the file or that the reader may not see it. */
const CLOSED = new Set([403, 404, 410]);
/**
 * Whether our server says that the file is gone or that its reader has lost access; the cached copy is then deleted. The page of a proxy
 * with the same status deletes nothing.
 */
export const isClosed = async (response: Response): Promise<boolean> =>
  CLOSED.has(response.status) && (await readFetchAnswer(response.clone()).catch(() => undefined)) !== undefined;

/**
 * Creates a cache of complete responses for the session: sign-out deletes the cache, and a response in flight does not recreate it. The
 * oldest entries are evicted first. Copies that arrive together are stored sequentially under one session lookup.
 */
export function createSessionCache(
  name: string,
  { caches, session }: SessionCachePorts,
  { most, isTooOld = () => false }: Bounds,
): SessionCache {
  /** Bytes by path in cache order, oldest first. Loaded before the first write, and again after a write whose session had ended. */
  let sizesByPath: Map<string, number> | undefined;
  let waiting: Copy[] = [];
  let writing: Promise<void> | undefined;
  let lookup: Promise<string | undefined> | undefined;
  const open = () => caches.open(name);

  async function sizes(cache: Cache): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const request of await cache.keys()) {
      const copy = await cache.match(request);
      if (copy && isTooOld(copy)) await cache.delete(request);
      else found.set(new URL(request.url).pathname, Number(copy?.headers.get('content-length')));
    }
    return found;
  }

  async function put(cache: Cache, all: Map<string, number>, { key, response }: Copy): Promise<void> {
    const bytes = Number(response.headers.get('content-length'));
    await cache.put(key, response);
    all.delete(key);
    all.set(key, bytes);
  }

  async function writeSome(copies: readonly Copy[]): Promise<void> {
    const reader = await session();
    const own = copies.filter((copy) => copy.reader === reader);
    if (own.length === 0) return;
    const cache = await open();
    sizesByPath ??= await sizes(cache);
    // A copy that cannot be stored is fetched again on the next request.
    for (const copy of own) await put(cache, sizesByPath, copy).catch(() => undefined);
    if ((await session()) === reader) await makeRoom(cache, sizesByPath);
    else {
      // The session has ended meanwhile, which deleted the cache, and this write recreated it.
      sizesByPath = undefined;
      await caches.delete(name);
    }
  }

  async function writeAll(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const copies = waiting;
        waiting = [];
        await writeSome(copies);
      }
    } finally {
      writing = undefined;
    }
  }

  async function makeRoom(cache: Cache, all: Map<string, number>): Promise<void> {
    const { bytes: mostBytes, entries } = await most();
    let total = [...all.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const [key, bytes] of all) {
      if (total <= mostBytes && all.size <= entries) return;
      total -= bytes;
      all.delete(key);
      await cache.delete(key);
    }
  }

  return {
    match: async (key) => (await open()).match(key),
    reader() {
      lookup ??= session().finally(() => {
        lookup = undefined;
      });
      return lookup;
    },
    keep(key, response, reader) {
      waiting.push({ key, response, reader });
      writing ??= writeAll();
      return writing;
    },
    async drop(key) {
      sizesByPath?.delete(key);
      await (await open()).delete(key);
    },
  };
}
