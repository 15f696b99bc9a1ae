import { expect, test, vi } from 'vitest';
import { CORE_LOCK } from '#contract/core.ts';
import type { PushOptions } from '#contract/push/token.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import { openNoticeDb } from '../../../../worker/db/schema.ts';
import { air } from '../support/air.ts';
import { freshApp, session } from '../support/databases.ts';
import { fakeLocks } from '../support/locks.ts';
import { host, serverOf } from '../support/people.ts';

// A global of every worker.
vi.hoisted(() => void vi.stubGlobal('location', { host: 'test' }));
const { refreshWhileAway } = await import('../../../../worker/push/lists.ts');

const NOW = 1_800_000_000_000;
const SCOPE = 'https://gem.test/';
const KEY = 'B'.repeat(87);
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer as ArrayBuffer;

/** A browser's push subscription with this server key. */
const optionsWith = (vapidKey: string): PushOptions => ({
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  p256dh: 'C'.repeat(87),
  auth: 'D'.repeat(22),
  swScope: SCOPE,
  vapidKey,
});
function subscriptionOf({ endpoint, p256dh, auth, vapidKey }: PushOptions, gone: () => void) {
  return {
    endpoint,
    options: { applicationServerKey: bytes(vapidKey) },
    getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
    unsubscribe: async () => {
      gone();
      return true;
    },
  };
}
const normal = (options: PushOptions): PushOptions => ({
  ...options,
  ...Object.fromEntries(
    (['p256dh', 'auth', 'vapidKey'] as const).map((name) => [
      name,
      Buffer.from(options[name], 'base64url').toString('base64url'),
    ]),
  ),
});

type Given = {
  readonly status?: 'active' | 'expired';
  readonly build?: number;
  readonly pushKey?: string;
  /** Age of the record of the push subscription, days; undefined: there is none. */
  readonly record?: number;
  readonly permission?: NotificationPermission;
  readonly refused?: boolean;
  readonly silent?: boolean;
};

async function device(given: Given = {}) {
  const app = freshApp();
  const notice = openNoticeDb();
  await app.state.put({ ...session, status: given.status ?? 'active' });
  await app.state.put({ key: 'build', build: given.build ?? 1 });
  const held = normal(optionsWith(KEY));
  let subscription: ReturnType<typeof subscriptionOf> | null = null;
  const subscribe = (options: PushOptions) => {
    subscription = subscriptionOf(options, () => {
      subscription = null;
    });
    return subscription;
  };
  if (given.record !== undefined) {
    const at = NOW - given.record * DAY_MS;
    await app.state.put({ key: 'push', token: 'gc1.x', createTime: at, options: held, state: 'kept', at });
    subscribe(held);
  }
  const never = () => new Promise<never>(() => {});
  const { api, asked } = serverOf({
    maintenanceStatus: given.silent ? never : () => ({ maintananceStatus: 1 }),
    websiteConfig: () => ({
      googleClientId: '',
      demo: true,
      appDownloadInfo: { iosUrl: '', androidUrl: '' },
      silverInfoConf: {},
      pushKey: given.pushKey ?? held.vapidKey,
    }),
    hotAnchors: () => (given.refused ? { code: 'invalid-token' } : { anchors: [host(9001)], nextCursor: '' }),
    firstCallInfo: () => ({
      firstCallInfo: { freeFirstCallTotalTimes: 3, freeFirstCallRemainingTimes: 2, freeFirstCallDuration: 60 },
    }),
    paidUserFreeCall: () => ({ freeTimes: 1, freeDuration: 30, rechargeReminderTime: 10, matchToFlashTime: 5 }),
    clubCallTimes: () => null,
  });
  const cancelAll = vi.fn();
  const [channel, locks] = [air(), fakeLocks()];
  const run = () =>
    refreshWhileAway({
      app,
      notice,
      build: 1,
      locks,
      openChannel: channel.open,
      now: () => NOW,
      openApi: () => ({ ...api, cancelAll }),
      permission: () => given.permission ?? 'granted',
      registration: {
        scope: SCOPE,
        showNotification: async () => {},
        getNotifications: async () => [],
        pushManager: {
          getSubscription: async () => subscription,
          subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
            subscribe(normal(optionsWith(applicationServerKey))),
        } as never,
      },
    });
  const told = async () => (await app.apiQueue.toArray()).map(({ endpoint, data }) => [endpoint, data]);
  const isFree = () => !locks.isHeld(CORE_LOCK);
  return { app, channel, locks, asked, run, told, isFree, cancelAll, key: () => subscription?.options };
}

