import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { firstTab } from '../acts.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

const row = (page: Page, list: string, name: string | RegExp) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: name });

/** Signs in two new guests, so that no relation of another test exists between them. */
async function twoGuests(page: Page, other: Page) {
  await Promise.all([enterAsGuest(page), enterAsGuest(other)]);
  return { uid: await uidOf(page), otherUid: await uidOf(other) };
}

test('a friend request is shown to the other user at once, and both have a friend when it is accepted', {
  tag: '@phone',
}, async ({ page, openBrowser }) => {
  const other = await firstTab(await openBrowser());
  const { uid, otherUid } = await twoGuests(page, other);
  await other.goto('/friendreq');
  await expect(other.getByRole('heading', { name: 'No requests right now' })).toBeVisible();

  await page.goto(`/anchorprofile?uid=${otherUid}`);
  await page.getByRole('button', { name: 'Add friend' }).click();
  await expect(page.getByRole('button', { name: 'Cancel friend request' })).toBeVisible();

  const asks = other.getByRole('list', { name: 'Requests' }).getByRole('listitem');
  await expect(asks).toHaveCount(1);
  await expect(other.getByRole('navigation', { name: 'Main' }).getByText('Friend requests: 1')).toBeAttached();
  await asks.getByRole('button', { name: /^Accept / }).click();
  await expect(asks).toHaveCount(0);
  await expect(other.getByRole('navigation', { name: 'Main' }).getByText('Friend requests: 1')).toHaveCount(0);

  await expect(page.getByRole('button', { name: 'You are friends' })).toBeVisible();
  await other.getByRole('tab', { name: /^Friends/ }).click();
  await expect(other.getByRole('list', { name: 'Friends' }).getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other.getByRole('list', { name: 'Friends' }).getByRole('listitem')).toHaveCount(1);

  await page.goto(`/friendreq?tab=friends`);
  await page
    .getByRole('list', { name: 'Friends' })
    .getByRole('button', { name: /^Message / })
    .click();
  await expect(page).toHaveURL(new RegExp(`/message/u_${otherUid}$`));
  expect(uid).not.toBe(otherUid);
});

test('a declined friend request makes no friendship, and both can ask again', { tag: '@desk' }, async ({
  page,
  openBrowser,
  product,
}) => {
  const other = await firstTab(await openBrowser());
  const { uid, otherUid } = await twoGuests(page, other);
  await page.goto(`/anchorprofile?uid=${otherUid}`);
  await page.getByRole('button', { name: 'Add friend' }).click();
  await other.goto(`/anchorprofile?uid=${uid}`);
  await expect(other.getByText('asks to be your friend')).toBeVisible();
  await other.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Add friend' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add friend' })).toBeVisible();
  const friends = () => query(product, 'select 1 from friendship where uid in ($1, $2)', [uid, otherUid]);
  expect(await friends()).toEqual([]);
});

test('likes and favourites stay after a reload, each in its list', { tag: '@phone' }, async ({ page }) => {
  await enterAsGuest(page, '/anchorprofile?uid=9003');
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByRole('button', { name: 'Add to favourites' }).click();
  await expect(page.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Add to favourites' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Add to favourites' })).toHaveAttribute('aria-pressed', 'true');

  const host = name.replace(/\s*\d+$/, '').trim();
  await page.goto('/friendreq?tab=likes');
  await expect(row(page, 'My likes', host)).toHaveCount(1);
  await page.getByRole('tab', { name: /^Favourites/ }).click();
  await expect(row(page, 'Favourites', host)).toHaveCount(1);
  await row(page, 'Favourites', host).getByRole('link').click();
  await expect(page).toHaveURL(/\/anchorprofile\?uid=9003$/);
  await page.goBack();
  await expect(page.getByRole('tab', { name: /^Favourites/ })).toHaveAttribute('aria-selected', 'true');
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

  test('a like is shown at once when there is no network, and reaches the server once when it is back', {
    tag: '@phone',
  }, async ({ openBrowser, product }) => {
    const network = await startProxy(product.port);
    try {
      const page = await firstTab(await openBrowser({ baseURL: network.url }));
      await enterAsGuest(page);
      const uid = await uidOf(page);
      await page.goto('/anchorprofile?uid=9005');
      const like = page.getByRole('button', { name: 'Like', exact: true });
      await expect(like).toBeVisible();
      // The next page's script comes from the service worker, which must control the page before the network ends.
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      network.refuse(true);
      network.reset();
      await like.click();
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      await page.getByRole('link', { name: 'You', exact: false }).first().click();
      await page.goBack();
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      const likes = () => query(product, 'select target_uid from person_like where uid = $1', [uid]);
      expect(await likes()).toEqual([]);
      network.refuse(false);
      await expect.poll(likes, { timeout: 60_000 }).toHaveLength(1);
      await expect(like).toHaveAttribute('aria-pressed', 'true');
    } finally {
      await network.close();
    }
  });
});

test('a change that the server refuses is undone, and the user reads why', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await page.goto('/anchorprofile?uid=9013');
  const like = page.getByRole('button', { name: 'Like', exact: true });
  await expect(like).toBeVisible();
  // Written to the database directly, so that the core does not learn of the block before it sends the like.
  await query(product, 'insert into block (owner_uid, blocked_uid) values (9013, $1)', [uid]);
  await like.click();
  await expect(page.getByText(/^A change was undone\./).first()).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('the arrow keys select the lists of the friends page, and the address opens the selected list', {
  tag: '@desk',
}, async ({ page }) => {
  await signIn(page, 264457003, '/friendreq');
  await page.getByRole('tab', { name: /^Requests/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /^Friends/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/\?tab=friends$/);
  await page.goto('/friendreq?tab=likedMe');
  await expect(page.getByRole('tab', { name: /^Likes me/ })).toHaveAttribute('aria-selected', 'true');
});
