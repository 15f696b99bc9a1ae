import './worker-realm.ts';
import Dexie from 'dexie';
import type { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { CHAT_MEDIA_CACHE } from '../../../contract/media/private.ts';
import { CLIP_COPY_MAX_BYTES } from '../../../contract/media/rules.ts';
import { createCopies, isChatMedia } from '../../../sw/chat-media.ts';
import { readSessionName } from '../../../sw/session.ts';
import { openAppDb } from '../../../worker/db/schema.ts';
import { HOSTILE_ANSWERS, hostileResponse } from '../../harness/hostile/hostile-answers.ts';
import { freshApp, session } from '../worker/support/databases.ts';
import { fakeCaches } from './caches.ts';

const ORIGIN = 'https://gem.test';
const urlOf = (id: number) => `${ORIGIN}/media/p/${String(id).padStart(32, '0')}`;

type Answer = Response | { status?: number; bytes?: number; headers?: Record<string, string> };
function copying(answers: (request: Request) => Answer, quota?: number) {
  const caches = fakeCaches(ORIGIN);
  const asked: string[] = [];
  const reader = { name: 'ada' as string | undefined };
  const copies = createCopies({
    caches,
    async fetch(request) {
      asked.push(`${request.url.slice(-2)} ${request.headers.get('range') ?? 'whole'}`);
      const answer = answers(request);
      if (answer instanceof Response) return answer;
      const { status = 200, bytes = 100, headers = {} } = answer;
      return new Response(new Uint8Array(Math.min(bytes, 1_000)).fill(7), {
        status,
        headers: { 'content-type': 'image/webp', 'content-length': String(bytes), ...headers },
      });
    },
    session: async () => reader.name,
    quota: async () => quota,
  });
  const get = async (id: number, headers = {}) => {
    const { response, after } = await copies(new Request(urlOf(id), { headers }));
    await after;
    return response;
  };
  const kept = () => [...(caches.all.get(CHAT_MEDIA_CACHE)?.keys() ?? [])].map((path) => Number(path.slice(-4)));
  return { caches, asked, reader, get, kept };
}

test('only media of messages of this origin are copied', () => {
  expect(isChatMedia(new URL(urlOf(1)), ORIGIN)).toBe(true);
  for (const url of [
    `${ORIGIN}/media/${'0'.repeat(32)}`,
    `https://evil.test/media/p/${'0'.repeat(32)}`,
    `${ORIGIN}/media/person`,
  ])
    expect(isChatMedia(new URL(url), ORIGIN)).toBe(false);
});

test('a picture is fetched once, and its ranges come from the copy', async () => {
  const { get, asked } = copying(() => ({}));
  await get(1);
  const again = await get(1);
  const piece = await get(1, { range: 'bytes=10-19' });
  expect([again.status, piece.status, (await piece.arrayBuffer()).byteLength]).toEqual([200, 206, 10]);
  expect(piece.headers.get('content-range')).toBe('bytes 10-19/100');
  expect(asked).toEqual(['01 whole']);
});

test('a file requested in ranges is fetched whole once, unless it is large', async () => {
  let total = 5_000;
  const { get, asked, kept } = copying((request) =>
    request.headers.has('range')
      ? { status: 206, headers: { 'content-range': `bytes 0-99/${total}` } }
      : { bytes: total },
  );
  await get(1, { range: 'bytes=0-99' });
  total = CLIP_COPY_MAX_BYTES + 1;
  await get(2, { range: 'bytes=0-99' });
  expect(asked).toEqual(['01 bytes=0-99', '01 whole', '02 bytes=0-99']);
  expect(kept()).toEqual([1]);
});

test.each([403, 404, 410])('a response of %i is not copied, and deletes a copy made meanwhile', async (status) => {
  const { get, kept, caches } = copying(() => {
    // Another tab's response was stored while this request was in flight.
    caches.all.set(CHAT_MEDIA_CACHE, new Map([[new URL(urlOf(1)).pathname, new Response('x')]]));
    return Response.json({ result: status, msg: 'no' }, { status });
  });
  await get(1);
  expect(kept()).toEqual([]);
});

test.each(HOSTILE_ANSWERS.map((hostile) => [hostile.name, hostile] as const))(
  'nothing is copied and no copy is deleted when the response is: %s',
  async (_name, hostile) => {
    const { get, kept, caches } = copying(() => hostileResponse(hostile));
    await get(2);
    expect(kept()).toEqual([]);
    // A copy that is stored while a request is in flight, as above.
    const other = copying(() => {
      other.caches.all.set(CHAT_MEDIA_CACHE, new Map([[new URL(urlOf(1)).pathname, new Response('x')]]));
      return hostileResponse(hostile);
    });
    await other.get(1);
    expect([other.kept(), caches.all.get(CHAT_MEDIA_CACHE)?.size ?? 0]).toEqual([[1], 0]);
  },
);

test('a restarted service worker counts the copies of the previous one', async () => {
  const { get, kept, caches } = copying(() => ({ bytes: 900 }), 10_000);
  const cache = await caches.open(CHAT_MEDIA_CACHE);
  for (const id of [7, 8])
    await cache.put(new URL(urlOf(id)).pathname, new Response('x', { headers: { 'content-length': '900' } }));
  await get(1);
  expect(kept()).toEqual([8, 1]);
});

test('a copy is neither made nor served when no user is signed in', async () => {
  const { get, kept, reader, asked } = copying(() => ({}));
  await get(1);
  reader.name = undefined;
  await get(1);
  await get(2);
  expect(asked).toHaveLength(3);
  expect(kept()).toEqual([1]);
});

test.each([undefined, 'eve'])('a sign-out during a fetch leaves no copy, also where %s signs in next', async (next) => {
  const { reader, caches, get } = copying(() => {
    // The core deletes the cache while the response is in flight.
    reader.name = next;
    return {};
  });
  await get(1);
  expect(caches.all.get(CHAT_MEDIA_CACHE)?.size ?? 0).toBe(0);
});

test('a sign-out during the writing of a copy deletes it again', async () => {
  const { reader, caches, get } = copying(() => ({}));
  const open = caches.open;
  caches.open = async (name) => {
    const cache = await open(name);
    const { put } = cache;
    cache.put = async (key, response) => {
      reader.name = undefined;
      await put.call(cache, key, response);
    };
    return cache;
  };
  await get(1);
  expect(caches.all.has(CHAT_MEDIA_CACHE)).toBe(false);
});

test('the oldest copies are deleted when there are too many bytes', async () => {
  const { get, kept } = copying(() => ({ bytes: 90_000_000 }));
  for (const id of [1, 2, 3, 4, 5]) await get(id);
  expect(kept()).toEqual([3, 4, 5]);
  const small = copying(() => ({ bytes: 900 }), 10_000);
  for (const id of [1, 2, 3]) await small.get(id);
  expect(small.kept()).toEqual([2, 3]);
});

test('the signed-in user is read from the database of the app, which the service worker never creates', async () => {
  const app = freshApp();
  const { indexedDB } = Dexie.dependencies as unknown as { indexedDB: IDBFactory };
  expect(await readSessionName(indexedDB)).toBeUndefined();
  expect(await indexedDB.databases()).toEqual([]);
  await app.state.put(session);
  expect(await readSessionName(indexedDB)).toBe(`${session.uid}/${session.vcToken}`);
  await app.state.delete('session');
  expect(await readSessionName(indexedDB)).toBeUndefined();
  // The app itself still opens it.
  app.close();
  const again = openAppDb();
  expect(await again.state.count()).toBe(0);
  again.close();
});
