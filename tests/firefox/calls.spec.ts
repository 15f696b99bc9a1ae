import type { Page as ChromiumPage } from 'playwright';
import { expect } from 'playwright/test';
import type { Browser, Page } from 'puppeteer-core';
import { type test as base, signIn } from '../e2e/base.ts';
import { soundOf, watchConnections } from '../e2e/calls/connections.ts';
import { expectMoving, HOST, heading, panel, VIEWER, WITH_CAMERA } from '../e2e/calls/two-people.ts';
import { streamsOf } from '../e2e/core/streams.ts';
import { firstTab } from '../e2e/pages/acts.ts';
import { nameOf } from '../e2e/pages/database.ts';
import type { Product } from '../harness/browser/product.ts';
import { dismissPrompts, signIn as signInByForm, test } from './base.ts';
import { named, press, until } from './launch.ts';

type Open = Parameters<Parameters<typeof base>[2]>[0]['openBrowser'];

test.use({ hasCamera: true });

async function signInFirefox(firefox: Browser, product: Product, uid: number): Promise<Page> {
  const page = await firefox.newPage();
  await page.evaluateOnNewDocument(dismissPrompts);
  await signInByForm(page, product, uid);
  return page;
}

async function signInChromium(openBrowser: Open, uid: number): Promise<ChromiumPage> {
  const context = await openBrowser(WITH_CAMERA);
  await watchConnections(context);
  const page = await firstTab(context);
  await signIn(page, uid);
  return page;
}

/**
 * The picture of the video of `name` in a Firefox page, small, as text; empty before its first frame. Firefox counts no frames of streams.
 */
const pictureOf = (page: Page, name: string) =>
  page.evaluate((label: string) => {
    const video = [...document.querySelectorAll('video')].find((one) => one.getAttribute('aria-label') === label);
    if (!video || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return '';
    const side = 16;
    const context = new OffscreenCanvas(side, side).getContext('2d');
    context?.drawImage(video, 0, 0, side, side);
    return context?.getImageData(0, 0, side, side).data.join() ?? '';
  }, name);

/**
 * The energy of the sound that a Firefox page has decoded, from the statistics that the product reads every two seconds. Without a sound
 * card Firefox runs no audio context that could listen to it.
 */
const soundEnergyOf = (page: Page) =>
  page.evaluate(() => {
    const seen = globalThis as { soundEnergy?: number };
    if (seen.soundEnergy === undefined) {
      seen.soundEnergy = 0;
      const { prototype } = RTCPeerConnection;
      const getStats = prototype.getStats;
      prototype.getStats = async function read(...args) {
        const report = await getStats.apply(this, args);
        for (const stats of report.values())
          if (stats.type === 'inbound-rtp' && stats.kind === 'audio') seen.soundEnergy = stats.totalAudioEnergy ?? 0;
        return report;
      };
    }
    return seen.soundEnergy;
  });

/** Waits until Firefox shows a moving picture of the other side and decodes its sound. */
async function expectReceiving(page: Page, name: string): Promise<void> {
  const first = await until('a picture', () => pictureOf(page, name));
  await until('a moving picture', async () => (await pictureOf(page, name)) !== first);
  const before = await until('sound', () => soundEnergyOf(page));
  await until('more sound', async () => (await soundEnergyOf(page)) > before);
}

const shows = (page: Page, text: string) =>
  until(`“${text}”`, () => page.evaluate((wanted: string) => document.body.textContent.includes(wanted), text));

async function expectHeard(page: ChromiumPage): Promise<void> {
  await expect.poll(async () => (await soundOf(page)).peak, { timeout: 30_000 }).toBeGreaterThan(0.01);
}

/** Waits until both chat connections exist: a person without one counts as offline. */
async function bothOnline(product: Product): Promise<void> {
  for (const uid of [VIEWER, HOST]) await expect.poll(() => streamsOf(product, uid)).toBeGreaterThan(0);
}

test('Firefox calls Chromium: both see and hear each other, mute is shown, a reload keeps the call, and there is a receipt', {
  lock: 'video',
}, async ({ firefox, product, openBrowser }) => {
  const [viewer, host] = [await signInFirefox(firefox, product, VIEWER), await signInChromium(openBrowser, HOST)];
  await bothOnline(product);
  const [viewerName, hostName] = [await nameOf(product, VIEWER), await nameOf(product, HOST)];
  await viewer.goto(`${product.url}/anchorprofile?uid=${HOST}`);
  await named(viewer, 'link', 'Video call').click();
  await panel(host, viewerName).getByRole('button', { name: 'Accept' }).click();
  await Promise.all([expectReceiving(viewer, hostName), expectMoving(host, viewerName), expectHeard(host)]);

  await host.getByRole('button', { name: 'Mute', exact: true }).dispatchEvent('click');
  await shows(viewer, `${hostName} is muted`);
  await host.getByRole('button', { name: 'Unmute' }).dispatchEvent('click');

  await viewer.reload();
  await expectReceiving(viewer, hostName);
  await expectMoving(host, viewerName);

  await host.getByRole('button', { name: 'Hang up' }).dispatchEvent('click');
  await expect(heading(host, 'Call ended')).toBeVisible();
  await shows(viewer, 'Call ended');
  await shows(viewer, 'Duration');
});

test('Chromium calls Firefox: both see and hear each other, and Firefox hangs up', {
  lock: 'video',
}, async ({ firefox, product, openBrowser }) => {
  const [host, viewer] = [await signInFirefox(firefox, product, HOST), await signInChromium(openBrowser, VIEWER)];
  await bothOnline(product);
  const [viewerName, hostName] = [await nameOf(product, VIEWER), await nameOf(product, HOST)];
  await viewer.goto(`/anchorprofile?uid=${HOST}`);
  await viewer.getByRole('link', { name: 'Video call' }).click();
  await press(host, 'Accept');
  await Promise.all([expectReceiving(host, viewerName), expectMoving(viewer, hostName), expectHeard(viewer)]);

  await host.evaluate(() => {
    const button = document.querySelector('button[aria-label="Hang up"], button[title="Hang up"]');
    if (button instanceof HTMLElement) button.click();
  });
  await expect(heading(viewer, 'Call ended')).toBeVisible();
  await shows(host, 'Call ended');
});
