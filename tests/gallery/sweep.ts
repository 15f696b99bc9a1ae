import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { BrandId } from '../../contract/brand.ts';
import type { Language } from '../../src/i18n/languages.ts';
import type { Look } from './app/gallery.ts';
import type { Screen } from './screen.ts';

const PICTURES = new URL('../../demo/media/', import.meta.url);
const DRAWN = new URL('../../public/', import.meta.url);
/** What `mediaOf` writes: which picture, whose. */
const MEDIA = /^\/media\/([1-4])0*(\d{4,5})(?:\/img\d+)?$/;

/** Serves the demo pictures, answers what a screen is allowed to ask, and notes every other request. */
export async function closeNetwork(context: BrowserContext, origin: string) {
  const outside: string[] = [];
  let allowed: Screen['requests'] = {};
  await context.route('**', async (route) => {
    const url = new URL(route.request().url());
    const status = allowed?.[url.pathname];
    if (url.origin !== origin) {
      outside.push(url.href);
      return route.abort();
    }
    if (status !== undefined) return route.fulfill({ status, body: '' });
    if (/^\/(gifts|samples|stickers)\/[\w/-]+\.(webp|mp4)$/.test(url.pathname))
      return route.fulfill({ path: new URL(url.pathname.slice(1), DRAWN).pathname });
    const [, kind, uid] = MEDIA.exec(url.pathname) ?? [];
    if (kind && uid) {
      const file = kind === '4' ? `${uid}.mp4` : `${uid}${kind === '1' ? '' : `-${kind}`}.webp`;
      return route.fulfill({ path: new URL(file, PICTURES).pathname });
    }
    return route.fallback();
  });
  return {
    outside,
    allow(requests: Screen['requests']): void {
      allowed = requests;
    },
  };
}

export type Size = 'phone' | 'desk';
export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
} as const satisfies Record<Size, { readonly width: number; readonly height: number }>;

/** A phone of the smallest size, or a desk of 1,280 pixels that is zoomed to 400 %. */
const NARROW = { width: 320, height: 640 };

export const screensOf = (screens: readonly Screen[], brand: BrandId): readonly Screen[] =>
  screens.filter((screen) => (screen.brand ?? brand) === brand);

type Network = Awaited<ReturnType<typeof closeNetwork>>;

/** Only a screen that fails waits so long. */
const PATIENCE_MS = 30_000;

/** Makes the page that screen, in English but for what is said at last, and says whether it is. */
export async function draw(page: Page, network: Network, screen: Screen, language: Language): Promise<void> {
  const { path, rows, answers = {}, clockRuns = false, mediaRefused = false, storage = {} } = screen;
  network.allow(screen.requests);
  if (screen.fresh) await openGallery(page);
  const tab = await page.evaluate(() => window.gallery.tab);
  const made = typeof rows === 'function' ? rows(tab) : rows;
  const show = { path, rows: made, answers, clockRuns, mediaRefused, storage };
  // Nothing is pointed at but by what the screen presses itself.
  await page.mouse.move(0, 0);
  await page.evaluate((shown) => window.gallery.show(shown), show);
  await screen.act?.(page);
  if (screen.press !== undefined) {
    const button = await page.getByRole('button', { name: screen.press, exact: true }).first().elementHandle();
    await page.evaluate((chosen) => window.gallery.speak(chosen), language);
    await button?.click();
  }
  if (screen.press === undefined || language === 'en') {
    // Looked for in each frame, where an expectation pauses 100 ms after its first look.
    await screen.shows(page).waitFor({ timeout: PATIENCE_MS });
  }
}

export async function openGallery(page: Page): Promise<void> {
  await page.goto('/gallery');
  await page.waitForFunction(() => 'gallery' in window);
}

/** Long words, another direction, tall and wide letters. */
const VARIANTS_IN: ReadonlySet<Language> = new Set(['en', 'de', 'ar', 'bn', 'ja']);

type Looks = {
  readonly looks: readonly Look[];
  /** Looks in which it is drawn once more, as narrow as a screen can be. */
  readonly narrow?: readonly Look[];
};

/** Looks at each screen in all these looks. One that has faults does not hide those of the next. */
export async function sweep(page: Page, network: Network, screens: readonly Screen[], { looks, narrow = [] }: Looks) {
  await openGallery(page);
  for (const screen of screens) {
    const inspect = async (look: Look) => {
      if (screen.press !== undefined) await draw(page, network, screen, look.language);
      const seen: Look = screen.variant ? { ...look, axe: 'nothing' } : look;
      const args = [seen, screen.busy ?? false] as const;
      const faults = await page.evaluate(([asked, busy]) => window.gallery.inspect(asked, busy), args);
      expect.soft(faults, screen.name).toEqual([]);
    };
    try {
      if (screen.press === undefined) await draw(page, network, screen, 'en');
      for (const look of looks) if (!screen.variant || VARIANTS_IN.has(look.language)) await inspect(look);
      await expectFocusStays(page, screen.name);
      if (narrow.length > 0 && !screen.variant) {
        const wide = page.viewportSize() ?? NARROW;
        await page.setViewportSize(NARROW);
        for (const look of narrow) await inspect(look);
        await page.setViewportSize(wide);
      }
    } catch (error) {
      expect.soft(String(error), screen.name).toBe('');
    }
    expect.soft(network.outside.splice(0), `${screen.name} asks somebody else`).toEqual([]);
  }
}

/** Makes the page the first of these screens. */
export async function drawFirst(page: Page, network: Network, screens: readonly Screen[]): Promise<void> {
  const [screen] = screens;
  if (!screen) throw new RangeError('There is no such screen');
  await openGallery(page);
  await draw(page, network, screen, 'en');
}

const ROUND = 8;

/** Where a dialog is open, Tab leads round and round in it, and never out. */
async function expectFocusStays(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog').first();
  if (!(await dialog.isVisible())) return;
  await dialog.locator('button:enabled, input, textarea').first().focus();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let turn = 0; turn < ROUND; turn += 1) {
      await page.keyboard.press(key);
      const outside = await page.evaluate(() => {
        const { activeElement } = document;
        const inside =
          activeElement === document.body ||
          activeElement?.closest('[role="dialog"], [role="menu"], [data-base-ui-focus-guard]');
        return inside ? '' : activeElement?.outerHTML.slice(0, 160);
      });
      expect.soft(outside, `${name}: the focus leaves the dialog`).toBe('');
    }
  }
}
