import './worker-realm.ts';
import { expect, test } from 'vitest';
import { createScripts, isRareScript } from '../../../sw/scripts.ts';

const ORIGIN = 'https://gem.test';
const clips = (build: number) => `${ORIGIN}/assets/clips-${build}.js`;

/** A server of scripts that the test can make unreachable. */
function serving(type = 'text/javascript') {
  const kept = new Map<string, Response>();
  const world = { isAway: false };
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
    keys: async () => [...kept.keys()],
    delete: async (key: string) => kept.delete(key),
  } as unknown as Cache;
  const answer = createScripts({
    caches: { open: async () => cache },
    async fetch({ url }) {
      if (world.isAway) throw new TypeError('no network');
      return new Response(url, { headers: { 'content-type': type } });
    },
  });
  const get = async (url: string) => {
    const { response, after } = await answer(new Request(url));
    await after;
    return response.text();
  };
  return { world, kept, get };
}

test('only scripts outside the precache are cached at run time', () => {
  const is = (url: string) => isRareScript(new URL(url), ORIGIN);
  const rare = [clips(1), `${ORIGIN}/assets/preview-CXri2YeY.js`, `${ORIGIN}/assets/camera-worker-CXri2YeY.js`];
  expect(rare.map(is)).toEqual([true, true, true]);
  const others = [
    '/assets/shared-1.js',
    '/assets/main-1.js',
    '/api/clips-1.js',
    '/assets/clips-1.css',
    '/assets/camera-1.js',
  ];
  expect(others.map((path) => is(ORIGIN + path))).toEqual(others.map(() => false));
  expect(is('https://evil.test/assets/clips-1.js')).toBe(false);
});

test('a used script is available offline, and those of old builds are deleted', async () => {
  const { get, world, kept } = serving();
  for (let build = 1; build <= 10; build += 1) await get(clips(build));
  expect([...kept.keys()]).toEqual(Array.from({ length: 8 }, (_, at) => `/assets/clips-${at + 3}.js`));
  world.isAway = true;
  expect(await get(clips(10))).toBe(clips(10));
  await expect(get(clips(1))).rejects.toThrow('no network');
});

test('a page in place of a script is not cached', async () => {
  const { get, kept } = serving('text/html');
  await get(clips(1));
  expect(kept.size).toBe(0);
});
