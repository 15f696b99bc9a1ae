import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { GALLERY_BUILDS } from '../../tools/test/gallery-builds.ts';
import { WITH_CAMERA } from '../e2e/calls/two-people.ts';
import { firstTab } from '../e2e/pages/acts.ts';
import type { Look } from '../gallery/app/gallery.ts';
import type { Screen } from '../gallery/screen.ts';
import { CALL_SCREENS } from '../gallery/screens/calls.ts';
import { CHAT_SCREENS } from '../gallery/screens/chat.ts';
import { DEVICE_SCREENS } from '../gallery/screens/device.ts';
import { DISCOVERY_SCREENS } from '../gallery/screens/discovery.ts';
import { GIFT_SCREENS } from '../gallery/screens/gifts.ts';
import { HOSTING_SCREENS } from '../gallery/screens/hosting.ts';
import { KIND_SCREENS } from '../gallery/screens/kinds.ts';
import { LOCK_SCREENS } from '../gallery/screens/locks.ts';
import { PAYMENT_SCREENS } from '../gallery/screens/payments.ts';
import { PEOPLE_SCREENS } from '../gallery/screens/people.ts';
import { REWARD_SCREENS } from '../gallery/screens/rewards.ts';
import { SAID_SCREENS } from '../gallery/screens/said.ts';
import { SETTINGS_SCREENS } from '../gallery/screens/settings.ts';
import { STORE_SCREENS } from '../gallery/screens/store.ts';
import { VISITOR_SCREENS } from '../gallery/screens/visitor.ts';
import { startGallerySite } from '../gallery/site.ts';
import { draw, isVariant, openGallery, watchNetwork } from '../gallery/sweep.ts';
import { launchBrowser } from '../harness/browser/browser.ts';
import { stopSharedPostgres } from '../harness/postgres/database.ts';
import { shootBrands } from './brands.ts';
import { drawSeen } from './draw-seen.ts';
import { shootPurchase } from './purchase.ts';

/** Every screen of the gallery is taken on a phone and a desktop, dark and light, and once from right to left. */
const DEVICES = [
  { device: 'phone', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  { device: 'desktop', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, hasTouch: false, isMobile: false },
] as const;
const LOOKS: readonly Look[] = [
  { theme: 'dark', language: 'en', axe: 'nothing' },
  { theme: 'dark', language: 'ar', axe: 'nothing' },
  { theme: 'light', language: 'en', axe: 'nothing' },
];
const SCREENS: readonly Screen[] = [
  ...VISITOR_SCREENS,
  ...DISCOVERY_SCREENS,
  ...CHAT_SCREENS,
  ...PEOPLE_SCREENS,
  ...SETTINGS_SCREENS,
  ...DEVICE_SCREENS,
  ...CALL_SCREENS,
  ...GIFT_SCREENS,
  ...KIND_SCREENS,
  ...LOCK_SCREENS,
  ...SAID_SCREENS,
  ...REWARD_SCREENS,
  ...HOSTING_SCREENS,
  ...PAYMENT_SCREENS,
  ...STORE_SCREENS,
].filter(({ brand = 'gemcall' }) => brand === 'gemcall');
/** Galleries of stacked parts are taken in full height, up to the largest surface that a browser can draw at once. */
const TALLEST_PX = 7_500;

async function heightOf(page: Page, { path }: Screen, least: number): Promise<number> {
  if (!path.startsWith('/gallery/')) return least;
  const whole = await page.evaluate(() => document.querySelector('main')?.scrollHeight ?? 0);
  return Math.min(TALLEST_PX, Math.max(least, whole));
}

type Device = (typeof DEVICES)[number];

/**
 * Saves a picture of every screen in `folder`, as `<device>-<theme>-<language>-<screen>.png`. If `words` are given, only screens whose name
 * contains one of them. Returns how many.
 */
export async function takeShots(
  folder: string,
  say: (line: string) => void,
  words: readonly string[] = [],
): Promise<number> {
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  try {
    for (const device of DEVICES) {
      say(device.device);
      const screens = SCREENS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
      taken += await shootScreens(device, screens, folder, say);
      if (words.length > 0) continue;
      const open = (baseURL: string) => openOn(baseURL, device);
      taken += await shootBrands(device.device, open, folder);
      taken += await shootPurchase(device.device, open, folder);
    }
  } finally {
    await stopSharedPostgres();
  }
  return taken;
}

const openOn = (baseURL: string, { device: _device, ...options }: Device) =>
  launchBrowser({
    baseURL,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...options,
    ...WITH_CAMERA,
  });

async function shootScreens(
  device: Device,
  screens: readonly Screen[],
  folder: string,
  say: (line: string) => void,
): Promise<number> {
  const site = await startGallerySite(resolve(GALLERY_BUILDS.gemcall.outDir));
  const context = await openOn(site.url, device);
  const network = watchNetwork(context, site);
  const page = await firstTab(context);
  let taken = 0;
  const shoot = async (screen: Screen, look: Look) => {
    const { theme, language } = look;
    await page.evaluate(([wanted, busy]) => window.gallery.inspect([wanted], busy), [
      look,
      screen.busy ?? false,
    ] as const);
    const { width, height: least } = device.viewport;
    const height = await heightOf(page, screen, least);
    if (height !== least) await page.setViewportSize({ width, height });
    await page.evaluate(drawSeen);
    // A loaded image appears with the next rendering.
    await page.evaluate((busy) => window.gallery.settle(busy), screen.busy ?? false);
    const name = `${device.device}-${theme}-${language}-${screen.name.replaceAll(/[^\w-]+/g, '-')}.png`;
    await page.screenshot({ path: join(folder, name), animations: 'disabled' });
    if (height !== least) await page.setViewportSize(device.viewport);
    taken += 1;
  };
  await context.addInitScript(() => {
    window.name = 'blurred';
  });
  await openGallery(page);
  for (const screen of screens) {
    try {
      await draw(page, network, screen);
      // Variants differ from another screen only in text, so one look is enough.
      for (const look of isVariant(screen) ? LOOKS.slice(0, 1) : LOOKS) {
        await shoot(screen, look);
      }
    } catch (error) {
      say(`${screen.name} did not open: ${String(error).split('\n')[0]}`);
    }
  }
  await context.close();
  await site.close();
  return taken;
}
