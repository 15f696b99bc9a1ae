import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import { firstTab } from '../acts.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

// The headless shell has no clipboard.
test.use({ hasWindows: true });

test("the You page shows balances and the numbers of likes, and leads to the lists and to the user's profile", {
  tag: '@phone',
}, async ({ page, openBrowser }) => {
  const other = await firstTab(await openBrowser());
  await Promise.all([enterAsGuest(page), enterAsGuest(other)]);
  const uid = await uidOf(page);
  for (const liked of [9001, 9002]) {
    await page.goto(`/anchorprofile?uid=${liked}`);
    const like = page.getByRole('button', { name: 'Like', exact: true });
    await like.click();
    // The core has stored the like; leaving the page earlier could lose it.
    await expect(like).toHaveAttribute('aria-pressed', 'true');
  }
  await other.goto(`/anchorprofile?uid=${uid}`);
  await other.getByRole('button', { name: 'Like', exact: true }).click();
  await page.goto('/personalhome');
  const people = page.getByRole('navigation', { name: 'People' });
  await expect(people.getByRole('link', { name: /2\s*My likes|My likes\s*2/ })).toBeVisible({ timeout: 60_000 });
  await expect(people.getByRole('link', { name: /1\s*Likes me|Likes me\s*1/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('Gems');
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('Silver');

  await page.getByRole('button', { name: `Copy user ID ${uid}` }).click();
  await expect(page.getByText('User ID copied')).toBeVisible();

  await people.getByRole('link', { name: /Likes me/ }).click();
  await expect(page.getByRole('list', { name: 'Likes me' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('tab', { name: /^Likes me/ })).toBeInViewport();
  await page.goBack();
  await page.getByRole('link', { name: 'See it as others do' }).click();
  await expect(page).toHaveURL(new RegExp(`/anchorprofile\\?uid=${uid}$`));
  await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Message', exact: true })).toHaveCount(0);
});

test('a new user is asked for name, birth date and gender once a day until they answer, and may skip it', {
  tag: '@desk',
}, async ({ openBrowser, product }) => {
  const page = await firstTab(await openBrowser({ asksForInfo: true }));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  const panel = page.getByRole('dialog', { name: 'Nice to have you here' });
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Not now' }).click();
  await expect(panel).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('link', { name: 'You', exact: false }).first()).toBeVisible();
  await expect(panel).toHaveCount(0);

  // The next day, before any script: the page that is left could still show the panel, which counts for that day.
  await page.addInitScript(() => localStorage.removeItem('complete-info'));
  await page.reload();
  await expect(panel).toBeVisible();
  await panel.getByLabel('Name').fill('Robin');
  await panel.getByRole('radio', { name: 'Other' }).check();
  const year = new Date().getFullYear();
  await panel.getByLabel('Day').selectOption('1');
  await panel.getByLabel('Month').selectOption('12');
  await panel.getByLabel('Year').selectOption(String(year - 17));
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(panel.getByText('You must be at least 18 to be here.')).toBeVisible();
  await panel.getByLabel('Year').selectOption('1994');
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(panel).toHaveCount(0);
  const uid = await uidOf(page);
  const stored = () => query(product, 'select gender, b_day::text from profile where uid = $1', [uid]);
  await expect.poll(stored).toEqual([{ gender: 'other', b_day: '1994-12-01' }]);
  await page.reload();
  await expect(page.getByRole('link', { name: 'You', exact: false }).first()).toBeVisible();
  await expect(panel).toHaveCount(0);
});
