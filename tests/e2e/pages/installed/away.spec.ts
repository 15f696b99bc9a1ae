import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import { CORE_LOCK } from '../../../../contract/core.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import type { PushPayload } from '../../../../contract/push/payload.ts';
import { accountTag } from '../../../../worker/push/account-tag.ts';
import { readTable } from '../../../harness/browser/rows.ts';
import { driveServiceWorker, type ServiceWorkerDriver } from '../../../harness/browser/service-worker.ts';
import { startProxy, type TcpProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, test } from '../../base.ts';
import { bubble, firstTab, say, signOut } from '../acts.ts';
import { nameOf, query } from '../database.ts';
import { openPeer, uidOf } from '../peer.ts';
import { addRows } from './storage.ts';

test.use({ serviceWorkers: 'allow', onDisk: true });

const HOST = 9023;
const GRANTED = { permissions: ['notifications'] };

type Peer = Awaited<ReturnType<typeof openPeer>>;
type Place = { page: Page; context: BrowserContext; worker: ServiceWorkerDriver; uid: number };

/** Enters as a guest with notifications granted and with one message from the host. */
async function arrive(context: BrowserContext, host: Peer): Promise<Place> {
  const page = await firstTab(context);
  await enterAsGuest(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const uid = await uidOf(page);
  host.say(uid, 'Good evening');
  await expect(page.getByText('Good evening')).toBeVisible();
  return { page, context, uid, worker: await driveServiceWorker(context, new URL(page.url()).origin) };
}

/** The push payload that the server sends for a message. */
async function pushOf(uid: number, id: string, change: Partial<PushPayload> = {}): Promise<PushPayload> {
  const now = Date.now();
  return {
    v: 1,
    k: 'message',
    i: id,
    a: await accountTag(uid),
    t: `u_${HOST}`,
    n: 1,
    b: 1,
    at: now,
    x: now + DAY_MS,
    gone: [],
    ...change,
  };
}

/** Overrides `visibilityState`, because tabs of test browsers are never hidden. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((away) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (away ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

const heard = (host: Peer, words: string) =>
  host.client.frames.filter((frame) => frame.is('message') && frame.getChildText('body') === words).length;
const hears = (host: Peer, words: string) => expect.poll(() => heard(host, words), { timeout: 60_000 }).toBe(1);
const held = (worker: ServiceWorkerDriver) =>
  worker.evaluate('navigator.locks.query().then(({ held }) => held.map(({ name }) => name))');
const told = async (worker: ServiceWorkerDriver) => (await worker.shown()).map(({ title, body }) => [title, body]);

test.describe('with the app closed', () => {
  test.use({ allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)|chat login/] });
  let network: TcpProxy;
  test.beforeEach(async ({ product }) => {
    network = await startProxy(product.port);
  });
  test.afterEach(() => network.close());

  test('a push to a closed app shows the text and can be answered, and a message typed offline is sent later', {
    tag: '@phone',
  }, async ({ openBrowser, product }) => {
    const [host, name] = [await openPeer(product, HOST), await nameOf(product, HOST)];
    const { page, context, worker, uid } = await arrive(await openBrowser({ ...GRANTED, baseURL: network.url }), host);
    const online = async () => (await query(product, 'select is_seen_online($1) as online', [uid]))[0]?.['online'];
    expect(await online()).toBe(true);
    await page.close();
    // The core ends with the last page. From here the service worker acts alone, and the user is seen as offline.
    await expect.poll(() => held(worker), { timeout: 60_000 }).not.toContain(CORE_LOCK);
    await expect.poll(online).toBe(false);

    // The headless session fetches the text of the message over a short stream without presence.
    const id = host.say(uid, 'Are you still there?');
    await worker.push(await pushOf(uid, id));
    await expect.poll(() => told(worker), { timeout: 60_000 }).toEqual([[name, 'Are you still there?']]);
    expect((await worker.shown())[0]?.actions).toEqual(['reply', 'markRead']);

    // The answer is sent once, and no page opens.
    await worker.tap(`thread:u_${HOST}`, 'reply', 'On my way');
    await hears(host, 'On my way');
    expect(context.pages()).toHaveLength(1);
    expect(await online()).toBe(false);

    // Typed without a network in a page that is then closed.
    const offline = await context.newPage();
    await offline.goto(`/message/u_${HOST}`);
    await expect(bubble(offline, 'On my way')).toBeVisible();
    network.refuse(true);
    network.reset();
    await say(offline, 'Typed in a tunnel');
    await expect.poll(async () => (await readTable(offline, 'chat', 'outbox')).length).toBeGreaterThan(0);
    await offline.close();
    network.refuse(false);
    await worker.sync('outbox');
    await hears(host, 'Typed in a tunnel');
    expect(heard(host, 'On my way')).toBe(1);

    // A page opens while a headless session waits for a message that does not arrive: the page takes over, and no message is lost or
    // duplicated.
    const waiting = worker.push(await pushOf(uid, 'never-arrives'));
    const back = await context.newPage();
    await back.goto(`/message/u_${HOST}`);
    await waiting;
    await say(back, 'Here I am');
    await hears(host, 'Here I am');
    const last = host.say(uid, 'Good');
    await expect(bubble(back, 'Good')).toHaveCount(1);
    expect(last).not.toBe('');
    await expect(bubble(back, 'Are you still there?')).toHaveCount(1);
    host.leave();
  });
});

test('one message makes one notification when it arrives by stream and by push in either order', {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const [host, name] = [await openPeer(product, HOST), await nameOf(product, HOST)];
  const { page, worker, uid } = await arrive(await openBrowser(GRANTED), host);
  await page.clock.install();
  await addRows(page, 'app', 'state', [
    {
      key: 'push',
      token: 'gc1.x',
      createTime: Date.now(),
      state: 'kept',
      at: Date.now(),
      options: { endpoint: '', p256dh: '', auth: '', swScope: '', vapidKey: '' },
    },
  ]);
  // A visible page shows the message itself, so no notification is needed.
  const first = host.say(uid, 'While you look');
  await expect(page.getByText('While you look')).toBeVisible();
  await worker.push(await pushOf(uid, first));
  expect(await told(worker)).toEqual([]);

  await hide(page, true);
  const second = host.say(uid, 'Pushed first');
  await expect(page.getByText('Pushed first')).toBeVisible();
  await worker.push(await pushOf(uid, second));
  await expect.poll(() => told(worker)).toEqual([[name, 'Pushed first']]);
  await page.clock.fastForward(11_000);
  expect(await told(worker)).toEqual([[name, 'Pushed first']]);

  // No push arrived in time, so the page shows the notification; the late push does not show a second one.
  const third = host.say(uid, 'By the stream');
  await expect(page.getByText('By the stream')).toBeVisible();
  await expect
    .poll(async () => {
      await page.clock.fastForward(11_000);
      return told(worker);
    })
    .toEqual([[name, 'By the stream']]);
  await worker.push(await pushOf(uid, third));
  await expect.poll(() => worker.evaluate('registration.getNotifications().then(([one]) => one.silent)')).toBe(true);
  expect(await told(worker)).toEqual([[name, 'By the stream']]);

  // After sign-out a push shows no data of the account, and its notification closes by itself.
  await hide(page, false);
  await signOut(page);
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await page.goto('about:blank');
  await worker.push(await pushOf(uid, 'after-the-end'));
  await expect.poll(() => told(worker)).toEqual([['gemcall', 'Sign in to see what is new']]);
  await expect.poll(() => told(worker), { timeout: 60_000 }).toEqual([]);
  host.leave();
});
