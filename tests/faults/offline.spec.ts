import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { signIn, test } from '../e2e/base.ts';
import { newProfile } from '../harness/browser/browser.ts';
import { killBrowser } from '../harness/browser/kill-browser.ts';
import { storedTexts } from '../harness/browser/rows.ts';
import { composerOf, logOf, say, startChat } from '../harness/chat.ts';
import { startProxy } from '../harness/servers/proxy.ts';

const COMMUTER = 264457003;
const HOST = 9008;
const TYPED = Array.from({ length: 20 }, (_, index) => `from the tunnel ${index}`);

test.use({ serviceWorkers: 'allow', allowedProblems: [/WebSocket connection|ERR_|Failed to load resource/] });

test('20 messages typed offline arrive once and in order when the browser is killed before it is online again', {
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
  // The service worker is ready, so everything that the app needs offline is stored; without a network an installation fails.
  await page.evaluate(() => navigator.serviceWorker.ready);

  proxy.refuse(true);
  proxy.reset();
  for (const text of TYPED) await say(page, text);
  await expect(logOf(page).getByText(TYPED.at(-1) ?? '')).toBeVisible();
  const there = new URL(page.url()).pathname;
  await killBrowser(userDataDir);
  // A killed browser leaves its lock files in the profile.
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    rmSync(join(userDataDir, name), { force: true });

  proxy.refuse(false);
  const host = await openBrowser();
  const hostPage = host.pages()[0] ?? (await host.newPage());
  await signIn(hostPage, HOST);
  const again = await openBrowser({ baseURL: proxy.url, userDataDir });
  const reopened = again.pages()[0] ?? (await again.newPage());
  await reopened.goto(there);
  await expect(composerOf(reopened)).toBeVisible();

  const expected = ['before the tunnel', ...TYPED];
  const arrived = () => storedTexts(hostPage, `u_${COMMUTER}`);
  await expect.poll(async () => (await arrived()).slice(-expected.length)).toEqual(expected);
  expect((await arrived()).filter((text) => text === TYPED[0])).toHaveLength(1);
  await proxy.close();
});
