import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { signIn, test } from '../../base.ts';
import { bubble, say, startChat } from '../acts.ts';

/** Installing the service worker downloads the whole app. */
const INSTALLED_WITHIN_MS = 120_000;
const HOST = 9001;

test.use({
  serviceWorkers: 'allow',
  ownProduct: true,
  allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/],
});

const worker = (page: Page) =>
  page.evaluate(async () => ({
    isInstalled: (await navigator.serviceWorker.getRegistration()) !== undefined,
    caches: (await caches.keys()).length,
  }));

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

/** True if the precache is complete: the page itself is stored last. */
const isKept = (page: Page) =>
  page.evaluate(async () => (await caches.match('/index.html', { ignoreSearch: true })) !== undefined);

test('conversations continue when an operator turns the service worker off, which removes its caches, and it returns when turned on', {
  tag: '@desk',
}, async ({ page, product }) => {
  await signIn(page, 100001);
  await startChat(page, HOST);
  await say(page, 'before the switch');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect.poll(() => isControlled(page)).toBe(true);

  await product.restartServer({ env: { SW_OFF: 'on' } });
  await page.reload();
  await page.evaluate(() => document.body.setAttribute('data-half', 'said'));
  await expect.poll(async () => (await worker(page)).isInstalled, { timeout: INSTALLED_WITHIN_MS }).toBe(false);
  // The open page was not reloaded.
  await expect(page.locator('body')).toHaveAttribute('data-half', 'said');
  await expect(bubble(page, 'before the switch')).toBeVisible();
  await say(page, 'without a worker');
  await expect(bubble(page, 'without a worker').getByRole('img', { name: 'Sent' })).toBeVisible();

  await page.reload();
  await expect(bubble(page, 'without a worker')).toBeVisible();
  await say(page, 'after a reload');
  await expect(bubble(page, 'after a reload').getByRole('img', { name: 'Sent' })).toBeVisible();
  expect(await isControlled(page)).toBe(false);
  // Caches that served the page that was open are deleted now.
  await expect.poll(() => worker(page)).toEqual({ isInstalled: false, caches: 0 });

  await product.restartServer({ env: { SW_OFF: 'off' } });
  await page.reload();
  await expect(bubble(page, 'after a reload')).toBeVisible();
  await expect.poll(async () => (await worker(page)).isInstalled, { timeout: INSTALLED_WITHIN_MS }).toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect.poll(() => isControlled(page), { timeout: INSTALLED_WITHIN_MS }).toBe(true);
  // A browser may revive a registration that was unregistered while the core still used it. It must fill its caches like a new one.
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await expect.poll(() => isControlled(page), { timeout: INSTALLED_WITHIN_MS }).toBe(true);
  // The worker may control the page before its precache is complete.
  await expect.poll(() => isKept(page), { timeout: INSTALLED_WITHIN_MS }).toBe(true);
  // The worker serves the app without a server again.
  await product.killServer();
  await page.reload();
  await expect(bubble(page, 'after a reload')).toBeVisible();
});
