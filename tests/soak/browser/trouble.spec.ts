import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { DAY_MS } from '../../../contract/durations.ts';
import { CHAT_MEDIA_CACHE } from '../../../contract/media/private.ts';
import { enterAsGuest, signIn, signInByForm, test } from '../../e2e/base.ts';
import { bubble, bubbles, composer, firstTab, say, sendButton, startChat, threads } from '../../e2e/pages/acts.ts';
import { openPeer, uidOf } from '../../e2e/pages/peer.ts';
import { newProfile } from '../../harness/browser/browser.ts';
import { startProduct } from '../../harness/browser/product.ts';
import { findWorker, killWorker } from '../../harness/load/workers.ts';
import { buildWithWorker, shiftClock } from './changed-build.ts';
import { fillUp, freeUp, grantLittle } from './quota.ts';

const HOST = 9014;
const COMMUTER = 264457003;

const taken = (page: Page, text: string) => bubble(page, text).getByRole('img', { name: /^(Sent|Delivered|Seen)$/ });
const storage = (page: Page) => page.getByRole('status', { name: 'Storage' });
const words = (page: Page) => bubbles(page).locator('p').allInnerTexts();

test.describe('a device without storage space', () => {
  test.use({ serviceWorkers: 'allow', allowedProblems: [/QuotaExceeded/] });

  test('the page says so and keeps the draft when storage is full, and receives everything once there is space', async ({
    openBrowser,
    product,
  }) => {
    const context = await openBrowser({ userDataDir: newProfile() });
    const page = await firstTab(context);
    const protocol = await context.newCDPSession(page);
    await grantLittle(protocol, product.url);
    await enterAsGuest(page);
    await startChat(page, HOST);
    await say(page, 'There was room');
    await expect(taken(page, 'There was room')).toBeVisible();
    const [uid, peer] = [await uidOf(page), await openPeer(product, HOST)];
    const copies = () => page.evaluate((name) => caches.has(name), CHAT_MEDIA_CACHE);
    await page.evaluate((name) => caches.open(name), CHAT_MEDIA_CACHE);

    expect(await fillUp(page, protocol, product.url)).toBe('QuotaExceededError');
    await composer(page).fill('No room for it');
    await sendButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Your device is out of space');
    await expect(composer(page)).toHaveValue('No room for it');

    for (const text of ['one', 'two', 'three']) peer.say(uid, text);
    await expect(storage(page)).toContainText('New messages cannot be stored on this device');
    await expect(bubble(page, 'one')).toHaveCount(0);
    // Cached files are dropped, as they can be fetched again; messages are not.
    await expect.poll(copies).toBe(false);
    const other = await context.newPage();
    await other.goto(`/message/u_${HOST}`);
    await expect(bubble(other, 'There was room')).toBeVisible();
    await expect(storage(other)).toContainText('It may be out of space');

    await freeUp(protocol, product.url);
    await expect(storage(page)).toHaveCount(0);
    await expect(storage(other)).toHaveCount(0);
    await sendButton(page).click();
    await expect(taken(page, 'No room for it')).toBeVisible();
    expect(await words(page)).toEqual(['There was room', 'one', 'two', 'three', 'No room for it']);
    peer.leave();
  });
});

test('conversations are back after one login when the database files are corrupt', async ({ openBrowser }) => {
  const userDataDir = newProfile();
  const first = await openBrowser({ userDataDir });
  const before = await firstTab(first);
  await signIn(before, COMMUTER);
  await startChat(before, HOST);
  await say(before, 'Kept by the server');
  await expect(taken(before, 'Kept by the server')).toBeVisible();
  await first.close();

  const folder = join(userDataDir, 'Default', 'IndexedDB');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const broken = files.filter((file) => statSync(file).isFile() && /(MANIFEST|\.log|\.ldb)/.test(file));
  expect(broken.length).toBeGreaterThan(1);
  for (const file of broken) {
    truncateSync(file, Math.floor(statSync(file).size / 2));
    if (file.includes('MANIFEST')) writeFileSync(file, 'not a manifest');
  }

  const page = await firstTab(await openBrowser({ userDataDir }));
  await page.goto('/message');
  await expect(page).toHaveURL(/\/login/);
  await signInByForm(page, COMMUTER);
  await threads(page).getByRole('link', { name: 'Carmen' }).click();
  await expect(bubble(page, 'Kept by the server')).toBeVisible();
  await say(page, 'Here again');
  await expect(taken(page, 'Here again')).toBeVisible();
  await expect(storage(page)).toHaveCount(0);
});

