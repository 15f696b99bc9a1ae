import { expect } from 'playwright/test';
import { test } from '../base.ts';
import { enterAsGuest } from './acts.ts';
import { card } from './hosts.ts';

test('until a portrait has come, its card shows it out of focus', async ({ page }) => {
  await enterAsGuest(page);
  let letThrough = () => {};
  const held = new Promise<void>((done) => {
    letThrough = done;
  });
  await page.route('**/media/*/img*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/goddess');
  const portrait = card(page, 'Asha').locator('[data-portrait]');
  const placeholder = portrait.locator('[style*="data:image/webp"]');
  await expect(placeholder).toBeVisible();
  letThrough();
  await expect(portrait.locator('img[data-loaded]')).toBeVisible();
  await expect(placeholder).toHaveCount(0);
});
