import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Product } from '../../harness/product.ts';
import { signIn } from '../base.ts';
import { firstTab } from '../pages/acts.ts';
import { nameOf } from '../pages/database.ts';

/** A viewer and a host whom no demo plays. */
export const VIEWER = 100001;
export const HOST = 9035;

/** A camera that shows a moving picture and a microphone that beeps, allowed without a question. */
export const WITH_CAMERA = {
  args: [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
} as const;

type Open = (options: typeof WITH_CAMERA) => Promise<BrowserContext>;

/** Both signed in, each in a browser of their own, with their names. */
export async function twoPeople(product: Product, openBrowser: Open) {
  const [theirs, hers] = [await openBrowser(WITH_CAMERA), await openBrowser(WITH_CAMERA)];
  const [viewer, host] = [await firstTab(theirs), await firstTab(hers)];
  await Promise.all([signIn(viewer, VIEWER), signIn(host, HOST)]);
  const [viewerName, hostName] = [await nameOf(product, VIEWER), await nameOf(product, HOST)];
  return { viewer, host, hers, viewerName, hostName };
}

/** Presses the call button on her profile. */
export async function call(viewer: Page): Promise<void> {
  await viewer.goto(`/anchorprofile?uid=${HOST}`);
  await viewer.getByRole('link', { name: 'Video call' }).click();
}

export const panel = (page: Page, name: string) => page.getByRole('alertdialog', { name: `${name} is calling` });

/** The other's picture moves: frames keep coming. */
export async function expectMoving(page: Page, name: string): Promise<void> {
  const video = page.getByLabel(name, { exact: true }).and(page.locator('video'));
  const frames = () =>
    video.evaluate((element) =>
      element instanceof HTMLVideoElement ? element.getVideoPlaybackQuality().totalVideoFrames : 0,
    );
  await expect.poll(frames, { timeout: 30_000 }).toBeGreaterThan(0);
  const before = await frames();
  await expect.poll(frames).toBeGreaterThan(before);
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
