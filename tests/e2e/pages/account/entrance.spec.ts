import { expect } from 'playwright/test';
import { signIn, test } from '../../base.ts';
import { firstTab } from '../acts.ts';
import { landingOf } from '../brands.ts';

const { headline } = landingOf('gemcall', 'en');

test('a visitor meets the landing page, and who is signed in meets the app', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: headline })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/onlinevideochat');
  await expect(page).toHaveTitle('Live video chat · gemcall');
  await page.getByRole('link', { name: 'Start now' }).first().click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(new URL(page.url()).pathname).not.toBe('/onlinevideochat');
});

test('closing the login leads back to the door, also where nobody came through it', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: headline })).toBeVisible();
  await page.goto('/userpassword');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'No name, no e-mail' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/onlinevideochat');
});

test('a language chosen at the door is spoken inside', { tag: '@desk' }, async ({ page }) => {
  // The app starts behind the door, in the language that it finds: the choice comes while those words are on their way.
  const { promise: chosen, resolve: choose } = Promise.withResolvers<void>();
  await page.route(/\/assets\/en-[^/]+\.js$/, async (route) => {
    await chosen;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/en-[^/]+\.js$/);
  await page.goto('/onlinevideochat');
  await asked;
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.getByRole('heading', { name: landingOf('gemcall', 'de').headline })).toBeVisible();
  choose();
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await expect(page.getByRole('button', { name: 'Als Gast weiter' })).toBeVisible();
});

test('what is stored is told once, and the small print opens in a tab of its own, in the same language', {
  tag: '@phone',
}, async ({ openBrowser }) => {
  const context = await openBrowser({ asksConsent: true });
  const page = await firstTab(context);
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  const notice = page.getByRole('complementary');
  const [legal] = await Promise.all([context.waitForEvent('page'), notice.getByRole('link').first().click()]);
  await expect(legal.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await legal.evaluate(() => [document.documentElement.lang, document.scripts.length])).toEqual(['ar', 0]);
  expect(await legal.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('720px');
  await legal.close();
  await notice.getByRole('button').first().click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('who signed out on this device is a visitor again', { tag: '@desk' }, async ({ page }) => {
  await signIn(page, 100001);
  // Before any script of the next page, and after the last of this one: the app that runs here writes it anew whenever it likes.
  await page.addInitScript(() => localStorage.removeItem('signed-in'));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: headline })).toBeVisible();
  // The hint was gone, the session was not: the way in is short.
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
