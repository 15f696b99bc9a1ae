import './worker-realm.ts';
import { expect, test } from 'vitest';
import { prefetchPrecache } from '../../../sw/prefetch-precache.ts';

const URLS = ['/a.js', '/b.js', '/c.js', '/d.js', '/e.js', '/f.js'];

/** A cache that has some files, and a server that responds when the test triggers it. */
function world(known: readonly string[] = []) {
  const kept = new Map(known.map((url) => [url, new Response(url)]));
  const asked: string[] = [];
  const answers = new Map<string, (answer: Response) => void>();
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
  } as unknown as Cache;
  const fetch = (url: string) => {
    asked.push(url);
    return new Promise<Response>((resolve) => answers.set(url, resolve));
  };
  const done = prefetchPrecache('app', URLS, { caches: { open: async () => cache }, fetch });
  const answer = async (url: string, response = new Response(url)) => {
    await expect.poll(() => answers.has(url)).toBe(true);
    answers.get(url)?.(response);
  };
  return { kept, asked, done, answer };
}

test('three files are fetched at a time, from the last to the first', async () => {
  const { kept, asked, done, answer } = world();
  await expect.poll(() => asked).toEqual(['/f.js', '/e.js', '/d.js']);
  for (const url of URLS.toReversed()) await answer(url);
  await done;
  expect([...kept.keys()].toSorted()).toEqual(URLS);
});

test('a cached file is not fetched', async () => {
  const { asked, done, answer } = world(['/a.js', '/c.js', '/d.js', '/f.js']);
  await answer('/e.js');
  await answer('/b.js');
  await done;
  expect(asked.toSorted()).toEqual(['/b.js', '/e.js']);
});

test('a page that is sent in place of a script is not cached', async () => {
  const { kept, done, answer } = world();
  const page = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
  for (const url of URLS.toReversed()) await answer(url, url === '/e.js' ? page() : new Response(url));
  await done;
  expect(kept.has('/e.js')).toBe(false);
});

test('a file missing on the server is not cached, and the others are', async () => {
  const { kept, done, answer } = world();
  for (const url of URLS.toReversed()) await answer(url, new Response(url, { status: url === '/e.js' ? 404 : 200 }));
  await done;
  expect([...kept.keys()].toSorted()).toEqual(URLS.filter((url) => url !== '/e.js'));
});

test('a prefetch without a network ends without a rejection', async () => {
  const caches = { open: async () => ({ match: async () => undefined }) as unknown as Cache };
  await expect(
    prefetchPrecache('app', URLS, { caches, fetch: () => Promise.reject(new TypeError('no network')) }),
  ).resolves.toBeUndefined();
});
