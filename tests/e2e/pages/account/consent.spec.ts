import { expect } from 'playwright/test';
import { test } from '../../base.ts';
import { query } from '../database.ts';

test('nothing is measured before consent, the collector gets events after it, and withdrawal deletes the data in browser and server', {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const context = await openBrowser({ asksConsent: true, asksForInfo: true });
  const page = context.pages()[0] ?? (await context.newPage());
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  const proofs = async () => (await query(product, 'select measurement from consent_proof', [])).length;
  const before = await proofs();
  const names = async () => (await query(product, 'select name from measure_event', [])).map(({ name }) => name);
  const screens = async () =>
    (await query(product, "select properties->>'screen' as screen from measure_event", [])).map(({ screen }) => screen);

  await page.goto('/?utm_source=blog');
  const banner = page.getByRole('complementary', { name: 'Your choice' });
  await expect(banner).toBeVisible();
  // By now the app has started behind the landing page.
  await expect.poll(databases).toContain('app');
  expect(await databases()).not.toContain('measure');
  expect(await page.evaluate(() => localStorage.getItem('consent'))).toBeNull();
  expect([await proofs(), await names()]).toEqual([before, []]);

  await banner.getByRole('button', { name: 'Allow all' }).click();
  await expect(banner).toBeHidden();
  await expect.poll(names).toContain('ta_page_show');
  expect(await databases()).toContain('measure');
  await expect.poll(proofs).toBe(before + 1);

  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect.poll(names).toContain('login');
  await expect.poll(screens).toContain('improve information');
  for (const [tab, list] of [
    ['friends', 'friend list'],
    ['likes', 'like list'],
    ['likedMe', 'liked me list'],
  ]) {
    await page.goto(`/friendreq?tab=${tab}`);
    await expect.poll(screens).toContain(list);
  }
  await page.goto('/personalhome');
  await page.getByRole('button', { name: 'Get the app' }).click();
  await expect.poll(screens).toContain('guide to download');
  await page.goto('/settings');
  const measuring = page.getByRole('switch', { name: 'Measure how the app is used' });
  await expect(measuring).toBeChecked();
  await measuring.click();
  await expect(measuring).not.toBeChecked();
  await expect.poll(databases).not.toContain('measure');
  await expect.poll(names).toEqual([]);
});
