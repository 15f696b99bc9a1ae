import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import { NOTIFY_LOCK } from '#contract/notices/shown.ts';
import { PAGE_NOTIFIES_AFTER_MS } from '#contract/push/rules.ts';
import type { AppDb } from '#db/schema.ts';
import english from '../../../../src/i18n/locales/en/push.json' with { type: 'json' };
import { accountTag } from '../../../../worker/push/account-tag.ts';
import { createPushes } from '../../../../worker/push/pushes.ts';
import { recordShown } from '../../../../worker/push/shown-notifications.ts';
import type { AwayWorld } from '../../../../worker/push/world.ts';
import { freshApp, freshChat, session } from '../../worker/support/databases.ts';
import { fakeLocks } from '../../worker/support/locks.ts';

const page = vi.hoisted(() => {
  // A global of every worker.
  vi.stubGlobal('location', { host: 'test' });
  return {
    app: undefined as AppDb | undefined,
    recordShownEvent: async (_tag: string, _id: string): Promise<void> => {},
  };
});
vi.mock('#db/reads/app.ts', () => ({
  readState: (key: 'push') => page.app?.state.get(key),
  readSettings: () => page.app?.state.get('settings'),
}));
vi.mock('../../../../src/core/core.ts', () => ({
  core: { recordShownEvent: (tag: string, id: string) => page.recordShownEvent(tag, id) },
}));
vi.mock('../../../../src/features/notices/notifications/permission.ts', () => ({ permissionNow: () => 'granted' }));
vi.mock('../../../../src/i18n/i18n.ts', () => ({ currentLocale: () => 'en' }));
vi.mock('../../../../src/i18n/official.ts', () => ({
  nameOf: (_tid: string, name: string) => name,
  wordsOf: (_tid: string, words: string) => words,
}));
const { showArrival, tagOf } = await import('../../../../src/features/notices/notifications/show.ts');
const { shouldNotify } = await import('../../../../src/features/notices/notifications/should-notify.ts');

const TID = 'u_9001';
/** `SOAK=full` runs the full number of repetitions. */
const RUNS = process.env['SOAK'] === 'full' ? 200 : 24;
const FACTS = { kind: 'text', body: 'Hi there' } as const;
const own = await accountTag(session.uid);
afterEach(() => void vi.useRealTimers());

/** Waits for running database operations before the clock advances. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

type Shown = { readonly tag: string; readonly data: unknown; readonly silent: boolean };

/** A browser with the app open but hidden, which receives pushes. */
async function hiddenApp() {
  const [app, chat] = [freshApp(), freshChat()];
  page.app = app;
  page.recordShownEvent = (tag, id) => recordShown(app, tag, id, Date.now());
  const locks = fakeLocks();
  await app.state.bulkPut([session, { key: 'settings', ...DEFAULT_SETTINGS }, { key: 'push', state: 'kept' } as never]);
  await chat.threads.put({
    id: 9001,
    tid: TID,
    mainJid: session.jid,
    linkedJid: `${TID}@x`,
    unread: 1,
    lastDate: 1,
    lastMid: '',
    linkedUser: { jid: `${TID}@x`, uid: 9001, nickName: 'Maya' },
    lastFacts: undefined,
    lastOut: false,
    lastState: 'success',
    lastIncoming: 1,
    dividerMid: '',
  });
  let onScreen: Shown[] = [];
  const sounds: string[] = [];
  const registration = {
    active: {},
    scope: 'https://gem.test/',
    async showNotification(title: string, { tag, data, silent = false }: Partial<Shown> & { readonly tag: string }) {
      // The system takes a moment before the notification is visible.
      await new Promise((resolve) => setTimeout(resolve, 20));
      onScreen = [...onScreen.filter((one) => one.tag !== tag), { tag, data, silent }];
      if (!silent) sounds.push(title);
    },
    getNotifications: async (filter?: { readonly tag: string }) => {
      expect(locks.isHeld(NOTIFY_LOCK)).toBe(true);
      return onScreen
        .filter(({ tag }) => filter === undefined || filter.tag === tag)
        .map((one) => ({
          ...one,
          close() {
            onScreen = onScreen.filter((other) => other !== one);
          },
        }));
    },
  };
  vi.stubGlobal('navigator', { locks, serviceWorker: { getRegistration: async () => registration } });
  const { onPush } = createPushes({
    app,
    chat,
    words: { en: english },
    languages: ['en'],
    now: Date.now,
    canReplyInside: true,
    maxActions: 2,
    mustShow: false,
    registration,
    locks,
    setBadge: async () => {},
    // The core of the page runs, so a headless session is refused; the text comes from the page's stream.
    brief: async () => 'busy',
    pause: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
  } as unknown as AwayWorld);
  return {
    sounds,
    onScreen: () => onScreen,
    putAway() {
      onScreen = [];
    },
    push: (id: string) =>
      onPush({ v: 1, k: 'message', i: id, a: own, t: TID, n: 1, b: 1, at: 0, x: Date.now() + 60_000, gone: [] }),
    async stream(id: string): Promise<void> {
      await chat.messages.add({ mid: `${TID}/${id}`, tid: TID, date: 2 } as never);
      await chat.threads.update(9001, { lastFacts: FACTS, lastMid: `${TID}/${id}` });
      const isNow = async () => true;
      if (await shouldNotify(tagOf(TID), id, PAGE_NOTIFIES_AFTER_MS, isNow, isNow))
        await showArrival(TID, id, 'Maya', FACTS);
    },
  };
}

