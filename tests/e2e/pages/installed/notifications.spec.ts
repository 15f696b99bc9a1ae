import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import { NOTIFY_LOCK } from '../../../../contract/notices/shown.ts';
import { callClient, shownOf } from '../../../harness/calls/call-client.ts';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { streamsOf } from '../../core/streams.ts';
import { firstTab, PLACES_WITHOUT_NAVIGATION, thread } from '../acts.ts';
import { nameOf } from '../database.ts';
import { openPeer, uidOf } from '../peer.ts';

test.use({ serviceWorkers: 'allow', onDisk: true });

const HOST = 9022;
const GRANTED = { permissions: ['notifications'] };

/** Overrides `visibilityState`, because tabs of test browsers are never hidden. */
async function look(page: Page, away: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);
}

const shown = (page: Page) =>
  page.evaluate(async (lock) => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await navigator.locks.request(lock, () => registration.getNotifications());
    return notifications.map(({ title, body, requireInteraction }) => ({ title, body, requireInteraction }));
  }, NOTIFY_LOCK);

/** Waits for the team's service message about the welcome gems, so that no other message arrives during the test. */
const greeted = (page: Page) =>
  expect(thread(page, 'gemcall team')).toContainText(/News from our team|A gift to begin with/);

/** A guest with notifications granted and a ready service worker. */
async function arrive(context: BrowserContext): Promise<Page> {
  const page = await firstTab(context);
  await enterAsGuest(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await greeted(page);
  return page;
}

test('a message makes one notification with name and text when all tabs are hidden', { tag: '@phone' }, async ({
  openBrowser,
  product,
}) => {
  const context = await openBrowser(GRANTED);
  const page = await arrive(context);
  const second = await context.newPage();
  await second.goto('/message');
  await expect(second.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
  const [uid, host, name] = [await uidOf(page), await openPeer(product, HOST), await nameOf(product, HOST)];
  host.say(uid, 'While you look');
  await expect(page.getByText('While you look')).toBeVisible();
  expect(await shown(page)).toEqual([]);

  await look(page, true);
  await look(second, true);
  host.say(uid, 'Are you there?');
  await expect.poll(() => shown(page)).toEqual([{ title: name, body: 'Are you there?', requireInteraction: false }]);
  host.say(uid, 'Hello?');
  await expect.poll(() => shown(page)).toEqual([{ title: name, body: 'Hello?', requireInteraction: false }]);
  // Text that the conversation covers as sensitive is also hidden in the notification.
  host.say(uid, 'write to me on WhatsApp');
  const bodies = async () => (await shown(page)).map(({ body }) => body);
  await expect.poll(bodies).toEqual(['Sensitive message']);
  // A long text is cut before the family, not within it, and says so.
  host.say(uid, `${'a'.repeat(157)}👨‍👩‍👧‍👦 and we will not come`);
  await expect.poll(bodies).toEqual([`${'a'.repeat(157)}…`]);
  await expect(second.getByRole('list', { name: 'Conversations' })).toContainText(`${'a'.repeat(139)}…`);

  // The tab that showed notifications is closed, and the other takes over.
  await look(second, false);
  await page.close();
  const inLine = async () =>
    (await second.evaluate(() => navigator.locks.query())).pending?.filter(({ name }) => name === 'notify').length;
  await expect.poll(inLine).toBe(0);
  await look(second, true);
  host.say(uid, 'Still me');
  await expect.poll(async () => (await shown(second)).map(({ body }) => body)).toEqual(['Still me']);

  await look(second, false);
  await second.getByRole('link', { name }).click();
  await expect.poll(() => shown(second)).toEqual([]);
  host.leave();
});

test('a call to a hidden tab rings by a notification, which becomes a missed call when it is not answered', {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const [host, viewer] = [9038, 264457002];
  const page = await firstTab(await openBrowser(GRANTED));
  await signIn(page, host);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect.poll(() => streamsOf(product, host)).toBeGreaterThan(0);
  const [name, peer] = [await nameOf(product, viewer), await openPeer(product, viewer)];
  const caller = callClient(peer.client);
  await look(page, true);
  const asked = { callee: host, kind: 'paid', source: 'test', root: '', shown: shownOf(host) } as const;
  const { sid, startTime } = await caller.hears('SessionRequest', '', asked);
  caller.invite(sid, viewer, host, startTime);
  const ringing = { title: `${name} is calling`, body: 'Video call', requireInteraction: true };
  await expect.poll(() => shown(page)).toEqual([ringing]);
  await caller.hears('CallCancel', sid, {});
  await expect.poll(() => shown(page)).toEqual([{ title: name, body: 'Missed call', requireInteraction: false }]);
  peer.leave();
});

test('a click on a notification opens its conversation from every page, and closes the notification', {
  // The service worker waits 700 ms for an answer of the page before it opens a new one.
  tag: '@timed',
}, async ({ openBrowser, product }) => {
  const context = await openBrowser(GRANTED);
  const page = await arrive(context);
  const [uid, host] = [await uidOf(page), await openPeer(product, HOST)];
  const worker = context.serviceWorkers()[0];
  const tap = () =>
    worker?.evaluate(async () => {
      const scope = self as unknown as {
        registration: { getNotifications(): Promise<unknown[]> };
        dispatchEvent(event: Event): void;
        NotificationEvent: new (type: string, init: object) => Event;
      };
      const [notification] = await scope.registration.getNotifications();
      const click = new scope.NotificationEvent('notificationclick', { notification });
      // `waitUntil` rejects events that the browser did not dispatch.
      Object.defineProperty(click, 'waitUntil', { value: () => undefined });
      scope.dispatchEvent(click);
    });
  for (const path of PLACES_WITHOUT_NAVIGATION) {
    await look(page, true);
    host.say(uid, `Come and see ${path}`);
    await expect.poll(() => shown(page)).toHaveLength(1);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.evaluate(() => Reflect.set(window, 'isSameDocument', true));
    await tap();
    await expect(page).toHaveURL(`${product.url}/message/u_${HOST}`);
    await expect(page.getByRole('log').getByText(`Come and see ${path}`)).toBeVisible();
    // The app opens it itself, so that no input is lost; a document without the app is replaced.
    expect(await page.evaluate(() => Reflect.has(window, 'isSameDocument'))).toBe(path !== '/legal/terms.en.html');
    await expect.poll(() => shown(page)).toEqual([]);
  }
  host.leave();
});

test('a notification closes by itself, stays when the user chose so, and is not shown when the user turned them off', {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const page = await firstTab(await openBrowser(GRANTED));
  await page.clock.install();
  await enterAsGuest(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await greeted(page);
  const [uid, host, name] = [await uidOf(page), await openPeer(product, HOST), await nameOf(product, HOST)];
  await look(page, true);
  host.say(uid, 'For a while');
  await expect.poll(() => shown(page)).toHaveLength(1);
  // Polled with further steps of the clock, because the page may start its timer only after the first.
  const later = async () => {
    await page.clock.fastForward(20_000);
    return shown(page);
  };
  await expect.poll(later).toEqual([]);
  await look(page, false);

  await page.goto('/settings');
  await page.getByRole('switch', { name: 'Keep until opened' }).click();
  await expect(page.getByRole('switch', { name: 'Keep until opened' })).toBeChecked();
  await look(page, true);
  host.say(uid, 'To stay');
  await expect.poll(() => shown(page)).toEqual([{ title: name, body: 'To stay', requireInteraction: true }]);
  await page.clock.fastForward(60_000);
  expect(await shown(page)).toHaveLength(1);

  await look(page, false);
  await page.getByRole('switch', { name: 'Allow notifications' }).click();
  await expect(page.getByRole('switch', { name: 'Allow notifications' })).not.toBeChecked();
  await page.goto(`/message/u_${HOST}`);
  await expect.poll(() => shown(page)).toEqual([]);
  await page.goto('/message');
  await expect(page.getByRole('list', { name: 'Conversations' })).toBeVisible();
  await look(page, true);
  host.say(uid, 'In silence');
  await expect(page.getByText('In silence')).toBeVisible();
  expect(await shown(page)).toEqual([]);
  host.leave();
});

test("the browser's permission prompt is shown only after a click, and a refusal is explained", {
  tag: '@phone',
}, async ({ openBrowser }) => {
  const page = await firstTab(await openBrowser());
  await page.addInitScript(() => {
    let answer: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => answer });
    Notification.requestPermission = async () => {
      answer = 'denied';
      return answer;
    };
  });
  await enterAsGuest(page, '/settings');
  await expect(page.getByRole('switch', { name: 'Allow notifications' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications are blocked' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on notifications' })).toHaveCount(0);
});
