import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { LaunchOptions } from '../../harness/browser/browser.ts';
import type { Product } from '../../harness/browser/product.ts';
import { signIn } from '../base.ts';
import { streamsOf } from '../core/streams.ts';
import { firstTab } from '../pages/acts.ts';
import { nameOf } from '../pages/database.ts';
import { watchConnections } from './connections.ts';

/** A viewer and a host; no demo host script plays either. */
export const VIEWER = 100001;
export const HOST = 9035;

/**
 * A fake camera with moving video and a microphone that beeps, both allowed without a prompt. Ten frames a second suffice to detect
 * motion; encoding more takes CPU time from other tests.
 */
export const WITH_CAMERA = {
  args: [
    '--use-fake-device-for-media-stream=fps=10',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
} as const;

type Open = (options: LaunchOptions) => Promise<BrowserContext>;

/** Signs both in, each in a separate browser, and returns them with their names. `theirUrl` is the server address of the viewer. */
export async function twoPeople(product: Product, openBrowser: Open, theirUrl = product.url) {
  const theirs = await openBrowser({ ...WITH_CAMERA, baseURL: theirUrl });
  const hers = await openBrowser(WITH_CAMERA);
  await Promise.all([watchConnections(theirs), watchConnections(hers)]);
  const [viewer, host] = [await firstTab(theirs), await firstTab(hers)];
  await Promise.all([signIn(viewer, VIEWER), signIn(host, HOST)]);
  // A host without a stream counts as offline, so the call waits for both streams.
  for (const uid of [VIEWER, HOST]) await expect.poll(() => streamsOf(product, uid)).toBeGreaterThan(0);
  const [viewerName, hostName] = [await nameOf(product, VIEWER), await nameOf(product, HOST)];
  return { viewer, host, theirs, hers, viewerName, hostName };
}
export type TwoPeople = Awaited<ReturnType<typeof twoPeople>>;

/** Presses the call button on the host's profile. */
export async function call(viewer: Page): Promise<void> {
  await viewer.goto(`/anchorprofile?uid=${HOST}`);
  await viewer.getByRole('link', { name: 'Video call' }).click();
}

/** Calls, accepts, and waits until both see each other's video. */
export async function meet({ viewer, host, viewerName, hostName }: TwoPeople): Promise<void> {
  await call(viewer);
  await panel(host, viewerName).getByRole('button', { name: 'Accept' }).click();
  await Promise.all([expectMoving(viewer, hostName), expectMoving(host, viewerName)]);
}

export const panel = (page: Page, name: string) => page.getByRole('alertdialog', { name: `${name} is calling` });

/** Expects the video of `name` to receive new frames. */
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

/** Share of the picture, from its top, that the fake camera fills with its clock; its disc below counts as a person. */
const BACKGROUND = 0.15;
/** The clock of the fake camera differs by 120 from what is behind it, a blurred one by less than 10. */
export const SHARP = 60;

/** The greatest difference of brightness between two pixels beside each other in the background of a video, 0 to 255. */
export const sharpnessOf = (page: Page, label: string): Promise<number> =>
  page
    .getByLabel(label, { exact: true })
    .and(page.locator('video'))
    .evaluate((element, part) => {
      const video = element as HTMLVideoElement;
      const [w, h] = [video.videoWidth, Math.round(video.videoHeight * part)];
      const context = new OffscreenCanvas(w, h).getContext('2d');
      context?.drawImage(video, 0, 0);
      const pixels = context?.getImageData(0, 0, w, h).data ?? [];
      let greatest = 0;
      for (let at = 4; at < pixels.length; at += 4) {
        const isRowStart = (at / 4) % w === 0;
        if (!isRowStart) greatest = Math.max(greatest, Math.abs((pixels[at + 1] ?? 0) - (pixels[at - 3] ?? 0)));
      }
      return greatest;
    }, BACKGROUND);
