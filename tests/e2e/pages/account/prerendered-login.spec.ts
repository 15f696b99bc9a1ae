import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import { BRAND_IDS } from '../../../../contract/brand.ts';
import { startSite } from '../../../harness/servers/site.ts';
import { test } from '../../base.ts';
import { firstTab } from '../acts.ts';
import { BUILD_OF, firstSight, localeTexts, scriptsOfFirstSight, watchFirstSight } from '../brands.ts';

/** Scripts that run before the first paint. */
const ENTRY_SCRIPT = /\/(index|base|words)-/;

/** Opens a page of a first visitor whose browser gets the app's scripts only after `arrive`. */
async function openWithSlowScripts(context: BrowserContext, address: string) {
  const page = await firstTab(context);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/start-*', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    const note = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { readonly value: number }).value);
    };
    new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address);
  const prerendered = await page.getByRole('dialog').elementHandle();
  /** Lets the scripts arrive, and waits until the app has taken over. */
  const takeOver = async () => {
    arrive();
    await expect.poll(() => prerendered?.evaluate(({ isConnected }) => isConnected)).toBe(false);
  };
  return { page, takeOver };
}

const shifts = (page: Page) => page.evaluate('shifts');
const picture = (page: Page) => page.screenshot({ animations: 'disabled' });

test('nothing is lost and nothing moves when a visitor reads the password login and types before the app is there', async ({
  openBrowser,
}) => {
  const context = await openBrowser({ isFirstVisit: true });
  const { page, takeOver } = await openWithSlowScripts(context, '/userpassword');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByText('Demo account: 100001, password gemcall')).toBeVisible();
  const uid = page.getByLabel('User ID');
  await uid.click();
  await page.keyboard.type('10001');
  await page.keyboard.press('ArrowLeft');
  const before = await picture(page);
  // On a busy machine the document arrives in parts, which moves a centred dialog; here the app must not.
  await page.evaluate('shifts.length = 0');
  await takeOver();
  await expect(uid).toBeFocused();
  await expect(uid).toHaveValue('10001');
  expect(before.equals(await picture(page))).toBe(true);
  expect(await shifts(page)).toEqual([]);
  // The caret is where it was.
  await page.keyboard.type('0');
  await expect(uid).toHaveValue('100001');
  await page.keyboard.press('Tab');
  await page.keyboard.type('gemcall');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/goddess$/);
});

test('a password login that was sent before the app is there signs in once it is', { tag: '@phone' }, async ({
  openBrowser,
}) => {
  const { page, takeOver } = await openWithSlowScripts(
    await openBrowser({ isFirstVisit: true }),
    '/userpassword?next=%2Fsettings',
  );
  await page.getByLabel('User ID').fill('100001');
  await page.getByLabel('Password', { exact: true }).fill('gemcall');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('?next=%2Fsettings');
  await takeOver();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
});

test('a guest who presses impatiently before the app is there reaches the page of the link once it is', async ({
  openBrowser,
}) => {
  const context = await openBrowser({ isFirstVisit: true });
  const { page, takeOver } = await openWithSlowScripts(context, '/login?next=%2Fmessage');
  const guest = page.getByRole('button', { name: 'Continue as guest' });
  await guest.click();
  await expect(guest).toHaveAttribute('aria-busy', 'true');
  await guest.click();
  // The other login page returns to the same page.
  const link = page.getByRole('link', { name: 'Use user ID and password' });
  await expect(link).toHaveAttribute('href', /\/userpassword\?next=%2Fmessage$/);
  await takeOver();
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
});

test('the dialog of the login has the focus when the app takes over from a visitor who only looks', {
  tag: '@desk',
}, async ({ openBrowser }) => {
  const { page, takeOver } = await openWithSlowScripts(await openBrowser({ isFirstVisit: true }), '/login');
  await page.mouse.move(10, 10);
  await takeOver();
  await expect(page.getByRole('dialog')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/onlinevideochat$/);
});

/** A first visitor of each brand. */
const VISITORS = {
  gemcall: { language: 'fr', locale: 'fr-FR', colorScheme: 'dark', dir: 'ltr' },
  velora: { language: 'ar', locale: 'ar-EG', colorScheme: 'light', dir: 'rtl' },
  miravo: { language: 'de', locale: 'de-DE', colorScheme: 'light', dir: 'ltr' },
} as const;

for (const brand of BRAND_IDS) {
  const { language, locale, colorScheme, dir } = VISITORS[brand];
  test.describe(brand, () => {
    // A static server serves the build; the API returns 404.
    test.use({ allowedProblems: [/status of 404/] });

    test(`the login pages and that of the installation are in the document of ${locale} before any script of the app`, {
      tag: '@phone',
    }, async ({ openBrowser }) => {
      const site = await startSite(BUILD_OF[brand]);
      try {
        const [login, download] = [localeTexts(language, 'login'), localeTexts(language, 'download')];
        for (const [address, heading = '', title = ''] of [
          ['/login', login['headline'], login['title']],
          ['/userpassword', login['welcomeBack'], login['title']],
          ['/download', download['headline'], download['title']],
        ] as const) {
          const context = await openBrowser({ baseURL: site.url, locale, colorScheme, isFirstVisit: true });
          await watchFirstSight(context);
          const page = await firstTab(context);
          const answer = await page.goto(address);
          await expect(page.getByRole('heading', { name: heading })).toBeVisible();
          const scripts = await scriptsOfFirstSight(page);
          expect(scripts.filter((url) => !ENTRY_SCRIPT.test(url))).toEqual([]);
          expect(await answer?.text()).toContain(heading);
          expect(await firstSight(page)).toEqual({ dir, styles: 0 });
          await expect(page).toHaveTitle(new RegExp(`^${title} · `));
          await context.close();
        }
      } finally {
        await site.close();
      }
    });
  });
}
