import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import { composer, firstTab } from '../acts.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

// The headless shell has no clipboard.
test.use({ hasWindows: true });

const HOST_UID = 9004;

test('a profile shows name and price of a host, leads to the conversation and back, and can be shared', {
  tag: '@desk',
}, async ({ page, context, product }) => {
  await enterAsGuest(page);
  const [host] = await query(
    product,
    'select account.nick_name, anchor.price from account join anchor using (uid) where uid = $1',
    [HOST_UID],
  );
  await page.goto(`/anchorprofile?uid=${HOST_UID}`);
  const hero = page.getByRole('banner').or(page.getByRole('article').locator('header'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(host?.['nick_name']));
  await expect(hero.first()).toContainText(String(host?.['price']));
  await expect(page.getByText('Likes', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(composer(page)).toBeVisible();
  // The heading of the conversation links to the profile.
  await page
    .getByRole('link', { name: String(host?.['nick_name']) })
    .and(page.locator('[href^="/anchorprofile"]'))
    .last()
    .click();
  await expect(page).toHaveURL(new RegExp(`/anchorprofile\\?uid=${HOST_UID}$`));

  // Without a sheet of the system the link is copied.
  await context.grantPermissions(['clipboard-write']);
  await page.getByRole('button', { name: 'Share profile' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
});

test('the address of a call to a host who is offline offers a message, and no call', { tag: '@phone' }, async ({
  page,
}) => {
  await enterAsGuest(page, '/call/9031');
  await expect(page.getByText('Not online right now. Leave a message?')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Call / })).toHaveCount(0);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(composer(page)).toBeVisible();
});

test('a profile shows when the user goes offline, without a reload', { tag: '@phone' }, async ({
  page,
  openBrowser,
}) => {
  const other = await openBrowser();
  const somebody = await firstTab(other);
  await Promise.all([enterAsGuest(page), enterAsGuest(somebody)]);
  const uid = await uidOf(somebody);
  await page.goto(`/anchorprofile?uid=${uid}`);
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await other.close();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible({ timeout: 60_000 });
});

test('a photo opens in full screen, the arrow keys change it, and Escape closes it', { tag: '@desk' }, async ({
  page,
}) => {
  await enterAsGuest(page, `/anchorprofile?uid=${HOST_UID}`);
  const photos = page.getByRole('button', { name: /^Photo \d+ of \d+$/ });
  await expect(photos.first()).toBeVisible();
  const total = await photos.count();
  expect(total).toBeGreaterThan(1);
  await photos.first().click();
  const viewer = page.getByRole('dialog', { name: `Photo 1 of ${total}` });
  // The viewer receives keys once it has the focus.
  await expect(viewer).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: `Photo 2 of ${total}` })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(photos.first()).toBeFocused();
  // The clicked photo itself is visible, not only named in the title.
  await photos.last().click();
  const last = page.getByRole('dialog', { name: `Photo ${total} of ${total}` });
  await expect(last.getByAltText(`Photo ${total} of ${total}`)).toBeInViewport({ ratio: 0.5 });
  await expect(last.getByRole('button', { name: 'Next' })).toBeHidden();
});

test('a profile address without a user shows an explanation and a link to the hosts', { tag: '@phone' }, async ({
  page,
}) => {
  await enterAsGuest(page);
  for (const uid of ['987654321', 'nobody', '']) {
    await page.goto(`/anchorprofile?uid=${uid}`);
    await expect(page.getByRole('heading', { name: 'Nobody to see here' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See who is here' })).toBeVisible();
  }
});

test.describe('with the server dead', () => {
  test.use({
    serviceWorkers: 'allow',
    ownProduct: true,
    allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/],
  });

  test('a profile that was opened before is shown when the server is down, and another says that it is not on this device', {
    tag: '@desk',
  }, async ({ page, product }) => {
    await enterAsGuest(page, `/anchorprofile?uid=${HOST_UID}`);
    await expect(page.getByText('Likes', { exact: true })).toBeVisible();
    const name = await page.getByRole('heading', { level: 1 }).textContent();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await product.killServer();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
    await expect(page.getByText('Last updated')).toBeVisible({ timeout: 60_000 });
    await page.goto('/anchorprofile?uid=9039');
    await expect(page.getByRole('heading', { name: 'Not on this device yet' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