/** Advances the clock until all promises have settled. Rejects if one did. */
async function untilDone(...pending: readonly Promise<unknown>[]): Promise<void> {
  let left = pending.length;
  for (const one of pending)
    void one
      .catch(() => undefined)
      .then(() => {
        left -= 1;
      });
  while (left > 0) {
    await vi.advanceTimersToNextTimerAsync();
    await settle();
  }
  await Promise.all(pending);
}
const after = (ms: number, act: () => Promise<unknown>) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(() => void act().then(() => resolve(), reject), ms);
  });

/** Numbers from 0 to 1 that are the same in each run (Park and Miller). */
function* chances(): Generator<number, never> {
  for (let state = 42; ; ) {
    state = (state * 48_271) % 0x7fffffff;
    yield state / 0x7fffffff;
  }
}

test('one message by stream and by push, in both orders and concurrently, gives one notification and one sound', async () => {
  const order = { pushFirst: 0, streamFirst: 0, together: 0 };
  const random = chances();
  const within = (ms: number) => Math.floor(random.next().value * ms);
  for (let run = 0; run < RUNS; run += 1) {
    vi.useRealTimers();
    const { push, stream, sounds, onScreen } = await hiddenApp();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const streamAt = within(16_000);
    // In every fourth run the push arrives about when the page shows the notification itself.
    const pushAt = run % 4 === 0 ? streamAt + PAGE_NOTIFIES_AFTER_MS - (run % 24) : within(16_000);
    order[run % 4 === 0 ? 'together' : pushAt < streamAt ? 'pushFirst' : 'streamFirst'] += 1;
    const id = `id${run}`;
    await untilDone(
      after(pushAt, () => push(id)),
      after(streamAt, () => stream(id)),
    );
    expect([run, pushAt, streamAt, sounds.length, onScreen().length]).toEqual([run, pushAt, streamAt, 1, 1]);
  }
  expect(Math.min(...Object.values(order))).toBeGreaterThanOrEqual(RUNS / 5);
});

test('a dismissed notification does not return, and a push that must show something is silent', async () => {
  for (const first of ['push', 'stream'] as const) {
    vi.useRealTimers();
    const { push, stream, sounds, onScreen, putAway } = await hiddenApp();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    if (first === 'push') {
      const streamed = stream('id1');
      await untilDone(push('id1'));
      putAway();
      await untilDone(streamed);
      expect([sounds.length, onScreen().length]).toEqual([1, 0]);
    } else {
      await untilDone(stream('id1'));
      putAway();
      await untilDone(push('id1'));
      expect([sounds.length, onScreen().map(({ silent }) => silent)]).toEqual([1, [true]]);
    }
  }
});
