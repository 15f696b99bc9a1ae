import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../src/i18n/languages.ts';
import { WITH_CAMERA } from '../e2e/calls/two-people.ts';
import { firstTab } from '../e2e/pages/acts.ts';
import { furnish } from '../e2e/pages/furnish.ts';
import { choose, type Screen, SIGNED_IN, SIGNED_OUT } from '../e2e/pages/screens.ts';
import { DISCOVERY_SCREENS } from '../e2e/pages/screens-discovery.ts';
import { launchBrowser } from '../harness/browser.ts';
import { stopSharedPostgres } from '../harness/database.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { shootBrands } from './brands.ts';
import { drawSeen } from './draw-seen.ts';

/** Devices and looks: every screen on a phone and on a desk, dark and light, and once from right to left. */
const DEVICES = [
  { device: 'phone', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  { device: 'desktop', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, hasTouch: false, isMobile: false },
] as const;
const LOOKS = [
  ['dark', 'en'],
  ['light', 'en'],
  ['dark', 'ar'],
] as const satisfies readonly (readonly ['dark' | 'light', Language])[];

type Device = (typeof DEVICES)[number];

/** Takes a picture of every screen into `folder`, as `<device>-<theme>-<language>-<screen>.png`. Answers how many. */
export async function takeShots(folder: string, say: (line: string) => void): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const product = await startProduct();
  let taken = 0;
  try {
    for (const device of DEVICES) {
      say(device.device);
      taken += await shootDevice(product, device, folder, say);
      taken += await shootBrands(device.device, (baseURL) => openOn(baseURL, device), folder);
    }
  } finally {
    await product.stop();
    await stopSharedPostgres();
  }
  return taken;
}

const openOn = (baseURL: string, { device: _device, ...options }: Device) =>
  launchBrowser({ baseURL, reducedMotion: 'reduce', locale: 'en-US', ...options, ...WITH_CAMERA });

async function shootDevice(
  product: Product,
  device: Device,
  folder: string,
  say: (line: string) => void,
): Promise<number> {
  const context = await openOn(product.url, device);
  const page = await firstTab(context);
  let taken = 0;
  const shoot = async (screens: readonly Screen[]) => {
    for (const [theme, language] of LOOKS) {
      await choose(page, language, theme);
      for (const screen of screens) {
        try {
          await screen.open(page, language);
        } catch (error) {
          say(`${screen.name} did not open: ${String(error).split('\n')[0]}`);
          continue;
        }
        const name = `${device.device}-${theme}-${language}-${screen.name.replaceAll(' ', '-')}.png`;
        await page.evaluate(drawSeen);
        await page.screenshot({ path: join(folder, name), animations: 'disabled' });
        taken += 1;
      }
    }
  };
  await page.goto('/login');
  await shoot(SIGNED_OUT);
  await choose(page, 'en', 'dark');
  await furnish(page, product);
  await shoot([...DISCOVERY_SCREENS, ...SIGNED_IN]);
  await context.close();
  return taken;
}
