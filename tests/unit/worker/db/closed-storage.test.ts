import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CoreApi } from '#contract/core.ts';
import { ok } from '#contract/result.ts';
import type { StorageNews } from '#contract/storage-news.ts';
import { createAccountGuard } from '../../../../worker/base/account-guard.ts';
import { createDrain } from '../../../../worker/base/drain.ts';
import { guardCommands } from '../../../../worker/core/guard.ts';
import { liveQuery } from '../../../../worker/db/reads/live-query.ts';
import { openAppDb, openChatDb, openNoticeDb } from '../../../../worker/db/schema.ts';
import { createStorageMonitor, probeDatabases } from '../../../../worker/session/storage-monitor.ts';
import { stubCore } from '../../../harness/stub-core.ts';
import { session } from '../support/databases.ts';
import { failingStorage } from '../support/failing-storage.ts';

/** Within this time the app must work again, without a reload. The tests hold each failure for less than a second. */
const BACK_WITHIN_MS = 10_000;
/** Long enough for several attempts to open a database again. */
const HELD_MS = 400;

const ends: (() => void)[] = [];
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.restoreAllMocks();
});

/** Databases with a signed-in user and a draft, and the parts of core and page that use them. */
async function device() {
  const storage = failingStorage();
  const [app, chat, notice] = [openAppDb(), openChatDb(), openNoticeDb()];
  await app.state.put(session);
  await app.drafts.put({ tid: 'u_1', text: 'typed before' });
  await Promise.all([chat.open(), notice.open()]);

  const news: StorageNews[] = [];
  const monitor = createStorageMonitor({
    probe: () => probeDatabases({ app, chat, notice }),
    post: (one) => news.push(one),
    makeRoom: async () => {},
    onBack: () => {},
  });
  for (const db of [app, chat, notice]) db.on('close', monitor.closed);
  const guard = createAccountGuard(app);
  guard.begin(session.uid);
  const onGone = vi.fn(() => guard.end());
  guard.watch(onGone);

  const drawn: (string | undefined)[] = [];
  const crashes: unknown[] = [];
  const page = liveQuery(async () => (await app.drafts.get('u_2'))?.text).subscribe({
    next: (text) => drawn.push(text),
    error: (error) => crashes.push(error),
  });
  let sent = 0;
  const drain = createDrain(async () => {
    await app.apiQueue.orderBy('id').first();
    sent += 1;
    return undefined;
  });

  const overrides: Partial<CoreApi> = {
    saveDraft: async (tid, text) => {
      await app.drafts.put({ tid, text });
      return ok(null);
    },
  };
  const leadership = {
    alive: Promise.resolve(),
    decided: Promise.resolve(),
    role: () => 'leading' as const,
    whenLeading: async () => true,
    leave: async () => {},
  };
  const { commands } = guardCommands(stubCore(overrides), leadership, {
    mayAct: async () => true,
    account: async () => guard.current(),
    track: () => {},
    onThrown: monitor.failed,
  });
  await vi.waitFor(() => expect(drawn).toEqual([undefined]));
  ends.push(() => {
    page.unsubscribe();
    drain.stop();
    guard.stop();
    monitor.stop();
    for (const db of [app, chat, notice]) db.close();
    storage.restore();
  });
  const save = (text: string) => commands.saveDraft(null, 'u_2', text, '', null);
  return { storage, app, news, onGone, drawn, crashes, drain, sent: () => sent, save };
}
type Device = Awaited<ReturnType<typeof device>>;
type Storage = Device['storage'];

/** `begin` makes the storage fail, `end` lets it work again. `isEmpty`: the rows are deleted. `news`: what the pages are told. */
type Way = {
  readonly begin: (storage: Storage, device: Device) => unknown;
  readonly end?: (storage: Storage) => void;
  readonly isEmpty?: true;
  readonly news?: StorageNews;
};
const refusing =
  (call: Parameters<Storage['fail']>[0], name: string) =>
  (storage: Storage): void => {
    storage.fail(call, name);
  };

