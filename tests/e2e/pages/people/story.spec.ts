import { expect } from 'playwright/test';
import { signIn, test } from '../../base.ts';

test('a user steps through a recorded story by keys and choices up to a call, and it is marked as seen', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, 264457002);
  const ring = page.getByRole('button', { name: 'Story of Amber (demo)', exact: true });
  // Stories are loaded on the first visit and shown from the next one on.
  await expect(async () => {
    await page.goto('/goddess');
    await expect(ring).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await ring.click();
  const story = page.getByRole('dialog', { name: /Amber/ });
  const option = story.getByRole('button', { name: 'Same here, honestly.' });
  await expect(story.getByText('Hi! Nice to meet you. How is your day going?')).toBeVisible();
  // The key skips the clip, whether it is still playing or not.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(option).toBeVisible();
  await expect(story.getByText('Recorded')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(story).toBeHidden();

  // The story continues where it was closed.
  await ring.click();
  await option.click();
  await expect(story.getByText('You are fun to write with.')).toBeVisible();
  await story.getByRole('button', { name: 'Next' }).click();
  await expect(story.getByRole('link', { name: 'Call Amber (demo)' })).toHaveAttribute('href', /from=story/);
  await story.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(ring.locator('[data-seen]')).toBeVisible();
});