for (const [name, offMs] of [
  ['ahead', DAY_MS],
  ['behind', -DAY_MS],
] as const) {
  test(`messages are in the order in which they were sent when the device clock is a day ${name}`, async ({
    openBrowser,
  }) => {
    const clock = shiftClock(offMs);
    const there = await startProduct({ distDir: buildWithWorker(clock) });
    try {
      const context = await openBrowser({ baseURL: there.url });
      // Marks the prompts as dismissed on the shifted day.
      await context.addInitScript(
        (day) => localStorage.setItem('notice-offer', day),
        new Date(Date.now() + offMs).toDateString(),
      );
      await context.addInitScript(
        (day) => localStorage.setItem('gift-pack', day),
        new Date(Date.now() + offMs).toDateString(),
      );
      await context.addInitScript(clock);
      const page = await firstTab(context);
      await enterAsGuest(page);
      await startChat(page, HOST);
      const [uid, peer] = [await uidOf(page), await openPeer(there, HOST)];
      const said: string[] = [];
      for (let turn = 1; turn <= 3; turn += 1) {
        await say(page, `mine ${turn}`);
        await expect(taken(page, `mine ${turn}`)).toBeVisible();
        peer.say(uid, `theirs ${turn}`);
        await expect(bubble(page, `theirs ${turn}`)).toBeVisible();
        said.push(`mine ${turn}`, `theirs ${turn}`);
      }
      expect(await words(page)).toEqual(said);
      await page.reload();
      await expect(bubble(page, 'theirs 3')).toBeVisible();
      expect(await words(page)).toEqual(said);
      peer.leave();
    } finally {
      await there.stop();
    }
  });
}

test('a tab shows new messages and sends when it was frozen', async ({ context, page, product }) => {
  await enterAsGuest(page);
  await startChat(page, HOST);
  await say(page, 'Before the frost');
  await expect(taken(page, 'Before the frost')).toBeVisible();
  const [uid, peer] = [await uidOf(page), await openPeer(product, HOST)];
  const protocol = await context.newCDPSession(page);
  await protocol.send('Page.setWebLifecycleState', { state: 'frozen' });
  for (const text of ['in the frost 1', 'in the frost 2']) peer.say(uid, text);
  const other = await context.newPage();
  await other.goto(`/message/u_${HOST}`);
  await expect(bubble(other, 'in the frost 2')).toBeVisible();
  await say(other, 'from another tab');
  await protocol.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(bubble(page, 'in the frost 2')).toBeVisible();
  await expect(bubble(page, 'from another tab')).toBeVisible();
  await say(page, 'after the frost');
  await expect(taken(page, 'after the frost')).toBeVisible();
  peer.leave();
});

test('a tab finds the next core when its core was killed while it was frozen', async ({ context, page, product }) => {
  await enterAsGuest(page);
  await startChat(page, HOST);
  await say(page, 'Before the frost');
  await expect(taken(page, 'Before the frost')).toBeVisible();
  const [uid, peer] = [await uidOf(page), await openPeer(product, HOST)];
  const protocol = await context.newCDPSession(page);
  await protocol.send('Page.setWebLifecycleState', { state: 'frozen' });
  await killWorker(context, await findWorker(context, { part: 'shared' }));
  peer.say(uid, 'in the frost');
  await protocol.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(bubble(page, 'in the frost')).toBeVisible();
  await say(page, 'after the frost');
  await expect(taken(page, 'after the frost')).toBeVisible();
  peer.leave();
});

test('the conversation is up to date when the user goes back to it in the browser history', async ({
  openBrowser,
  product,
}) => {
  const context = await openBrowser({ userDataDir: newProfile(), keepsLeftPages: true });
  const page = await firstTab(context);
  await enterAsGuest(page);
  await startChat(page, HOST);
  await say(page, 'Before the way out');
  await expect(taken(page, 'Before the way out')).toBeVisible();
  const [uid, peer] = [await uidOf(page), await openPeer(product, HOST)];
  await page.goto('about:blank');
  peer.say(uid, 'while you were out');
  await page.goBack();
  await expect(bubble(page, 'while you were out')).toBeVisible();
  // Chromium 156 never puts a page with a SharedWorker into the back-forward cache (`sharedworker-with-no-active-client`), so the event of
  // other browsers is dispatched here.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await say(page, 'after the way out');
  await expect(taken(page, 'after the way out')).toBeVisible();
  peer.leave();
});
