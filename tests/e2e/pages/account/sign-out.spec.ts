import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { endpoints } from '../../../../contract/endpoints.ts';
import { readTable } from '../../../harness/browser/rows.ts';
import { envelope } from '../../../harness/envelope.ts';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, test } from '../../base.ts';
import { bubble, firstTab, say, signOut, startChat, thread } from '../acts.ts';
import { tracesOfUser } from '../installed/storage.ts';
import { openPeer, sessionOf } from '../peer.ts';

/** The status of a request with the token of this session. */
async function statusWith(url: string, holder: Awaited<ReturnType<typeof sessionOf>>): Promise<number> {
  const { vcToken, uid, jid } = holder;
  const response = await fetch(`${url}${endpoints.account.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${vcToken}`, 'x-token': vcToken },
    body: JSON.stringify(envelope({ action: 1 }, { id: uid, jid, role: 2, vcToken, nickName: '' })),
  });
  return response.status;
}

// Chromium logs an error when `only-if-cached` finds nothing.
test.use({ allowedProblems: [/ERR_CACHE_MISS/] });

/** Returns a function that reads the number on the icon of the app. */
async function watchBadge(page: Page): Promise<() => number> {
  let shown = 0;
  await page.exposeFunction('showBadge', (count: number) => {
    shown = count;
  });
  await page.addInitScript(() => {
    const { showBadge } = globalThis as unknown as { showBadge(count: number): Promise<void> };
    navigator.setAppBadge = (count = 0) => showBadge(count);
    navigator.clearAppBadge = () => showBadge(0);
  });
  return () => shown;
}

/** True if the HTTP cache has the URL; it sends no request. */
const isKept = (page: Page, url: string) =>
  page.evaluate(
    (address) =>
      fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    url,
  );

test("signing out in one tab shows the login in the others, deletes the user's data and revokes the token", {
  tag: '@desk',
}, async ({ page, context, product }) => {
  await enterAsGuest(page);
  const session = await sessionOf(page);
  expect(await statusWith(product.url, session)).toBe(200);
  await startChat(page, 9008);
  await say(page, 'Good night');
  await expect(bubble(page, 'Good night').getByRole('img', { name: 'Sent' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/message/u_9008');
  await expect(bubble(other, 'Good night')).toBeVisible();
  expect(await tracesOfUser(page)).not.toEqual([]);
  const picture = String(await page.locator('img[src^="/media/"]').first().getAttribute('src'));
  await page.evaluate(
    (url) =>
      fetch(url)
        .then((answer) => answer.blob())
        .then(() => true),
    picture,
  );
  await expect.poll(() => isKept(page, picture)).toBe(true);

  await signOut(page);
  // The next user does not start at the settings.
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await expect.poll(() => tracesOfUser(page)).toEqual([]);
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toContain(
    session.vcToken,
  );
  await expect.poll(() => statusWith(product.url, session)).toBe(401);
  await expect.poll(() => isKept(page, picture)).toBe(false);
});

test('the user stays signed in when they cancel the sign-out', { tag: '@phone' }, async ({ page }) => {
  await enterAsGuest(page, '/settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const asked = page.getByRole('dialog', { name: 'Sign out of this device?' });
  await expect(asked).toContainText('Messages not sent yet are lost.');
  await expect(asked).not.toContainText('Changes that are still waiting');
  await asked.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(asked).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

  test("sign-out without a network deletes the user's data and the badge, and revokes the token when the network is back", {
    tag: '@desk',
  }, async ({ openBrowser, product }) => {
    const network = await startProxy(product.port);
    try {
      const page = await firstTab(await openBrowser({ baseURL: network.url }));
      const badge = await watchBadge(page);
      await enterAsGuest(page);
      const session = await sessionOf(page);
      // The welcome of the team is not counted.
      await expect(thread(page, 'gemcall team')).toBeVisible();
      await startChat(page, 9008);
      expect(badge()).toBe(0);
      // Opened with a network, so that the scripts of the sign-out dialog are loaded.
      await page.goto('/settings');
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      const host = await openPeer(product, 9008);
      host.say(session.uid, 'Are you there?');
      await expect.poll(badge).toBe(1);
      host.leave();
      network.refuse(true);
      network.reset();
      const changed = page.getByRole('switch', { name: 'Read receipts' });
      await changed.click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      const asked = page.getByRole('dialog', { name: 'Sign out of this device?' });
      await expect(asked).toContainText('Changes that are still waiting');
      await asked.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
      const traces = async () => (await tracesOfUser(page)).filter((trace) => !trace.startsWith('app/apiQueue'));
      await expect.poll(traces).toEqual([]);
      await expect.poll(badge).toBe(0);
      expect(await statusWith(product.url, session)).toBe(200);

      network.refuse(false);
      await expect.poll(() => statusWith(product.url, session), { timeout: 60_000 }).toBe(401);
      await expect.poll(() => readTable(page, 'app', 'apiQueue')).toEqual([]);
      // `Clear-Site-Data` of the sign-out removes cached pictures but not the app, which still starts without a network.
      network.refuse(true);
      network.reset();
      await page.goto('/login');
      await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
    } finally {
      await network.close();
    }
  });
});
