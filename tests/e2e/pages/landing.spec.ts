import { expect } from 'playwright/test';
import { BRAND_IDS } from '../../../contract/brand.ts';
import { circleOf, keptFiles, weightOf } from '../../harness/browser/weights.ts';
import { type Site, startSite } from '../../harness/servers/site.ts';
import { test } from '../base.ts';
import { firstTab } from './acts.ts';
import { BUILD_OF, entranceOf, gzipBytes, landingOf, scriptsOfFirstSight, watchFirstSight } from './brands.ts';

/** A static server serves the build; the API returns 404. */
test.use({ serviceWorkers: 'allow', allowedProblems: [/status of 404/] });

/** Scripts that run before the first paint of the landing page. */
const ENTRY_SCRIPT = /\/(index|base|words)-/;
const BUDGET_BYTES = 15_000;

/** A first visitor of each brand. */
const VISITORS = {
  gemcall: { language: 'en', locale: 'en-US', colorScheme: 'dark' },
  velora: { language: 'ar', locale: 'ar-EG', colorScheme: 'light' },
  miravo: { language: 'de', locale: 'de-DE', colorScheme: 'light' },
} as const;

/** The scripts that each needs before it runs. The limits are close to the current sizes, so that growth fails the test. */
const WEIGHTS = [
  { what: 'the list of conversations', scripts: ['index', 'words', 'en', 'start'], most: 210_200 },
  { what: 'the wall', scripts: ['index', 'words', 'en', 'start', 'goddess'], most: 245_000 },
  // Without the widgets, which the first dialog, sheet or menu loads.
  {
    what: 'an open conversation',
    scripts: ['index', 'words', 'en', 'start', 'message-log', 'open-conversation', 'tray'],
    most: 266_000,
  },
  { what: 'the core', scripts: ['shared'], most: 135_300 },
] as const;

for (const { what, scripts, most } of WEIGHTS) {
  test(`the scripts of ${what} are under ${most / 1_000} kB`, { tag: '@desk' }, () => {
    const bytes = weightOf(BUILD_OF.gemcall, scripts);
    expect(bytes).toBeLessThan(most);
    // Guards against a renamed script, which would leave the sum too small to mean anything.
    expect(bytes).toBeGreaterThan(most * 0.8);
  });
}

test('the service worker precaches fewer than 410 files', { tag: '@desk' }, () => {
  expect(keptFiles(BUILD_OF.gemcall)).toBeLessThan(410);
  expect(keptFiles(BUILD_OF.gemcall)).toBeGreaterThan(200);
});

test('no script of a build imports itself through others', { tag: '@desk' }, () => {
  for (const brand of BRAND_IDS) expect(circleOf(BUILD_OF[brand])).toEqual([]);
});

for (const brand of BRAND_IDS) {
  test.describe(brand, () => {
    let site: Site;
    test.beforeAll(async () => {
      site = await startSite(BUILD_OF[brand]);
    });
    test.afterAll(() => site.close());

    const { language, locale, colorScheme } = VISITORS[brand];
    test(`the landing page is in the document of ${locale}, and its scripts take it over with what was pressed before`, {
      tag: '@phone',
    }, async ({ openBrowser }) => {
      const context = await openBrowser({ baseURL: site.url, locale, colorScheme, isFirstVisit: true });
      await watchFirstSight(context);
      const page = await firstTab(context);
      const held = Promise.withResolvers<void>();
      await page.route('**/assets/open-landing-*', async (route) => {
        await held.promise;
        await route.continue();
      });
      const document = await page.goto('/');
      const heading = page.getByRole('heading', { name: landingOf(brand, language).headline });
      await expect(heading).toBeVisible();
      expect(page.url()).toBe(`${site.url}/onlinevideochat`);
      const scripts = await scriptsOfFirstSight(page);
      expect(scripts.filter((url) => !ENTRY_SCRIPT.test(url))).toEqual([]);
      const entry = (await document?.text())?.match(/\/assets\/[\w.-]+\.js/g) ?? [];
      expect(entry.length).toBeGreaterThan(1);
      expect(await gzipBytes(page, entry)).toBeLessThan(BUDGET_BYTES);
      const prerendered = await heading.elementHandle();
      const refuse = page.getByRole('button', { name: entranceOf(language).consentNone, exact: true });
      await refuse.click();
      await expect(refuse).toBeVisible();
      held.resolve();
      await expect(refuse).toBeHidden();
      expect(await prerendered?.evaluate((element) => element === element.ownerDocument.querySelector('h1'))).toBe(
        true,
      );
      expect(await heading.evaluate(({ ownerDocument }) => ownerDocument.documentElement.dataset['theme'])).toBe(
        colorScheme,
      );
      // The rest of the app is fetched behind the landing page.
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    });
  });
}

test.describe('miravo', () => {
  let site: Site;
  test.beforeAll(async () => {
    site = await startSite(BUILD_OF.miravo);
  });
  test.afterAll(() => site.close());

  test('the greeting card moves on to the left and signs in to the right, by drag, keys and buttons', {
    tag: '@phone',
  }, async ({ openBrowser }) => {
    const page = await firstTab(await openBrowser({ baseURL: site.url }));
    await page.goto('/');
    const deck = page.getByRole('region', { name: 'Cards with greetings' });
    const greeting = (word: string) => expect(deck.locator('[aria-live]')).toHaveText(word);
    const drag = async (by: number) => {
      const box = await deck.locator('[data-depth="0"]').boundingBox();
      if (!box) throw new Error('no card');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + by, box.y + box.height / 2, { steps: 12 });
      await page.mouse.up();
    };
    await greeting('¡Hola!');
    await drag(-180);
    await greeting('नमस्ते');
    await drag(-12);
    await greeting('नमस्ते');
    await page.keyboard.press('ArrowLeft');
    await greeting('Merhaba!');
    await page.getByRole('button', { name: 'Next one' }).click();
    await greeting('こんにちは');
    await drag(180);
    await page.waitForURL('**/login');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(deck).toBeVisible();
    // The address changes before the page listens to keys.
    await expect(async () => {
      await page.keyboard.press('ArrowRight');
      await page.waitForURL('**/login', { timeout: 5_000 });
    }).toPass();
  });
});
