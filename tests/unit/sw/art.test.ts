import { DAY_MS } from '../../../contract/durations.ts';
import './worker-realm.ts';
import { expect, test } from 'vitest';
import { STICKERS, stickerId } from '../../../contract/chat/stickers.ts';
import { giftIconUrl } from '../../../contract/gifts/gift.ts';
import { createArt, isArt } from '../../../sw/art.ts';

const ORIGIN = 'https://gem.test';
const at = (path: string) => `${ORIGIN}${path}`;

/** A server of drawings that the test can make unreachable, and a clock. */
function drawing(type = 'image/webp') {
  const kept = new Map<string, Response>();
  const asked: string[] = [];
  const world = { now: 0, isAway: false, status: 200 };
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
  } as unknown as Cache;
  const art = createArt({
    caches: { open: async () => cache },
    async fetch(request) {
      asked.push(new URL(request.url).pathname);
      if (world.isAway) throw new TypeError('no network');
      const headers = { 'content-type': type, date: new Date(world.now).toUTCString() };
      return new Response(`drawn at ${world.now}`, { status: world.status, headers });
    },
    now: () => world.now,
  });
  const get = async (path: string) => {
    const { response, after } = await art(new Request(at(path)));
    await after?.catch(() => undefined);
    return response.text();
  };
  return { world, asked, kept, get };
}

test('the drawings of all gifts and stickers of this origin are cached, and nothing else', () => {
  const all = [
    ...STICKERS.map((one) => `/stickers/${stickerId(one)}.webp`),
    giftIconUrl('gem-ring'),
    '/gifts/rose-256.webp',
  ];
  for (const path of all) expect(isArt(new URL(at(path)), ORIGIN), path).toBe(true);
  for (const url of [
    at('/gifts'),
    at('/gifts/'),
    at('/stickers/rose.webp'),
    at('/media/x.webp'),
    'https://evil.test/gifts/rose-96.webp',
  ])
    expect(isArt(new URL(url), ORIGIN), url).toBe(false);
});

test('a drawing is fetched once, and is available offline', async () => {
  const { get, asked, world } = drawing();
  expect(await get('/gifts/rose-96.webp')).toBe('drawn at 0');
  world.isAway = true;
  expect(await get('/gifts/rose-96.webp')).toBe('drawn at 0');
  expect(asked).toHaveLength(1);
  await expect(get('/gifts/clover-96.webp')).rejects.toThrow('no network');
});

test('an old drawing is shown at once and revalidated in the background', async () => {
  const { get, asked, world } = drawing();
  await get('/gifts/rose-96.webp');
  world.now = 8 * DAY_MS;
  expect(await get('/gifts/rose-96.webp')).toBe('drawn at 0');
  expect(await get('/gifts/rose-96.webp')).toBe(`drawn at ${world.now}`);
  expect(asked).toHaveLength(2);
  world.now += 8 * DAY_MS;
  world.isAway = true;
  expect(await get('/gifts/rose-96.webp')).toBe(`drawn at ${8 * DAY_MS}`);
});

test('a missing drawing or another file is not cached', async () => {
  const page = drawing('text/html');
  await page.get('/gifts/rose-96.webp');
  expect(page.kept.size).toBe(0);
  const gone = drawing();
  gone.world.status = 404;
  await gone.get('/gifts/rose-96.webp');
  expect(gone.kept.size).toBe(0);
});
