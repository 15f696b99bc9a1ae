import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { newProfile } from '../../../harness/browser/browser.ts';
import { readTable } from '../../../harness/browser/rows.ts';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, test } from '../../base.ts';
import { bubbles, firstTab, startChat } from '../acts.ts';
import { tracesOfUser } from '../installed/storage.ts';

test.use({ serviceWorkers: 'allow', allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

/** The length of the byte sample that is searched for on disk. */
const SAMPLE_BYTES = 48;

/**
 * Files of a profile that contain one of `sought`. Without the IndexedDB logs, which the browser compacts later: the test reads the
 * database itself.
 */
function filesWith(userDataDir: string, sought: readonly Buffer[]): readonly string[] {
  const all = readdirSync(userDataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\.indexeddb\.leveldb/.test(path));
  return all.filter((path) => {
    try {
      const bytes = readFileSync(path);
      return sought.some((one) => bytes.includes(one));
    } catch {
      return false; // Deleted meanwhile.
    }
  });
}

const copiesOf = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('chat-media'))) return [];
    const cache = await caches.open('chat-media');
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });

test('no byte, id or cookie of a sent picture is on disk after a sign-out without a network', {
  tag: '@desk',
}, async ({ openBrowser, product }) => {
  const network = await startProxy(product.port);
  const userDataDir = newProfile();
  const context = await openBrowser({ baseURL: network.url, userDataDir });
  const page = await firstTab(context);
  await enterAsGuest(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await startChat(page, 9003);
  const buffer = await sharp(randomBytes(320 * 240 * 3), { raw: { width: 320, height: 240, channels: 3 } })
    .jpeg()
    .toBuffer();
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name: 'Photos', exact: true }).click();
  await page.getByLabel('Photos and videos').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('dialog', { name: 'Send' }).getByRole('button', { name: 'Send', exact: true }).click();
  const sent = bubbles(page).last().getByRole('img', { name: 'Photo 1 of 1' });
  await expect(sent).toHaveAttribute('src', /\/media\/p\/[0-9a-f]{32}\/img480$/);
  const id = /[0-9a-f]{32}/.exec(String(await sent.getAttribute('src')))?.[0] ?? '';
  const picture = await page.evaluate(async (path) => {
    const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer());
    return btoa(String.fromCharCode(...bytes.subarray(bytes.length >> 1, (bytes.length >> 1) + 64)));
  }, `/media/p/${id}`);
  const sought = [Buffer.from(picture, 'base64').subarray(0, SAMPLE_BYTES), Buffer.from(id)];
  await expect.poll(() => copiesOf(page)).toContain(`/media/p/${id}`);
  await expect.poll(() => filesWith(userDataDir, sought)).not.toEqual([]);
  const cookies = async (of = context) => (await of.cookies(`${network.url}/media/p/${id}`)).map(({ name }) => name);
  expect(await cookies()).toContain('gm');

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out' }).hover();
  network.refuse(true);
  network.reset();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('dialog', { name: 'Sign out of this device?' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await expect.poll(() => copiesOf(page)).toEqual([]);
  await expect.poll(() => cookies()).not.toContain('gm');
  await expect.poll(async () => (await tracesOfUser(page)).filter((trace) => trace.includes(id))).toEqual([]);
  await expect.poll(() => readTable(page, 'app', 'uploads')).toEqual([]);

  // The browser deletes files of a cache that was in use at its next start.
  await context.close();
  const again = await openBrowser({ baseURL: network.url, userDataDir });
  const login = await firstTab(again);
  await login.goto('/login');
  await expect(login.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  expect(await cookies(again)).not.toContain('gm');
  await expect.poll(() => filesWith(userDataDir, sought)).toEqual([]);
  await network.close();
});
