import type { Locator } from 'playwright';
import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../base.ts';
import { bubble, composer, tabTo, thread } from './acts.ts';

const isFocusIn = (dialog: Locator): Promise<boolean> =>
  dialog.evaluate((element) => element.contains(document.activeElement));

test('a user signs in, sends a message, changes the theme and signs out by keyboard alone', { tag: '@desk' }, async ({
  page,
}) => {
  await page.goto('/login?next=%2Fmessage');
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Use user ID and password' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('User ID'));
  await page.keyboard.type('264457003');
  await page.keyboard.press('Tab');
  await page.keyboard.type('gemcall');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();

  const newChat = page.getByRole('button', { name: 'New chat' });
  await tabTo(page, newChat);
  await page.keyboard.press('Enter');
  const people = page.getByRole('dialog', { name: 'New chat' });
  await expect(people.getByRole('button', { name: /Asha/ })).toBeVisible();
  await expect.poll(() => isFocusIn(people)).toBe(true);
  await tabTo(page, people.getByRole('searchbox'));
  await page.keyboard.type('9015');
  await expect(people.getByRole('button', { name: /demo/ })).toHaveCount(1);
  // Tab and Shift+Tab cycle within the dialog.
  for (let turn = 0; turn < 6; turn += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => isFocusIn(people)).toBe(true);
  }
  for (let turn = 0; turn < 6; turn += 1) {
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => isFocusIn(people)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(people).toHaveCount(0);
  await expect(newChat).toBeFocused();

  await page.keyboard.press('Enter');
  await expect.poll(() => isFocusIn(people)).toBe(true);
  await tabTo(page, people.getByRole('searchbox'));
  await page.keyboard.type('9015');
  await expect(people.getByRole('button', { name: /demo/ })).toHaveCount(1);
  await tabTo(page, people.getByRole('button', { name: /demo/ }));
  await page.keyboard.press('Enter');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('By hand');
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'By hand')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await tabTo(page, page.getByRole('log'), 'Shift+Tab');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/message$/);
  await tabTo(page, thread(page, 'You: By hand'));
  await page.keyboard.press('Enter');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Escape');

  const inRail = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' });
  if (!(await inRail.isVisible())) {
    await tabTo(page, page.getByRole('link', { name: 'You', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Settings' }).last()).toBeVisible();
  }
  await tabTo(page, page.getByRole('link', { name: 'Settings' }).last());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('radio', { name: 'Same as device' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await tabTo(page, signOut);
  await page.keyboard.press('Enter');
  const asked = page.getByRole('dialog', { name: 'Sign out of this device?' });
  await expect.poll(() => isFocusIn(asked)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(signOut).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, asked.getByRole('button', { name: 'Sign out' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
});

test('a press on a menu button opens the menu even before the script of the menu has loaded', {
  tag: '@phone',
}, async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/opened-menu-/, async (route) => {
    await held;
    await route.continue();
  });
  await enterAsGuest(page, '/anchorprofile?uid=9015');
  const button = page.getByRole('button', { name: 'Report or block' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
  release();
  await expect(page.getByRole('menuitem', { name: 'Report' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
});

test.describe('when a script of the app fails to load', () => {
  test.use({ allowedProblems: [/ERR_FAILED/] });

  test('a menu and a dialog show an error, the page stays, and both open on the next attempt', {
    tag: '@phone',
  }, async ({ page }) => {
    const parts = /\/(opened-menu|sign-out-sheet|toast-stack)-/;
    const failed = "That didn't load";
    await enterAsGuest(page);
    await page.route(parts, (route) => route.abort());
    await page.goto('/anchorprofile?uid=9015');
    const menu = page.getByRole('button', { name: 'Report or block' });
    await menu.click();
    await expect(page.getByRole('alert')).toContainText(failed);
    await page.unroute(parts);
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'Report' })).toBeVisible();

    await page.route(parts, (route) => route.abort());
    await page.goto('/settings');
    const signOut = page.getByRole('button', { name: 'Sign out' });
    const excuse = page.getByRole('dialog', { name: failed });
    const again = excuse.getByRole('button', { name: 'Try again' });
    await signOut.click();
    await expect(again).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(excuse).toHaveCount(0);
    await expect(signOut).toBeFocused();
    await signOut.click();
    await again.click();
    await expect(again).toHaveAttribute('aria-busy', 'false');
    await page.unroute(parts);
    await again.click();
    await expect(page.getByRole('dialog', { name: 'Sign out of this device?' })).toBeVisible();
    await expect(excuse).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(signOut).toBeFocused();
  });
});
