import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/account/settings.ts';
import { PAGE_TELLS_AFTER_MS } from '#contract/away/rules.ts';
import type { AppDb } from '#db/schema.ts';
import english from '../../../src/i18n/locales/en/push.json' with { type: 'json' };
import { accountTag } from '../../../worker/away/account-tag.ts';
import { createPushes } from '../../../worker/away/pushes.ts';
import type { AwayWorld } from '../../../worker/away/world.ts';
import { freshApp, freshChat, session } from '../worker/support/databases.ts';

const page = vi.hoisted(() => {
  // A worker has it from the start.
  vi.stubGlobal('location', { host: 'test' });
  return { app: undefined as AppDb | undefined };
});
vi.mock('#db/reads/app.ts', () => ({ readState: (key: 'push') => page.app?.state.get(key) }));
vi.mock('../../../src/features/notices/notifications/permission.ts', () => ({ permissionNow: () => 'granted' }));
vi.mock('../../../src/i18n/i18n.ts', () => ({ currentLocale: () => 'en' }));
vi.mock('../../../src/i18n/official.ts', () => ({
  nameOf: (_tid: string, name: string) => name,
  wordsOf: (_tid: string, words: string) => words,
}));
const { showArrival, tagOf } = await import('../../../src/features/notices/notifications/show.ts');
const { isToTell } = await import('../../../src/features/notices/notifications/telling.ts');

const TID = 'u_9001';
const FACTS = { kind: 'text', body: 'Hi there' } as const;
const own = await accountTag(session.uid);
afterEach(() => void vi.useRealTimers());

/** What the databases have begun is done before the clock goes on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

type Shown = { readonly tag: string; readonly data: unknown; readonly silent: boolean };

/** A browser in which the app is open, out of sight, and pushed to. */
async function hiddenApp() {
  const [app, chat] = [freshApp(), freshChat()];
  page.app = app;
  await app.state.bulkPut([session, { key: 'settings', ...DEFAULT_SETTINGS }, { key: 'push', state: 'kept' } as never]);
  await chat.threads.put({
    ...{ id: 9001, tid: TID, mainJid: session.jid, linkedJid: `${TID}@x`, unread: 1, lastDate: 1, lastMid: '' },
    linkedUser: { jid: `${TID}@x`, uid: 9001, nickName: 'Maya' },
    ...{ lastFacts: undefined, lastOut: false, lastState: 'success', lastIncoming: 1, dividerMid: '' },
  });
  let onScreen: Shown[] = [];
  const sounds: string[] = [];
  const registration = {
    ...{ active: {}, scope: 'https://gem.test/' },
    async showNotification(title: string, { tag, data, silent = false }: Partial<Shown> & { readonly tag: string }) {
      onScreen = [...onScreen.filter((one) => one.tag !== tag), { tag, data, silent }];
      if (!silent) sounds.push(title);
    },
    getNotifications: async (filter?: { readonly tag: string }) =>
      onScreen
        .filter(({ tag }) => filter === undefined || filter.tag === tag)
        .map((one) => ({
          ...one,
          close() {
            onScreen = onScreen.filter((other) => other !== one);
          },
        })),
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  const { onPush } = createPushes({
    ...{ app, chat, words: { en: english }, now: () => 0, canReplyInside: true, maxActions: 2, mustShow: false },
    ...{ registration, locks: { query: async () => ({ held: [] }) }, setBadge: async () => {} },
    // The core of the page lives: it has the words as soon as the stream brings them.
    brief: async () => 'busy',
    pause: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
  } as unknown as AwayWorld);
  return {
    sounds,
    onScreen: () => onScreen,
    push: (id: string) =>
      onPush({ ...{ v: 1, k: 'message', i: id, a: own, t: TID, n: 1, b: 1, at: 0, x: 60_000, gone: [] } }),
    async stream(id: string): Promise<void> {
      await chat.messages.add({ mid: `${TID}/${id}`, tid: TID, date: 2 } as never);
      await chat.threads.update(9001, { lastFacts: FACTS, lastMid: `${TID}/${id}` });
      const isNow = async () => true;
      if (await isToTell(tagOf(TID), id, PAGE_TELLS_AFTER_MS, isNow, isNow)) await showArrival(TID, id, 'Maya', FACTS);
    },
  };
}

/** Numbers from 0 to 1 that are the same in each run (Park and Miller). */
function* chances(): Generator<number, never> {
  for (let state = 42; ; ) {
    state = (state * 48_271) % 0x7fffffff;
    yield state / 0x7fffffff;
  }
}

test('one message by stream and by push, 200 times in both orders: one notification, one sound', async () => {
  const order = { pushFirst: 0, streamFirst: 0 };
  const random = chances();
  const within = (ms: number) => Math.floor(random.next().value * ms);
  for (let run = 0; run < 200; run += 1) {
    vi.useRealTimers();
    const { push, stream, sounds, onScreen } = await hiddenApp();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const [pushAt, streamAt] = [within(16_000), within(16_000)];
    order[pushAt < streamAt ? 'pushFirst' : 'streamFirst'] += 1;
    const id = `id${run}`;
    let left = 2;
    const done = () => {
      left -= 1;
    };
    setTimeout(() => void push(id).then(done), pushAt);
    setTimeout(() => void stream(id).then(done), streamAt);
    while (left > 0) {
      await vi.advanceTimersToNextTimerAsync();
      await settle();
    }
    expect([run, pushAt, streamAt, sounds.length, onScreen().length]).toEqual([run, pushAt, streamAt, 1, 1]);
  }
  expect(Math.min(order.pushFirst, order.streamFirst)).toBeGreaterThan(50);
});
