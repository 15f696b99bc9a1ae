import { expect } from 'playwright/test';
import { startProxy } from '../../harness/proxy.ts';
import { test } from '../base.ts';
import { enterAsGuest, firstTab, openSettings } from './acts.ts';
import { query } from './database.ts';
import { LANGUAGES, wordsOf } from './languages.ts';
import { uidOf } from './peer.ts';

test('a new name is shown at once, and must be a name', async ({ page, product }) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await openSettings(page);
  const name = page.getByLabel('Your name');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toHaveCount(0);
  await name.fill('  ');
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await expect(save).toBeDisabled();
  await name.fill('n'.repeat(33));
  await expect(page.getByText('A name has at most 32 characters.')).toBeVisible();
  await name.fill('Zoë 👩‍👩‍👧‍👦');
  await save.click();
  await expect(page.getByText('Your name is saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Profile' }).getByText('Zoë', { exact: false }).first()).toBeVisible();
  await expect(save).toHaveCount(0);
  const stored = () => query(product, 'select nick_name from account where uid = $1', [uid]);
  await expect.poll(stored).toEqual([{ nick_name: await name.inputValue() }]);
});

test.describe('without a network', () => {
  test.use({ allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

  test('a new name is shown at once, and arrives when the network is back', async ({ openBrowser, product }) => {
    const network = await startProxy(product.port);
    try {
      const page = await firstTab(await openBrowser({ baseURL: network.url }));
      await enterAsGuest(page);
      const uid = await uidOf(page);
      await openSettings(page);
      await expect(page.getByLabel('Your name')).toBeVisible();
      network.refuse(true);
      network.reset();
      await page.getByLabel('Your name').fill('Nomad');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('paragraph').filter({ hasText: /^Nomad$/ })).toBeVisible();
      const stored = () => query(product, 'select nick_name from account where uid = $1', [uid]);
      expect(await stored()).not.toEqual([{ nick_name: 'Nomad' }]);
      network.refuse(false);
      await expect.poll(stored, { timeout: 40_000 }).toEqual([{ nick_name: 'Nomad' }]);
    } finally {
      await network.close();
    }
  });
});

test('dark and light are kept, and the device decides until somebody chooses', async ({ page }) => {
  const root = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await enterAsGuest(page);
  await openSettings(page);
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveCSS('color-scheme', 'light');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await page.getByRole('radio', { name: 'Same as device' }).check();
  await expect(root).toHaveCSS('color-scheme', 'light');
});

test('each of the fifteen languages is one tap away, without a reload, and is kept', async ({ page }) => {
  await enterAsGuest(page);
  await openSettings(page);
  await page.evaluate(() => history.replaceState('not reloaded', ''));
  const root = page.locator('html');
  for (const { language, name, lang, dir } of LANGUAGES) {
    await page.getByRole('radio', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf(language).settings.title);
    await expect(root).toHaveAttribute('lang', lang);
    await expect(root).toHaveAttribute('dir', dir);
  }
  expect(await page.evaluate(() => history.state)).toBe('not reloaded');
  await page.getByRole('radio', { name: 'Français' }).click();
  await expect(root).toHaveAttribute('lang', 'fr');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('fr').settings.title);
});

test('the browser speaks first, the reader last, and English where nobody knows', async ({ openBrowser, viewport }) => {
  test.skip((viewport?.width ?? 0) < 1024, 'the same words on each screen');
  for (const [locale, language] of [
    ['pt-BR', 'pt'],
    ['ar-EG', 'ar'],
    ['nl-NL', 'en'],
  ] as const) {
    const page = await firstTab(await openBrowser({ locale }));
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf(language).login.headline);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('de').login.headline);
  }
});
