export type ShelfPorts = {
  readonly caches: Pick<CacheStorage, 'open' | 'delete'>;
  /** Names the session; undefined when nobody is signed in. */
  readonly session: () => Promise<string | undefined>;
};

type Bounds = {
  readonly most: () => Promise<{ readonly bytes: number; readonly entries: number }>;
  /** Looked at once in the life of a worker. Default: none is too old. */
  readonly isTooOld?: (copy: Response) => boolean;
};

/** Answers are given at once; what is left to do for a copy is `after`. */
export type Answered = { readonly response: Response; readonly after?: Promise<void> };

export type Shelf = {
  match(key: string): Promise<Response | undefined>;
  /** Who is signed in at the moment of the request. Requests that come together share one look. */
  reader(): Promise<string | undefined>;
  /** Stores a copy, unless its reader has signed out since it was asked for. */
  keep(key: string, response: Response, reader: string): Promise<void>;
  drop(key: string): Promise<void>;
};

type Copy = { readonly key: string; readonly response: Response; readonly reader: string };

/** The server has it no more, or the reader may not see it. */
const CLOSED = new Set([403, 404, 410]);
export const isClosed = ({ status }: Response): boolean => CLOSED.has(status);

/**
 * Keeps copies of whole answers in a cache that ends with the session: a sign-out deletes it, and an answer in flight does not open
 * it again. The oldest go first. Copies that come together are stored one after the other, under one look at the session.
 */
export function createShelf(
  name: string,
  { caches, session }: ShelfPorts,
  { most, isTooOld = () => false }: Bounds,
): Shelf {
  /** Bytes by address, in the order of the cache: the oldest first. Read once. */
  let kept: Map<string, number> | undefined;
  let waiting: Copy[] = [];
  let writing: Promise<void> | undefined;
  let asking: Promise<string | undefined> | undefined;
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
    kept ??= await sizes(cache);
    // One that cannot be kept is fetched again another time.
    for (const copy of own) await put(cache, kept, copy).catch(() => undefined);
    if ((await session()) === reader) await makeRoom(cache, kept);
    else {
      // The cache was deleted meanwhile, and this opened it anew.
      kept = undefined;
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
      asking ??= session().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    keep(key, response, reader) {
      waiting.push({ key, response, reader });
      writing ??= writeAll();
      return writing;
    },
    async drop(key) {
      kept?.delete(key);
      await (await open()).delete(key);
    },
  };
}
