import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { TEST_BUILDS } from '../../../server/run/test-builds.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import { startProduct } from '../../harness/product.ts';
import { test } from '../base.ts';
import { firstTab } from './acts.ts';
import { faults } from './checks.ts';
import { furnish } from './furnish.ts';
import { choose, type Screen, SIGNED_IN, SIGNED_OUT } from './screens.ts';
import { DISCOVERY_SCREENS } from './screens-discovery.ts';

type Look = readonly [theme: 'dark' | 'light', language: Language];

/** Both themes and both directions on each screen, each of the four pairs once. */
const looksOf = (viewport: { readonly width: number } | null): readonly Look[] =>
  (viewport?.width ?? 0) < 1024
    ? [
        ['dark', 'en'],
        ['light', 'ar'],
      ]
    : [
        ['light', 'en'],
        ['dark', 'ar'],
      ];

async function inspect(page: Page, screens: readonly Screen[], [theme, language]: Look): Promise<void> {
  await choose(page, language, theme);
  for (const screen of screens) {
    await screen.open(page, language);
    expect(await faults(page), `${screen.name}, ${theme}, ${language}`).toEqual([]);
  }
}

// Every screen, in two looks.
test.setTimeout(300_000);

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('nobody is kept out of the screens before the login', async ({ page, viewport }) => {
  await page.goto('/login');
  for (const look of looksOf(viewport)) await inspect(page, SIGNED_OUT, look);
});

test('nobody is kept out of the screens after the login', async ({ page, product, viewport }) => {
  await furnish(page, product);
  for (const look of looksOf(viewport)) await inspect(page, [...DISCOVERY_SCREENS, ...SIGNED_IN], look);
});

for (const brand of ['velora', 'miravo'] as const) {
  test(`nobody is kept out of the screens of ${brand}`, async ({ openBrowser, viewport }) => {
    test.skip(
      (viewport?.width ?? 0) < 1024 === (brand === 'miravo'),
      'brands differ in colours, which do not differ by size',
    );
    const product = await startProduct({ distDir: TEST_BUILDS[brand].outDir });
    const context = await openBrowser({ baseURL: product.url });
    try {
      const page = await firstTab(context);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await furnish(page, product);
      // The message setup is the first brand's alone (product 2.1).
      const screens = [...DISCOVERY_SCREENS, ...SIGNED_IN].filter(({ name }) => name !== 'message setup');
      for (const look of looksOf(viewport)) await inspect(page, screens, look);
    } finally {
      // First, or it would look for the server that is gone.
      await context.close();
      await product.stop();
    }
  });
}

test('nobody is kept from hearing that the house is closed, or that nobody wrote yet', async ({
  openBrowser,
  viewport,
}) => {
  const closed = await startProduct({ env: { MAINTENANCE: '2' } });
  try {
    const page = await firstTab(await openBrowser({ baseURL: closed.url }));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/login');
    for (const [theme, language] of looksOf(viewport)) {
      await choose(page, language, theme);
      await expect(page.getByRole('alertdialog')).toBeVisible();
      expect(await faults(page), `maintenance, ${theme}, ${language}`).toEqual([]);
    }
  } finally {
    await closed.stop();
  }
});