const WAYS: Record<string, Way> = {
  'the site data is cleared': { begin: (storage) => storage.clear(), isEmpty: true },
  'the site data is cleared during a transaction': {
    begin(storage, { app }) {
      app
        .transaction('rw', app.drafts, async () => {
          await app.drafts.put({ tid: 'u_3', text: '' });
          storage.clear();
        })
        .catch(() => {});
    },
    isEmpty: true,
  },
  'the site data is cleared while the database opens': {
    begin(storage) {
      storage.onceOpen(storage.clear);
      storage.clear();
    },
    isEmpty: true,
  },
  'the site data is cleared and the database is refused meanwhile': {
    begin(storage) {
      storage.fail('open', 'AbortError');
      storage.clear();
    },
    end: (storage) => storage.recover(),
    isEmpty: true,
    news: 'fails',
  },
  'the browser closes the database': { begin: (storage) => storage.closeAll() },
  'the backing store cannot be opened': {
    begin(storage) {
      storage.fail('open', 'UnknownError');
      storage.closeAll();
    },
    end: (storage) => storage.recover(),
    news: 'fails',
  },
  'the device is full when the database opens': {
    begin(storage) {
      storage.fail('open', 'QuotaExceededError');
      storage.closeAll();
    },
    end: (storage) => storage.recover(),
    news: 'full',
  },
  'the connection is lost': {
    begin: refusing('transaction', 'InvalidStateError'),
    end: (s) => s.recover(),
    news: 'fails',
  },
  'no row can be read': { begin: refusing('get', 'UnknownError'), end: (storage) => storage.recover() },
  'no row can be written': { begin: refusing('put', 'UnknownError'), end: (s) => s.recover(), news: 'fails' },
  'the quota is exceeded by a row': {
    begin: refusing('put', 'QuotaExceededError'),
    end: (s) => s.recover(),
    news: 'full',
  },
  'the quota is exceeded at the commit': {
    begin: refusing('commit', 'QuotaExceededError'),
    end: (storage) => storage.recover(),
    news: 'full',
  },
  'a tab of another build changes the version': {
    begin: ({ factory }) =>
      new Promise<void>((resolve, reject) => {
        const request = factory.open('app', 1_000);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
      }),
  },
};

test.each(Object.entries(WAYS))('the app works again without a reload when %s', async (_name, way) => {
  const on = await device();
  await way.begin(on.storage, on);
  on.drain.kick();
  const refused = await on.save('typed meanwhile');
  if (way.news) {
    expect(refused).toEqual({ ok: false, error: { code: way.news === 'full' ? 'storage-full' : 'storage-broken' } });
    await vi.waitFor(() => expect(on.news).toContain(way.news));
    await new Promise((resolve) => setTimeout(resolve, HELD_MS));
  }
  way.end?.(on.storage);
  await vi.waitFor(async () => expect((await on.save('typed after')).ok).toBe(true), { timeout: BACK_WITHIN_MS });
  await vi.waitFor(() => expect(on.drawn.at(-1)).toBe('typed after'), { timeout: BACK_WITHIN_MS });
  await vi.waitFor(() => expect(on.sent()).toBeGreaterThan(0), { timeout: BACK_WITHIN_MS });
  expect(on.crashes).toEqual([]);
  if (way.isEmpty) await vi.waitFor(() => expect(on.onGone).toHaveBeenCalled());
  else {
    expect((await on.app.drafts.get('u_1'))?.text).toBe('typed before');
    expect(on.onGone).not.toHaveBeenCalled();
  }
  if (way.news) await vi.waitFor(() => expect(on.news.at(-1)).toBe('works'), { timeout: BACK_WITHIN_MS });
  else expect(on.news).toEqual([]);
});

test('a database is opened again with growing pauses while it is refused', async () => {
  const { storage } = await device();
  storage.fail('open', 'UnknownError');
  storage.closeAll();
  const before = storage.openings();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  // Three databases, after 0, 50, 150, 350 and 750 ms; Dexie itself opens up to three times in an attempt.
  expect(storage.openings() - before).toBeLessThanOrEqual(3 * 8);
});
