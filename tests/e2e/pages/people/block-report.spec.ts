import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { bubble, composer, firstTab, knockUntilRefused, say, sendAgainUntilTaken } from '../acts.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

const menu = (page: Page) => page.getByRole('button', { name: /^(Report or block|More)$/ });
const asked = (page: Page, what: string) => page.getByRole('menuitem', { name: what });

test('a user who reports a host with a reason and a note is thanked', { tag: '@phone' }, async ({ page, product }) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await page.goto('/anchorprofile?uid=9006');
  await menu(page).click();
  await asked(page, 'Report').click();
  const dialog = page.getByRole('dialog', { name: /^Report / });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Choose what is wrong.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Asks for money or tricks people' }).check();
  await dialog.getByRole('textbox', { name: /What happened/ }).fill('Wanted a gift card');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  const stored = () => query(product, 'select reason, note from report where uid = $1', [uid]);
  await expect.poll(stored).toEqual([{ reason: 'scam', note: 'Wanted a gift card' }]);
});

test('a blocked user disappears from the lists and cannot write until they are unblocked', { tag: '@phone' }, async ({
  page,
  openBrowser,
}) => {
  const other = await firstTab(await openBrowser());
  await Promise.all([enterAsGuest(page), enterAsGuest(other)]);
  const [uid, otherUid] = [await uidOf(page), await uidOf(other)];
  await page.goto(`/anchorprofile?uid=${otherUid}`);
  await page.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await say(page, 'Hello you');
  await other.goto(`/message/u_${uid}`);
  await expect(bubble(other, 'Hello you')).toBeVisible();

  await menu(page).click();
  await asked(page, 'Block').click();
  const confirm = page.getByRole('dialog', { name: /^Block / });
  await confirm.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(confirm).toHaveCount(0);
  await expect(composer(page)).toHaveCount(0);
  await expect(page.getByText(/^You have blocked .*Unblock to write again\./)).toBeVisible();

  // The block reaches the server and the edge a moment later.
  await knockUntilRefused(other);
  await say(other, 'Are you there?');
  await expect(bubble(other, 'Are you there?').getByRole('img', { name: 'Not sent' })).toBeVisible();
  await expect(bubble(page, 'Are you there?')).toHaveCount(0);
  await page.goto('/friendreq?tab=likes');
  await expect(page.getByRole('heading', { name: 'No likes yet' })).toBeVisible();

  await page.goto(`/message/u_${otherUid}`);
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(composer(page)).toBeVisible();
  await say(page, 'Back again');
  await sendAgainUntilTaken(page, 'Back again');
  await expect(bubble(other, 'Back again')).toBeVisible();
});

test('a blocked host is not on the wall of the user who blocked them, and can be unblocked on their profile', {
  tag: '@phone',
}, async ({ page }) => {
  await enterAsGuest(page, '/anchorprofile?uid=9007');
  const name = ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').replace(/\d+$/, '').trim();
  await menu(page).click();
  await asked(page, 'Block').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText(/^You have blocked /).first()).toBeVisible();
  await page.goto('/goddess');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator(`[data-card="9007"]`)).toHaveCount(0);
  await page.goto('/anchorprofile?uid=9007');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('button', { name: 'Message', exact: true })).toBeVisible();
});

test("a block on one device also applies on the user's other devices", { tag: '@phone' }, async ({
  page,
  openBrowser,
}) => {
  await signIn(page, 100001, '/anchorprofile?uid=9031');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(demo)');
  await menu(page).click();
  await asked(page, 'Block').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText(/^You have blocked /).first()).toBeVisible();

  const next = await firstTab(await openBrowser());
  await signIn(next, 100001, '/messageSetup');
  // The list shows the name of the blocked host, also on a device that has never loaded the host.
  await next.getByRole('button', { name: /^Unblock \D+ \(demo\)$/ }).click();
  await expect(next.getByText('You have not blocked anyone.')).toBeVisible();
  await page.goto('/messageSetup');
  await expect(page.getByText('You have not blocked anyone.')).toBeVisible();
});
