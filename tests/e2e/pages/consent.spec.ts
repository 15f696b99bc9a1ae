import { expect } from 'playwright/test';
import { SYNC_PATH } from '../../../contract/measure/wire.ts';
import { test } from '../base.ts';
import { query } from './database.ts';

/** Whom the pages, the worker and the service worker spoke to about what is measured. */
const MEASURED = [SYNC_PATH, '/api/common_service/consent', '/api/common_service/attribution'];

test('nothing is measured before a yes; then the collector has what is seen; withdrawn, nothing is left on either side', {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const context = await openBrowser({ asksConsent: true });
  const asked: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (MEASURED.includes(pathname)) asked.push(pathname);
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  const names = async () => (await query(product, 'select name from measure_event', [])).map(({ name }) => name);

  await page.goto('/?utm_source=blog');
  const banner = page.getByRole('complementary', { name: 'Your choice' });
  await expect(banner).toBeVisible();
  // The app has started behind the landing page.
  await expect.poll(databases).toContain('app');
  expect(await databases()).not.toContain('measure');
  expect(await page.evaluate(() => localStorage.getItem('consent'))).toBeNull();
  expect([asked, await names()]).toEqual([[], []]);

  await banner.getByRole('button', { name: 'Allow all' }).click();
  await expect(banner).toBeHidden();
  await expect.poll(names).toContain('ta_page_show');
  expect(await databases()).toContain('measure');
  await expect.poll(() => asked).toContain('/api/common_service/consent');

  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect.poll(names).toContain('login');
  await page.goto('/settings');
  const measuring = page.getByRole('switch', { name: 'Measure how the app is used' });
  await expect(measuring).toBeChecked();
  await measuring.click();
  await expect.poll(databases).not.toContain('measure');
  await expect.poll(names).toEqual([]);
});
