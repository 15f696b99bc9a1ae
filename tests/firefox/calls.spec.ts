import type { Page as ChromiumPage } from 'playwright';
import { expect } from 'playwright/test';
import type { Browser, Page } from 'puppeteer-core';
import { test as base, DEMO_PASSWORD, signIn } from '../e2e/base.ts';
import { soundOf, watchConnections } from '../e2e/calls/connections.ts';
import { expectMoving, HOST, heading, panel, VIEWER, WITH_CAMERA } from '../e2e/calls/two-people.ts';
import { streamsOf } from '../e2e/core/streams.ts';
import { firstTab } from '../e2e/pages/acts.ts';
import { nameOf } from '../e2e/pages/database.ts';
import type { Product } from '../harness/browser/product.ts';
import { found, launchFirefox, named, press, until } from './launch.ts';

type Open = Parameters<Parameters<typeof base>[2]>[0]['openBrowser'];

const test = base.extend<{ firefox: Browser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  firefox: async ({}, use) => {
    const browser = await launchFirefox(true);
    await use(browser);
    await browser.close();
  },
});

/** Runs in a page before its scripts: exposes its peer connections, and dismisses the prompts of the day. */
function watchAndDismiss(): void {
  const all: RTCPeerConnection[] = [];
  Object.assign(globalThis, { connections: all });
  const Native = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Native {
    constructor(options?: RTCConfiguration) {
      super(options);
      all.push(this);
    }
  };
  try {
    for (const name of ['gift-pack', 'notice-offer', 'complete-info'])
      localStorage.setItem(name, new Date().toDateString());
  } catch {
    // A page that is being left has no storage.
  }
}

async function signInFirefox(firefox: Browser, product: Product, uid: number): Promise<Page> {
  const page = await firefox.newPage();
  await page.evaluateOnNewDocument(watchAndDismiss);
  await page.goto(`${product.url}/userpassword?next=%2Fmessage`);
  await named(page, 'textbox', 'User ID').fill(String(uid));
  await found(page, 'input[type=password]').fill(DEMO_PASSWORD);
  await press(page, 'Sign in');
  await named(page, 'heading', 'Messages').wait();
  return page;
}

async function signInChromium(openBrowser: Open, uid: number): Promise<ChromiumPage> {
  const context = await openBrowser(WITH_CAMERA);
  await watchConnections(context);
  const page = await firstTab(context);
  await signIn(page, uid);
  return page;
}

/** Frames and sound that the newest open peer connection of a Firefox page has decoded. */
const receivedBy = (page: Page) =>
  page.evaluate(async () => {
    const { connections } = globalThis as unknown as Window;
    const report = await connections.findLast(({ signalingState }) => signalingState !== 'closed')?.getStats();
    const stats: { type: string; kind?: string; framesDecoded?: number; totalAudioEnergy?: number }[] = [
      ...(report?.values() ?? []),
    ];
    const inbound = (kind: string) => stats.find((one) => one.type === 'inbound-rtp' && one.kind === kind);
    return {
      frames: inbound('video')?.framesDecoded ?? 0,
      energy: inbound('audio')?.totalAudioEnergy ?? 0,
    };
  });

/** Waits until Firefox has decoded more frames and sound than at the time of the call. */
async function expectReceiving(page: Page): Promise<void> {
  await until(async () => (await receivedBy(page)).frames > 0);
  const before = await receivedBy(page);
  await until(async () => {
    const now = await receivedBy(page);
    return now.frames > before.frames && now.energy > before.energy;
  });
}

const shows = (page: Page, text: string) =>
  until(() => page.evaluate((wanted: string) => document.body.textContent.includes(wanted), text));

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
  await Promise.all([expectReceiving(viewer), expectMoving(host, viewerName), expectHeard(host)]);

  await host.getByRole('button', { name: 'Mute', exact: true }).dispatchEvent('click');
  await shows(viewer, `${hostName} is muted`);
  await host.getByRole('button', { name: 'Unmute' }).dispatchEvent('click');

  await viewer.reload();
  await expectReceiving(viewer);
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
  const hostName = await nameOf(product, HOST);
  await viewer.goto(`/anchorprofile?uid=${HOST}`);
  await viewer.getByRole('link', { name: 'Video call' }).click();
  await press(host, 'Accept');
  await Promise.all([expectReceiving(host), expectMoving(viewer, hostName), expectHeard(viewer)]);

  await host.evaluate(() => {
    const button = document.querySelector('button[aria-label="Hang up"], button[title="Hang up"]');
    if (button instanceof HTMLElement) button.click();
  });
  await expect(heading(viewer, 'Call ended')).toBeVisible();
  await shows(host, 'Call ended');
});
