import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { signIn, test } from '../../base.ts';
import { bubble, firstTab, knockUntilRefused, say, sendAgainUntilTaken, thread } from '../acts.ts';
import { callerOf } from '../caller.ts';
import { query } from '../database.ts';
import { openPeer } from '../peer.ts';

const EVE = 264457002;
const SAM = 100001;

const who = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

test('a stranger reads that only friends may write, and their message is accepted once they are friends', {
  tag: '@phone',
}, async ({ page, openBrowser, product }) => {
  const sam = await firstTab(await openBrowser());
  const [, , eve] = await Promise.all([signIn(page, EVE), signIn(sam, SAM), openPeer(product, EVE)]);
  eve.say(SAM, 'Hello Sam', 'Eve (demo)');
  await thread(sam, 'Eve (demo)').click();
  await expect(bubble(sam, 'Hello Sam')).toBeVisible();
  await say(sam, 'Nice to hear from you');
  await expect(bubble(sam, 'Nice to hear from you').getByRole('img', { name: /Sent|Delivered|Seen/ })).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('link', { name: /^Who can message me/ }).click();
  await expect(who(page, 'Everyone')).toBeChecked();
  await who(page, 'Friends').click();
  await expect(who(page, 'Friends')).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Messages from strangers' })).toBeDisabled();
  const saved = () =>
    query(product, "select changed ->> 'strangers' as who from account_settings where uid = $1", [EVE]);
  await expect.poll(saved).toEqual([{ who: 'friends' }]);

  await knockUntilRefused(sam);
  await say(sam, 'May I?');
  const asked = bubble(sam, 'May I?');
  await expect(asked).toContainText('Only friends can write to this person.');

  const [callAsSam, callAsEve] = [await callerOf(product, SAM), await callerOf(product, EVE)];
  expect((await callAsSam('changeRelation', { targetUid: EVE, action: 'request' })).result).toBe(1);
  expect((await callAsEve('changeRelation', { targetUid: SAM, action: 'accept' })).result).toBe(1);
  await sendAgainUntilTaken(sam, 'May I?');
  await page.goto('/message');
  await expect(thread(page, 'Sam (demo)')).toContainText('May I?');

  await page.goto('/messageSetup');
  await who(page, 'Nobody').click();
  await expect.poll(saved).toEqual([{ who: 'nobody' }]);
  await knockUntilRefused(sam);
  await say(sam, 'Still there?');
  await expect(bubble(sam, 'Still there?')).toContainText('Only friends can write to this person.');
  await who(page, 'Everyone').click();
  await expect.poll(saved).toEqual([{ who: 'everyone' }]);
  eve.leave();
});

test('a user who was blocked on another device is listed by name and can be unblocked', {
  tag: '@desk',
}, async ({ page, product }) => {
  await query(product, 'insert into block (owner_uid, blocked_uid) values ($1, 9021)', [EVE]);
  await signIn(page, EVE, '/messageSetup');
  const blocked = page.getByRole('region', { name: 'Blocked people' });
  await blocked.getByRole('button', { name: /^Unblock \D+ \(demo\)$/ }).click();
  await expect(page.getByText(/can write to you again\.$/)).toBeVisible();
  await expect(blocked).toContainText('You have not blocked anyone.');
  await expect.poll(() => query(product, 'select 1 from block where owner_uid = $1', [EVE])).toEqual([]);
});

test('the message setup page and the settings share the switches for receipts and last seen', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, EVE, '/messageSetup');
  await page.getByRole('switch', { name: 'Show when I am online' }).click();
  await expect(page.getByRole('switch', { name: 'Show when I am online' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole('switch', { name: 'Show when I am online' })).not.toBeChecked();
  await page.getByRole('switch', { name: 'Show when I am online' }).click();
  await expect(page.getByRole('switch', { name: 'Show when I am online' })).toBeChecked();
});
