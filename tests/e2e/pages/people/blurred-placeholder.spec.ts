import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import { card } from './hosts.ts';

/** Delays all pictures until the returned function is called. */
async function holdPictures(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((done) => {
    letThrough = done;
  });
  await page.route('**/media/*/img*', async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

async function isOutOfFocusUntilThere(picture: Locator, letThrough: () => void): Promise<void> {
  const placeholder = picture.locator('[style*="data:image/webp"]');
  await expect(placeholder).toBeVisible();
  letThrough();
  await expect(picture.locator('img[data-loaded]')).toBeVisible();
  await expect(placeholder).toHaveCount(0);
}

test('a host card shows a blurred placeholder until the portrait has loaded', { tag: '@phone' }, async ({ page }) => {
  await enterAsGuest(page);
  const letThrough = await holdPictures(page);
  await page.goto('/goddess');
  await isOutOfFocusUntilThere(card(page, 'Asha').locator('[data-portrait]'), letThrough);
});

test('an album photo shows a blurred placeholder until it has loaded', { tag: '@desk' }, async ({ page }) => {
  await enterAsGuest(page);
  const letThrough = await holdPictures(page);
  await page.goto('/anchorprofile?uid=9001');
  await isOutOfFocusUntilThere(page.getByRole('button', { name: /^Photo 1 of / }), letThrough);
});
