import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { LaunchOptions } from '../../harness/browser/browser.ts';
import type { Product } from '../../harness/browser/product.ts';
import { signIn } from '../base.ts';
import { streamsOf } from '../core/streams.ts';
import { firstTab } from '../pages/acts.ts';
import { nameOf } from '../pages/database.ts';
import { watchConnections } from './connections.ts';

/** A viewer and a host whom no demo plays. */
export const VIEWER = 100001;
export const HOST = 9035;

/** A camera that shows a moving picture and a microphone that beeps, allowed without a question. Ten pictures a second say
 *  whether it moves; to encode twice as many takes what the rest of the tests wants. */
export const WITH_CAMERA = {
  args: [
    '--use-fake-device-for-media-stream=fps=10',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
} as const;

type Open = (options: LaunchOptions) => Promise<BrowserContext>;

/** Both signed in, each in a browser of their own, with their names. `theirUrl`: the viewer goes by this address. */
export async function twoPeople(product: Product, openBrowser: Open, theirUrl = product.url) {
  const theirs = await openBrowser({ ...WITH_CAMERA, baseURL: theirUrl });
  const hers = await openBrowser(WITH_CAMERA);
  await Promise.all([watchConnections(theirs), watchConnections(hers)]);
  const [viewer, host] = [await firstTab(theirs), await firstTab(hers)];
  await Promise.all([signIn(viewer, VIEWER), signIn(host, HOST)]);
  // Whoever is called before would be offline.
  for (const uid of [VIEWER, HOST]) await expect.poll(() => streamsOf(product, uid)).toBeGreaterThan(0);
  const [viewerName, hostName] = [await nameOf(product, VIEWER), await nameOf(product, HOST)];
  return { viewer, host, theirs, hers, viewerName, hostName };
}
export type TwoPeople = Awaited<ReturnType<typeof twoPeople>>;

/** Presses the call button on her profile. */
export async function call(viewer: Page): Promise<void> {
  await viewer.goto(`/anchorprofile?uid=${HOST}`);
  await viewer.getByRole('link', { name: 'Video call' }).click();
}

/** Calls, is answered, and both see each other. */
export async function meet({ viewer, host, viewerName, hostName }: TwoPeople): Promise<void> {
  await call(viewer);
  await panel(host, viewerName).getByRole('button', { name: 'Accept' }).click();
  await Promise.all([expectMoving(viewer, hostName), expectMoving(host, viewerName)]);
}

export const panel = (page: Page, name: string) => page.getByRole('alertdialog', { name: `${name} is calling` });

/** The other's picture moves: frames keep coming. */
export async function expectMoving(page: Page, name: string): Promise<void> {
  const video = page.getByLabel(name, { exact: true }).and(page.locator('video'));
  const frames = () =>
    video.evaluate((element) =>
      element instanceof HTMLVideoElement ? element.getVideoPlaybackQuality().totalVideoFrames : 0,
    );
  await expect.poll(frames, { timeout: 60_000 }).toBeGreaterThan(0);
  const before = await frames();
  await expect.poll(frames).toBeGreaterThan(before);
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
