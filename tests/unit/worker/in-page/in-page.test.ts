import { liveQuery } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { readSession, readState } from '#db/reads/app.ts';
import { startInPage } from '../../../../worker/in-page.ts';
import { session } from '../support/databases.ts';

// Globals of every page; there is no database.
vi.hoisted(() => {
  vi.stubGlobal('location', { host: 'test', protocol: 'http:' });
  vi.stubGlobal('__BUILD__', 1);
});
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
  vi.stubGlobal('caches', { keys: () => Promise.reject(new DOMException('forbidden', 'SecurityError')) });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

test("the core in the page writes the page's databases, and has stored a change when its command returns", async () => {
  const kept = new Map<string, string>([['kept:session', JSON.stringify(session)]]);
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  const core = await startInPage('tab', store, () => expect.unreachable());
  await core.attach('tab', true);
  expect(await readSession()).toMatchObject({ uid: session.uid, status: 'active' });

  const { promise, resolve } = Promise.withResolvers<unknown>();
  const watching = liveQuery(readSession).subscribe(resolve);
  expect(await promise).toMatchObject({ uid: session.uid });
  watching.unsubscribe();

  const seen = { language: 'he', screenWidth: 390, screenHeight: 844 };
  expect(await core.describeDevice(seen)).toEqual({ ok: true, value: null });
  expect(await readState('device')).toMatchObject(seen);
  expect(JSON.parse(kept.get('kept:device') ?? '')).toMatchObject(seen);

  // Sign-out works even when the browser forbids access to its caches.
  expect(await core.signOut()).toEqual({ ok: true, value: null });
  expect(await readSession()).toBeNull();
  expect([...kept.keys()]).toEqual(['kept:device']);
});
