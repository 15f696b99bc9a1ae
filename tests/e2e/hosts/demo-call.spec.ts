import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { test as base, enterAsGuest } from '../base.ts';
import { linkOf, rowOf, watchConnections } from '../calls/connections.ts';
import { expectMoving, heading, WITH_CAMERA } from '../calls/two-people.ts';
import { firstTab } from '../pages/acts.ts';
import { nameOf, query } from '../pages/database.ts';
import { uidOf } from '../pages/peer.ts';

/** A demo host that accepts every call (demo/accounts/rules.ts). */
const HOST = 9001;

const test = base.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  product: async ({}, use) => {
    const product = await startProduct({ env: { DEMO_HOSTS: 'on' } });
    await use(product);
    await product.stop();
  },
});

/** The hint of a free first call. The wall and profiles show it until the call is used. */
const freeCall = (page: Page) => page.getByText('Your first call: 1:00 free').last();

type Caller = { readonly page: Page; readonly uid: number };

/** A new guest calls the host, and sees and hears the host. hosts/media.spec.ts covers each video codec. */
async function callHer(product: Product, context: BrowserContext): Promise<Caller> {
  const isThere = async () => (await query(product, 'select 1 from online_stream where uid = $1', [HOST])).length;
  await expect.poll(isThere).toBeGreaterThan(0);
  await watchConnections(context);
  const page = await firstTab(context);
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await page.goto('/goddess');
  await expect(freeCall(page)).toBeVisible();
  await page.goto(`/anchorprofile?uid=${HOST}`);
  await expect(freeCall(page)).toBeVisible();
  await page.getByRole('link', { name: 'Video call' }).click();

  await expectMoving(page, await nameOf(product, HOST));
  await expect.poll(async () => (await linkOf(page)).framesDecoded).toBeGreaterThan(30);
  await expect.poll(async () => (await linkOf(page)).audioLevel).toBeGreaterThan(0.01);
  expect((await linkOf(page)).codec).toBe('video/h264');
  // The meter starts when the host, too, confirms the caller's media, and it runs only while the host receives media.
  await expect.poll(async () => (await rowOf(page))?.meter?.seconds ?? 0).toBeGreaterThan(5);
  await expect.poll(async () => (await rowOf(page))?.meter).toMatchObject({ metering: true, gems: 0 });
  const heard = () => query(product, 'select callee_seen, callee_loss from call where caller = $1', [uid]);
  await expect.poll(heard).toEqual([{ callee_seen: true, callee_loss: '0' }]);
  return { page, uid };
}

test('a new guest calls a demo host, sees and hears the host, is metered, and gets a receipt for a free call', {
  tag: '@desk',
  lock: 'video',
}, async ({ product, openBrowser }) => {
  const { page, uid } = await callHer(product, await openBrowser(WITH_CAMERA));
  await page.mouse.move(200, 300);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await expect(heading(page, 'Call ended')).toBeVisible();
  await expect(page.getByText('Free time', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await rowOf(page))?.receipt)
    .toMatchObject({
      caller: uid,
      callee: HOST,
      kind: 'first',
      gems: 0,
      reason: 'hangUp',
    });

  await page.goto('/goddess');
  await expect(page.getByRole('heading', { name: 'Discover' })).toBeVisible();
  await expect(page.locator('[data-person]').first()).toBeVisible();
  await expect(freeCall(page)).toBeHidden();
});
