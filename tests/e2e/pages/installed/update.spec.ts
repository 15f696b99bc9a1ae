import { expect } from 'playwright/test';
import { TEST_BUILDS } from '../../../../tools/test/test-builds.ts';
import { enterAsGuest, test } from '../../base.ts';

/** Installing the service worker downloads the whole app. */
const INSTALLED_WITHIN_MS = 60_000;

test.use({
  serviceWorkers: 'allow',
  // On disk, as for an installed app: in an in-memory profile an update was missed once.
  onDisk: true,
  ownProduct: true,
  allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/],
});

test('a newer version waits until the user accepts it, and then replaces the older one', { tag: '@desk' }, async ({
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
  // The page was not reloaded: its marked element is still there.
  await expect(page.locator('body')).toHaveAttribute('data-half', 'said');

  await page.reload();
  await expect(page.getByText('Version 1')).toBeVisible();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('Version 2')).toBeVisible({ timeout: INSTALLED_WITHIN_MS });
  await expect(notice).toBeEmpty();
  await page.reload();
  await expect(page.getByText('Version 2')).toBeVisible();
});
