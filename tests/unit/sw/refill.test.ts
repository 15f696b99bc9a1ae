import './worker-realm.ts';
import { expect, test } from 'vitest';
import { refill } from '../../../sw/refill.ts';

const APP = 'app';
const FILES = new Map([
  ['/a.js?1', '/a.js'],
  ['/b.js?1', '/b.js'],
  ['/index.html?1', '/index.html'],
]);

/** The response of the server to a file. */
const fileOf = (url: string, status = 200) =>
  new Response(url, {
    status,
    headers: { 'content-type': url.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript' },
  });

/** A browser's caches, and a server with the given responses. */
function world(answers: (url: string) => Response = fileOf) {
  const kept = new Map<string, Response>();
  const fetched: string[] = [];
  const caches = {
    match: async (key: string, { cacheName }: MultiCacheQueryOptions) =>
      cacheName === APP ? kept.get(key)?.clone() : undefined,
    open: async () => ({ put: async (key: string, response: Response) => void kept.set(key, response) }) as Cache,
  } as unknown as CacheStorage;
  const fetch = async (url: string) => {
    fetched.push(url);
    return answers(url);
  };
  return { kept, fetched, fill: () => refill(APP, FILES, { caches, fetch }) };
}

test('missing files are fetched again, the page last', async () => {
  const { kept, fetched, fill } = world();
  expect(await fill()).toBe(true);
  expect([...kept.keys()]).toEqual([...FILES.keys()]);
  expect(await kept.get('/a.js?1')?.text()).toBe('/a.js');
  expect(fetched).toEqual([...FILES.values()]);
});

test('nothing is fetched when the app is cached', async () => {
  const { fetched, fill } = world();
  await fill();
  expect(await fill()).toBe(false);
  expect(fetched).toHaveLength(FILES.size);
});

test('an interrupted refill starts again from the beginning', async () => {
  let isAway = true;
  const { kept, fill } = world((url) => {
    if (isAway && url === '/b.js') throw new TypeError('no network');
    return fileOf(url);
  });
  await expect(fill()).rejects.toThrow('no network');
  expect([...kept.keys()]).toEqual(['/a.js?1']);
  isAway = false;
  expect(await fill()).toBe(true);
  expect(kept.size).toBe(FILES.size);
});

test.each([404, 503])('a response of %i is not cached', async (status) => {
  const { kept, fill } = world((url) => fileOf(url, url === '/index.html' ? status : 200));
  await expect(fill()).rejects.toThrow(String(status));
  expect(kept.has('/index.html?1')).toBe(false);
});

test('a redirected page is not cached', async () => {
  const { fill } = world((url) => Object.defineProperty(fileOf(url), 'redirected', { value: true }));
  await expect(fill()).rejects.toThrow();
});

test('a page that is sent in place of a script, or something else in place of the page, is not cached', async () => {
  const { kept, fill } = world(() => fileOf('/index.html'));
  await expect(fill()).rejects.toThrow('/a.js');
  const { fill: fillPage } = world(() => fileOf('/a.js'));
  await expect(fillPage()).rejects.toThrow('/index.html');
  expect(kept.size).toBe(0);
});

test('a worker without a file list fetches nothing', async () => {
  const { fetched } = world();
  const none = { caches: {} as CacheStorage, fetch: async () => new Response() };
  expect(await refill(APP, new Map(), none)).toBe(false);
  expect(fetched).toEqual([]);
});
