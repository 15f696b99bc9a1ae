import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import { wordsOf } from '../languages.ts';

// The headless shell has no clipboard.
test.use({ hasWindows: true });

/** Simulates the browser's install prompt and records that it was called. */
const offer = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((answer) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.documentElement.dataset['prompted'] = answer;
        return { outcome: answer };
      },
    });
    dispatchEvent(event);
  }, outcome);

test('a visitor reads how to install the app on a phone or a computer', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  await page.goto('/download');
  await expect(page.getByRole('heading', { level: 1, name: 'Get the app' })).toBeVisible();
  for (const device of ['iPhone, iPad', 'Android', 'Computer']) {
    await expect(page.getByRole('region', { name: device }).getByRole('listitem').first()).toBeVisible();
  }
  const code = page.getByRole('img', { name: `QR code of the address ${new URL(product.url).host}` });
  await expect(code).toBeVisible();
  const { width, height } = (await code.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.abs(width - height)).toBeLessThan(1);
  expect(width).toBeGreaterThan(140);
  // There is no store app, so no link to a store is shown.
  await expect(page.getByRole('link', { name: /App Store|Google Play/ })).toHaveCount(0);
});

test('the app is installed with one click when the browser offers it', { tag: '@desk' }, async ({ page }) => {
  // The browser's own prompt may come at any time and would open a system dialog that the test cannot close.
  await page.addInitScript(() => {
    addEventListener('beforeinstallprompt', (event) => {
      if (event.isTrusted) event.stopImmediatePropagation();
    });
  });
  await page.goto('/download');
  await offer(page, 'dismissed');
  const install = page.getByRole('button', { name: 'Install' });
  await install.click();
  await expect(page.locator('html')).toHaveAttribute('data-prompted', 'dismissed');
  await expect(install).toHaveCount(0);
  await offer(page, 'accepted');
  await install.click();
  await expect(page.getByText('The app is installed')).toBeVisible();
  await expect(install).toHaveCount(0);
});

test('a user is offered the app on their third day, and never again when they decline', { tag: '@desk' }, async ({
  page,
}) => {
  await enterAsGuest(page);
  const guide = page.getByRole('complementary', { name: 'Install the app?' });
  await expect(guide).toHaveCount(0);
  await page.evaluate(() => {
    localStorage.setItem('visits', '2');
    localStorage.setItem('visited-on', 'some day before');
  });
  await page.reload();
  await expect(guide).toBeVisible();
  await guide.getByRole('button', { name: 'No thanks' }).click();
  await expect(guide).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
  await expect(guide).toHaveCount(0);
});

test.describe("reachability of the product's addresses", () => {
  test.use({ allowedProblems: [/503/] });

  test('a user sees whether the current address is reachable, and can copy it', { tag: '@desk' }, async ({
    page,
    context,
    product,
  }) => {
    await enterAsGuest(page);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Our addresses' }).click();
    const here = page.getByRole('region', { name: 'You are here' });
    await expect(here.getByRole('status')).toHaveText('Reachable');
    const { host } = new URL(product.url);
    await page.getByRole('button', { name: `Copy ${host}` }).click();
    await expect(page.getByText('Address copied')).toBeVisible();
    const other = page.getByRole('link', { name: 'Open gemcall.app in a new tab' });
    await expect(other).toHaveAttribute('href', 'https://gemcall.app');
    await expect(other).toHaveAttribute('rel', /noopener/);
    await page.route('**/healthz', (route) => route.fulfill({ status: 503 }));
    await here.getByRole('button', { name: 'Check again' }).click();
    await expect(here.getByRole('status')).toHaveText('Not reachable');
  });
});

test('a visitor sees a sample conversation in the chosen language and a link to sign in', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/preview');
  await expect(page.getByRole('log')).toContainText('Welcome to gemcall!');
  await page.evaluate(() => localStorage.setItem('language', 'es'));
  await page.reload();
  const { welcome, signIn } = wordsOf('es').official;
  await expect(page.getByRole('log')).toContainText(welcome.replace('{{brand}}', 'gemcall'));
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('link', { name: signIn }).click();
  await expect(page).toHaveURL(/\/login$/);
});
