import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { BrandId } from '../../contract/brand.ts';
import type { Language } from '../../src/i18n/languages.ts';
import type { Look } from './app/gallery.ts';
import { faultsInForcedColors } from './forced-colors.ts';
import { controlsMovedByLargeText, controlsMovedByLongNames, textsWithoutDirection } from './long-names.ts';
import type { Screen } from './screen.ts';
import type { GallerySite } from './site.ts';

/** Chromium argument: only localhost can be resolved. */
export const NO_NETWORK = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost';

/** Records every request to another origin. */
export function watchNetwork(context: BrowserContext, { url: origin, allow }: GallerySite) {
  const outside: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin: asked, href } = new URL(request.url());
    if (/^https?:$/.test(protocol) && asked !== origin) outside.push(href);
  });
  return { outside, allow };
}

export type Size = 'phone' | 'desk';
export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
} as const satisfies Record<Size, { readonly width: number; readonly height: number }>;

/** The smallest phone, or a desktop of 1,280 pixels zoomed to 400 % (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 };

export const screensOf = (screens: readonly Screen[], brand: BrandId): readonly Screen[] =>
  screens.filter((screen) => (screen.brand ?? brand) === brand);

export type Network = ReturnType<typeof watchNetwork>;

/** Only a failing screen waits this long. */
export const PATIENCE_MS = 60_000;

/** Shows a screen in English and waits until it is there. */
export async function draw(page: Page, network: Network, screen: Screen): Promise<void> {
  const {
    path,
    rows,
    answers = {},
    clockRuns = false,
    mediaRefused = false,
    notices = 'denied',
    storage = {},
  } = screen;
  network.allow(screen.requests);
  if (screen.fresh) await openGallery(page);
  const tab = await page.evaluate(() => window.gallery.tab);
  const made = typeof rows === 'function' ? rows(tab) : rows;
  const show = { path, rows: made, answers, clockRuns, mediaRefused, notices, storage };
  // No element is hovered except by the screen's own actions.
  await page.mouse.move(0, 0);
  await page.evaluate((shown) => window.gallery.show(shown), show);
  await screen.act?.(page);
  // `waitFor` polls each frame, whereas an expectation pauses 100 ms after its first try.
  await screen.shows(page).waitFor({ timeout: PATIENCE_MS });
}

export async function openGallery(page: Page): Promise<void> {
  await page.goto('/gallery');
  await page.waitForFunction(() => 'gallery' in window);
}

/** Long words, right-to-left, tall and wide letters. */
export const VARIANTS_IN: ReadonlySet<Language> = new Set(['en', 'de', 'ar', 'bn', 'ja']);

/** Whether it differs from another screen only in text. */
export const isVariant = ({ variant, only }: Screen): boolean => variant !== undefined || only !== undefined;

type Looks = {
  readonly looks: readonly Look[];
  /** Looks in which it is drawn a second time, in the narrowest window. */
  readonly narrow?: readonly Look[];
  /** Whether to press Tab in dialogs. Not needed for colours, as the focus order does not depend on them. */
  readonly keys?: boolean;
};

/** Checks each screen in all these looks. A faulty screen does not stop the following ones. */
export async function sweep(page: Page, network: Network, screens: readonly Screen[], options: Looks): Promise<void> {
  await openGallery(page);
  for (const screen of screens) {
    try {
      await lookAt(page, network, screen, options);
    } catch (error) {
      expect.soft(String(error), screen.name).toBe('');
      // The failed screen may have left the page in a state in which no other can be drawn.
      await openGallery(page);
    }
    expect.soft(network.outside.splice(0), `${screen.name} asks somebody else`).toEqual([]);
  }
}

async function lookAt(page: Page, network: Network, screen: Screen, { looks, narrow = [], keys = true }: Looks) {
  const { name, only, busy = false } = screen;
  const variant = isVariant(screen);
  /** All looks in one call, because a call to the page takes as long as a check. */
  const inspect = async (wanted: readonly Look[]) => {
    const seen = variant ? wanted.map((look): Look => ({ ...look, axe: 'nothing' })) : wanted;
    const faults = await page.evaluate(([asked, mayBeBusy]) => window.gallery.inspect(asked, mayBeBusy), [
      seen,
      busy,
    ] as const);
    expect.soft(faults, name).toEqual([]);
  };
  await draw(page, network, screen);
  if (!variant && keys) {
    const rows = typeof screen.rows === 'function' ? screen.rows('') : screen.rows;
    expect.soft(await controlsMovedByLongNames(page, rows), `${name}: long names`).toEqual([]);
    expect.soft(await textsWithoutDirection(page, rows), `${name}: direction of texts of users`).toEqual([]);
    expect.soft(await controlsMovedByLargeText(page), `${name}: text of twice the size`).toEqual([]);
  }
  const languages = only ? new Set([only]) : VARIANTS_IN;
  await inspect(variant ? looks.filter(({ language }) => languages.has(language)) : looks);
  if (keys) await expectFocusStays(page, name);
  if (variant) return;
  if (narrow.length > 0) {
    const wide = page.viewportSize() ?? NARROW;
    await page.setViewportSize(NARROW);
    await inspect(narrow);
    await page.setViewportSize(wide);
  }
  if (keys) expect.soft(await faultsInForcedColors(page), `${name}: forced colours`).toEqual([]);
}

/** Shows the first of these screens. */
export async function drawFirst(page: Page, network: Network, screens: readonly Screen[]): Promise<void> {
  const [screen] = screens;
  if (!screen) throw new RangeError('There is no such screen');
  await openGallery(page);
  await draw(page, network, screen);
}

const ROUND = 8;

/** In an open dialog, Tab must cycle inside it and never leave it. */
async function expectFocusStays(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog').first();
  if (!(await dialog.isVisible())) return;
  await dialog.locator('button:enabled, input, textarea').first().focus();
  await page.evaluate(watchFocus);
  for (const key of ['Tab', 'Shift+Tab']) for (let turn = 0; turn < ROUND; turn += 1) await page.keyboard.press(key);
  const outside = await page.evaluate(() => window.focusOutside?.());
  expect.soft(outside, `${name}: the focus leaves the dialog`).toEqual([]);
}

/** Records after each key if the focus is outside of all dialogs. */
function watchFocus(): void {
  const found: string[] = [];
  const look = () => {
    const { activeElement } = document;
    const inside =
      activeElement === document.body ||
      activeElement?.closest('[role="dialog"], [role="menu"], [data-base-ui-focus-guard]');
    if (!inside) found.push(activeElement?.outerHTML.slice(0, 160) ?? 'nothing');
  };
  addEventListener('keyup', look, { capture: true });
  window.focusOutside = () => {
    removeEventListener('keyup', look, { capture: true });
    return found;
  };
}

declare global {
  interface Window {
    focusOutside?: () => readonly string[];
  }
}
