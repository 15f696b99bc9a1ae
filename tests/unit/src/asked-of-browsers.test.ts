import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LISTS_SYNC, LISTS_SYNC_EVERY_MS } from '#contract/push/rules.ts';
import { freshApp, freshChat } from '../worker/support/databases.ts';

const storage = vi.hoisted(() => ({ app: undefined as unknown, chat: undefined as unknown }));
vi.mock('../../../worker/db/open.ts', () => ({
  get app() {
    return storage.app;
  },
  get chat() {
    return storage.chat;
  },
}));
vi.mock('../../../src/core/storage.ts', () => ({ takeFirst: () => undefined }));

beforeEach(() => {
  vi.resetModules();
  [storage.app, storage.chat] = [freshApp(), freshChat()];
});
afterEach(() => vi.unstubAllGlobals());

/** A browser whose service worker registration has these managers. */
function browser(registration: object, others: object = {}): void {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration }, ...others });
}

test.each(['granted', 'prompt', 'denied'])(
  'periodic background sync is requested when it is allowed, without a prompt: %s',
  async (state) => {
    const register = vi.fn(async () => {});
    browser({ periodicSync: { register } }, { permissions: { query: async () => ({ state }) } });
    const { askForLists } = await import('../../../src/features/notices/notifications/lists-sync.ts');
    await askForLists();
    const expected = state === 'granted' ? [[LISTS_SYNC, { minInterval: LISTS_SYNC_EVERY_MS }]] : [];
    expect(register.mock.calls).toEqual(expected);
    expect(LISTS_SYNC_EVERY_MS).toBe(43_200_000);
  },
);

test('a browser without periodic sync gets no request', async () => {
  const query = vi.fn();
  browser({}, { permissions: { query } });
  const { askForLists } = await import('../../../src/features/notices/notifications/lists-sync.ts');
  await askForLists();
  expect(query).not.toHaveBeenCalled();
});

test('one-off background sync is requested while a message waits without a stream', async () => {
  const register = vi.fn(async (_tag: string) => {});
  browser({ sync: { register } });
  const [app, chat] = [storage.app as ReturnType<typeof freshApp>, storage.chat as ReturnType<typeof freshChat>];
  const connection = (state: 'connected' | 'connecting') =>
    app.state.put({ key: 'connection', state, since: 1, online: true, nextTryAt: 0 } as never);
  await connection('connected');
  const id = await chat.outbox.add({ kind: 'message', about: 'm', tid: 'u_9001', stanzaId: 's', to: 'x' });
  const { followOutbox } = await import('../../../src/features/notices/notifications/outbox-sync.ts');
  const end = followOutbox();
  // The message is sent over the stream.
  await chat.outbox.update(id, { stanzaId: 't' });
  expect(register).not.toHaveBeenCalled();
  await connection('connecting');
  await vi.waitFor(() => expect(register.mock.calls).toEqual([['outbox']]));
  end();
});

test('persistent storage is requested once, and only after a tap in a browser that prompts for it', async () => {
  let kept = false;
  const persist = vi.fn(async () => {
    kept = true;
    return true;
  });
  vi.stubGlobal('navigator', { storage: { persisted: async () => kept, persist } });
  const { asksForPersistence, isStoragePersisted, persistStorage } = await import(
    '../../../src/data/persist-storage.ts'
  );
  expect(await isStoragePersisted()).toBe(false);
  expect([await persistStorage(), await persistStorage(), await isStoragePersisted()]).toEqual([true, true, true]);
  expect(persist).toHaveBeenCalledOnce();
  expect(asksForPersistence({ userAgent: 'Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0' })).toBe(true);
  expect(asksForPersistence({ userAgent: 'Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36' })).toBe(
    false,
  );
  vi.stubGlobal('navigator', {});
  expect([await isStoragePersisted(), await persistStorage()]).toEqual([undefined, undefined]);
});
