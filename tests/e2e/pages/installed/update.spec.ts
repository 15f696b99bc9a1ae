import { expect } from 'playwright/test';
import { TEST_BUILDS } from '../../../../tools/test/test-builds.ts';
import { enterAsGuest, test } from '../../base.ts';

/** A service worker fetches the whole app. */
const INSTALLED_WITHIN_MS = 60_000;

test.use({
  serviceWorkers: 'allow',
  // Of many updates in memory, one was not noticed; whose app is installed has it on disk.
  onDisk: true,
  ownProduct: true,
  allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/],
});

test('a newer version asks before it takes over, and takes over when asked', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  await enterAsGuest(page, '/settings');
  await expect(page.getByText('Version 1')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await product.restartServer({ distDir: TEST_BUILDS.newer.outDir });

  const notice = page.getByRole('status', { name: 'A new version is ready' });
  await expect(notice).toBeEmpty();
  await page.reload();
  await expect(notice).toContainText('A new version is ready', { timeout: INSTALLED_WITHIN_MS });
  await expect(page.getByText('Version 1')).toBeVisible();
  await page.evaluate(() => document.body.setAttribute('data-half', 'said'));
  await notice.getByRole('button', { name: 'Later' }).click();
  await expect(notice).toBeEmpty();
  // Nothing was loaded anew: what was begun is still there.
  await expect(page.locator('body')).toHaveAttribute('data-half', 'said');

  await page.reload();
  await expect(page.getByText('Version 1')).toBeVisible();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('Version 2')).toBeVisible({ timeout: INSTALLED_WITHIN_MS });
  await expect(notice).toBeEmpty();
  await page.reload();
  await expect(page.getByText('Version 2')).toBeVisible();
});
