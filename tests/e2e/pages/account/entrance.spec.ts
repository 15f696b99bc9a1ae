import { expect } from 'playwright/test';
import { signIn, test } from '../../base.ts';
import { firstTab } from '../acts.ts';
import { landingOf } from '../brands.ts';

const { headline } = landingOf('gemcall', 'en');

test('a visitor sees the landing page, and a signed-in user sees the app', async ({ page }) => {
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

test('closing the login leads to the landing page, also when the user opened the login directly', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: headline })).toBeVisible();
  await page.goto('/userpassword');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'No name, no e-mail' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/onlinevideochat');
});

test('a language that is chosen on the landing page applies in the app', { tag: '@desk' }, async ({ page }) => {
  // The app starts behind the landing page in the detected language. The user chooses another one while those translations load.
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

test('the storage notice is shown once, and its link opens the legal text in a new tab in the same language', {
  tag: '@phone',
}, async ({ openBrowser }) => {
  const context = await openBrowser({ asksConsent: true });
  const page = await firstTab(context);
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  // The app is installed with texts in the chosen language.
  const manifest = await page.locator('head link[rel=manifest]').getAttribute('href');
  expect(await (await page.request.get(String(manifest))).json()).toMatchObject({ lang: 'ar', dir: 'rtl' });
  const notice = page.getByRole('complementary');
  const [legal] = await Promise.all([context.waitForEvent('page'), notice.getByRole('link').first().click()]);
  await expect(legal.getByRole('heading', { level: 1 })).toBeVisible();
  // The only script follows launches of the installed app.
  const scripts = () => Array.from(document.scripts, (script) => script.getAttribute('src'));
  expect(await legal.locator('html').getAttribute('lang')).toBe('ar');
  expect(await legal.evaluate(scripts)).toEqual(['/legal/launches.js']);
  expect(await legal.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('720px');
  await legal.close();
  await notice.getByRole('button').first().click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a signed-in user whose `signed-in` hint is missing sees the landing page, and Sign in leads directly into the app', {
  tag: '@desk',
}, async ({ page }) => {
  await signIn(page, 100001);
  // An init script runs before the next page's scripts; removing the hint here would race with the running app, which rewrites it.
  await page.addInitScript(() => localStorage.removeItem('signed-in'));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: headline })).toBeVisible();
  // The hint is gone but the session is valid, so no login is needed.
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
