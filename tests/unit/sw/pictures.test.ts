import { DAY_MS } from '../../../contract/durations.ts';
import './worker-realm.ts';
import { expect, test } from 'vitest';
import { PICTURE_WIDTHS_PX, sized } from '../../../contract/media/media.ts';
import { PICTURE_CACHE } from '../../../contract/media/private.ts';
import { createPictures, isListPicture } from '../../../sw/pictures.ts';
import { HOSTILE_ANSWERS } from '../../harness/hostile/hostile-answers.ts';
import { fakeCaches } from './caches.ts';

const ORIGIN = 'https://gem.test';
const MEGABYTE = 1_048_576;
const pathOf = (id: number, width = 320) => `/media/${String(id).padStart(32, '0')}/img${width}`;

/** A media host that the test can make unreachable, and a browser with a clock. */
function browser() {
  const caches = fakeCaches(ORIGIN);
  const asked: string[] = [];
  const world = {
    now: 0,
    isAway: false,
    status: 200,
    bytes: 1_000,
    type: 'image/webp',
    body: undefined as string | undefined,
    reader: 'ada' as string | undefined,
    looks: 0,
    onFetch: () => {},
  };
  const start = () =>
    createPictures({
      caches,
      async fetch(request) {
        asked.push(`${new URL(request.url).pathname.slice(-8)} ${request.cache}`);
        if (world.isAway) throw new TypeError('no network');
        world.onFetch();
        const headers = {
          'content-type': world.type,
          'content-length': String(world.bytes),
          date: new Date(world.now).toUTCString(),
        };
        return new Response(world.body ?? `taken at ${world.now}`, { status: world.status, headers });
      },
      session: async () => {
        world.looks += 1;
        return world.reader;
      },
      now: () => world.now,
    });
  let pictures = start();
  const ask = async (id: number) => {
    const { response, after } = await pictures(new Request(ORIGIN + pathOf(id)));
    return { text: await response.text(), after };
  };
  const get = async (id: number) => {
    const { text, after } = await ask(id);
    await after?.catch(() => undefined);
    return text;
  };
  const kept = () => [...(caches.all.get(PICTURE_CACHE)?.keys() ?? [])].map((path) => Number(path.slice(7, 39)));
  const restart = () => {
    pictures = start();
  };
  return { caches, asked, world, ask, get, kept, restart };
}

test('list pictures are cached from the app host, at list widths, without a query string', () => {
  const stored = `/media/${'a'.repeat(32)}`;
  const isKept = (url: string) => isListPicture(new URL(url, ORIGIN), ORIGIN);
  expect(PICTURE_WIDTHS_PX.filter((width) => isKept(sized(stored, width)))).toEqual([160, 320, 480]);
  for (const url of [
    stored,
    `${stored}/img320?signed=1`,
    `${stored}/img641`,
    `/media/p/${'a'.repeat(32)}/img320`,
    `https://evil.test${stored}/img320`,
  ])
    expect(isKept(url), url).toBe(false);
});

test('a portrait is fetched once, and is available offline', async () => {
  const { get, asked, world } = browser();
  await get(1);
  world.isAway = true;
  expect(await get(1)).toBe('taken at 0');
  expect(asked).toHaveLength(1);
  await expect(get(2)).rejects.toThrow('no network');
});

test('a cached picture is served without an account lookup, and many new ones share the lookup', async () => {
  const { get, ask, world } = browser();
  const first = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(ask));
  await Promise.all(first.map(({ after }) => after));
  expect(world.looks).toBeLessThanOrEqual(5);
  world.looks = 0;
  await get(1);
  expect(world.looks).toBe(0);
});

test('an old portrait is shown at once and revalidated past the HTTP cache', async () => {
  const { get, asked, world } = browser();
  await get(1);
  world.now = 8 * DAY_MS;
  expect(await get(1)).toBe('taken at 0');
  expect(await get(1)).toBe(`taken at ${8 * DAY_MS}`);
  expect(asked).toEqual(['1/img320 default', '1/img320 no-cache']);
});

test('a copy older than 30 days is neither served nor stored', async () => {
  const { get, kept, world, restart } = browser();
  for (const id of [1, 2]) await get(id);
  world.now = 31 * DAY_MS;
  world.isAway = true;
  await expect(get(1)).rejects.toThrow('no network');
  expect(kept()).toEqual([2]);
  world.isAway = false;
  restart();
  await get(3);
  expect(kept()).toEqual([3]);
});

test.each([403, 404, 410])('a response of %i deletes the copy, and is not cached', async (status) => {
  const { get, kept, world } = browser();
  await get(1);
  const body = JSON.stringify({ result: status, msg: 'no' });
  Object.assign(world, { now: 8 * DAY_MS, status, type: 'application/json; charset=utf-8', body });
  await get(1);
  await get(2);
  expect(kept()).toEqual([]);
});

test.each(HOSTILE_ANSWERS.map((hostile) => [hostile.name, hostile] as const))(
  'the copy stays, and nothing is cached, when the response is: %s',
  async (_name, { status, type, body }) => {
    const { get, kept, world } = browser();
    await get(1);
    Object.assign(world, { now: 8 * DAY_MS, status, type, body });
    await get(1);
    await get(2);
    expect(kept()).toEqual([1]);
  },
);

test('only complete pictures are cached', async () => {
  const { get, kept, world } = browser();
  for (const status of [206, 500]) {
    world.status = status;
    await get(1);
  }
  Object.assign(world, { status: 200, type: 'text/html' });
  await get(2);
  expect(kept()).toEqual([]);
});

test('the oldest of 401 portraits is evicted, and as many as needed above 50 MB', async () => {
  const many = browser();
  for (let id = 1; id <= 401; id += 1) await many.get(id);
  expect([many.kept().length, many.kept()[0]]).toEqual([400, 2]);
  const large = browser();
  large.world.bytes = 20 * MEGABYTE;
  for (const id of [1, 2, 3, 4]) await large.get(id);
  expect(large.kept()).toEqual([3, 4]);
});

test('no copy is made when no user is signed in', async () => {
  const { get, kept, world } = browser();
  world.reader = undefined;
  await get(1);
  expect(kept()).toEqual([]);
});

test.each([undefined, 'eve'])('a sign-out during a fetch leaves no copy, also where %s signs in next', async (next) => {
  const { get, kept, world } = browser();
  // The core deletes the cache while the response is in flight.
  world.onFetch = () => {
    world.reader = next;
  };
  await get(1);
  expect(kept()).toEqual([]);
});

test('a sign-out during the writing of a copy deletes it again, and the concurrent ones', async () => {
  const { ask, caches, world } = browser();
  const open = caches.open;
  caches.open = async (name) => {
    const cache = await open(name);
    const { put } = cache;
    cache.put = async (key, response) => {
      world.reader = undefined;
      await put.call(cache, key, response);
    };
    return cache;
  };
  const all = await Promise.all([1, 2, 3].map(ask));
  await Promise.all(all.map(({ after }) => after));
  expect(caches.all.has(PICTURE_CACHE)).toBe(false);
});

test('a picture that cannot be stored does not block others', async () => {
  const { ask, caches, kept } = browser();
  const open = caches.open;
  caches.open = async (name) => {
    const cache = await open(name);
    const { put } = cache;
    cache.put = async (key, response) => {
      if (String(key).includes('02/')) throw new DOMException('full', 'QuotaExceededError');
      await put.call(cache, key, response);
    };
    return cache;
  };
  const all = await Promise.all([1, 2, 3].map(ask));
  await Promise.all(all.map(({ after }) => after));
  expect(kept()).toEqual([1, 3]);
});