test('the list, the free calls and the configuration are refreshed, and the lock is released', async () => {
  const { app, run, told, isFree } = await device();
  expect(await run()).toBe('done');
  expect(await app.lists.get('hot:')).toMatchObject({ uids: [9001], fetchedAt: NOW });
  expect(await app.state.get('allowances')).toMatchObject({ first: { remaining: 2 } });
  expect(await app.state.get('config')).toMatchObject({ demo: true });
  expect(await told()).toEqual([]);
  expect(isFree()).toBe(true);
});

test('nothing is fetched when a core runs', async () => {
  const { run, locks, asked } = await device();
  locks.hold(CORE_LOCK);
  expect(await run()).toBe('busy');
  expect(asked).toEqual([]);
});

test.each([
  [{ status: 'expired' as const }, 'idle'],
  [{ build: 2 }, 'stale'],
])('%j: nothing is fetched', async (given, end) => {
  const { run, asked, isFree } = await device(given);
  expect(await run()).toBe(end);
  expect([asked, isFree()]).toEqual([[], true]);
});

test("a page's core that announces itself gets the lock at once, and running work is aborted", async () => {
  const { run, channel, isFree, cancelAll, asked } = await device({ silent: true });
  const ended = run();
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0));
  expect(isFree()).toBe(false);
  channel.say({ type: 'hello', build: 1, instance: 'page' });
  expect(await ended).toBe('superseded');
  await vi.waitFor(() => expect(isFree()).toBe(true));
  expect(cancelAll).toHaveBeenCalledOnce();
});

test('a refused token ends the session', async () => {
  const { run, app } = await device({ refused: true });
  expect(await run()).toBe('refused');
  await vi.waitFor(async () => expect(await app.state.get('session')).toMatchObject({ status: 'expired' }));
});

test('a push subscription record older than a week is uploaded again, a younger one is not', async () => {
  const young = await device({ record: 6 });
  expect([await young.run(), await young.told()]).toEqual(['done', []]);
  const old = await device({ record: 7 });
  expect(await old.run()).toBe('tells');
  expect(await old.told()).toEqual([['fcmToken', { fcmToken: expect.stringMatching(/^gc1\./), isUpdate: true }]]);
  expect(await old.app.state.get('push')).toMatchObject({ state: 'kept', createTime: NOW });
});

test('a rotated site key renews the subscription, and the server gets both endpoints', async () => {
  const next = Buffer.from(bytes(`E${'F'.repeat(86)}`)).toString('base64url');
  const { run, told, app, key } = await device({ record: 1, pushKey: next });
  expect(await run()).toBe('tells');
  expect((await told()).map(([, data]) => data)).toEqual([
    { fcmToken: '', isUpdate: true },
    { fcmToken: expect.stringMatching(/^gc1\./), isUpdate: true },
  ]);
  expect(await app.state.get('push')).toMatchObject({ state: 'kept', options: { vapidKey: next } });
  expect(Buffer.from(key()?.applicationServerKey ?? new ArrayBuffer(0)).toString('base64url')).toBe(next);
});

test('a withdrawn permission deletes the record, and a first subscription is left to a page', async () => {
  const denied = await device({ record: 1, permission: 'denied' });
  expect(await denied.run()).toBe('tells');
  expect(await denied.told()).toEqual([['fcmToken', { fcmToken: '', isUpdate: true }]]);
  expect(await denied.app.state.get('push')).toBeUndefined();
  const none = await device();
  expect([await none.run(), await none.told(), none.key()]).toEqual(['done', [], undefined]);
});
