import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, test } from '../../base.ts';
import { firstTab, signOut } from '../acts.ts';
import { cards } from './hosts.ts';

test.use({ serviceWorkers: 'allow', allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

/** The number of cards that are visible at both screen sizes. */
const IN_SIGHT = 2;

const kept = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('pictures'))) return [];
    return (await (await caches.open('pictures')).keys()).map(({ url }) => new URL(url).pathname);
  });

/** The paths of the loaded portraits among the first cards. */
async function drawn(page: Page): Promise<readonly string[]> {
  const found = await cards(page)
    .locator('img')
    .evaluateAll((images) =>
      (images as HTMLImageElement[]).map((image) =>
        image.complete && image.naturalWidth > 0 ? new URL(image.currentSrc).pathname : '',
      ),
    );
  return found.slice(0, IN_SIGHT).filter((path) => path !== '');
}

test("the wall's portraits are shown after a reload without a network, and are deleted at sign-out", {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const network = await startProxy(product.port);
  const context = await openBrowser({ baseURL: network.url });
  const page = await firstTab(context);
  await enterAsGuest(page, '/goddess');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  await expect.poll(async () => (await drawn(page)).length).toBe(IN_SIGHT);
  const seen = await drawn(page);
  await expect.poll(() => kept(page)).toEqual(expect.arrayContaining([...seen]));
  for (const path of await kept(page)) expect(path).toMatch(/^\/media\/[0-9a-f]{32}\/img(160|320|480)$/);

  // Clears the HTTP cache, so that the portraits can only come from the app's cache.
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.clearBrowserCache');
  network.refuse(true);
  network.reset();
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  await expect.poll(() => drawn(page)).toEqual(seen);

  network.refuse(false);
  await signOut(page);
  await expect.poll(() => kept(page)).toEqual([]);
  await network.close();
});
