import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { signIn, test } from '../e2e/base.ts';
import { newProfile } from '../harness/browser.ts';
import { logOf, say, startChat } from '../harness/chat.ts';
import { killBrowser } from '../harness/kill-browser.ts';
import { startProxy } from '../harness/proxy.ts';

const COMMUTER = 264457003;
const HOST = 9008;

test.use({ serviceWorkers: 'allow', allowedProblems: [/WebSocket connection|ERR_|Failed to load resource/] });

test('a picture sent offline survives the death of the browser, and arrives once behind what overtook it', {
  tag: '@desk',
}, async ({ openBrowser, product }) => {
  const proxy = await startProxy(product.port);
  const userDataDir = newProfile();
  const context = await openBrowser({ baseURL: proxy.url, userDataDir });
  const page = context.pages()[0] ?? (await context.newPage());
  await signIn(page, COMMUTER);
  await startChat(page, String(HOST));
  await say(page, 'before the tunnel');
  await expect(logOf(page).getByRole('img', { name: 'Sent', exact: true })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  // What is fetched when it is opened must be there before the tunnel.
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name: 'Photos', exact: true }).click();
  await page.getByLabel('Photos and videos').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  const sheet = page.getByRole('dialog', { name: 'Send' });
  await sheet.getByLabel('Caption').fill('from the tunnel');
  const press = sheet.getByRole('button', { name: 'Send', exact: true });
  await expect(press).toBeEnabled();
  proxy.refuse(true);
  proxy.reset();
  await press.click();
  await expect(logOf(page).getByText('from the tunnel')).toBeVisible();
  const there = new URL(page.url()).pathname;
  await killBrowser(userDataDir);
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    rmSync(join(userDataDir, name), { force: true });

  proxy.refuse(false);
  const again = await openBrowser({ baseURL: proxy.url, userDataDir });
  const reopened = again.pages()[0] ?? (await again.newPage());
  await reopened.goto(there);
  const host = await openBrowser();
  const hostPage = host.pages()[0] ?? (await host.newPage());
  await signIn(hostPage, HOST);
  await startChat(hostPage, String(COMMUTER));
  await expect(logOf(hostPage).getByText('from the tunnel')).toHaveCount(1);
  await expect(logOf(hostPage).getByRole('img', { name: 'Photo 1 of 1' })).toHaveCount(1);
  await expect(logOf(reopened).getByText('from the tunnel')).toHaveCount(1);
});
