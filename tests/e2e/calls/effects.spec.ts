import { expect } from 'playwright/test';
import { test } from '../base.ts';
import { expectMoving, meet, SHARP, sharpnessOf, twoPeople } from './two-people.ts';

/** Runs in a page: as a browser that hands the page no frames of a camera. */
function withoutFrameStreams(): void {
  Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor');
  Reflect.deleteProperty(globalThis, 'MediaStreamTrackGenerator');
}

/** Prefix of the worker's script: each frame takes longer than a device may need. */
const SLOW_FRAMES = `{
  const now = performance.now.bind(performance);
  let added = 0;
  performance.now = () => now() + (added += 70);
}
`;

/** Runs in a page: a machine that runs many tests is too slow for a blurred background, and the camera would go off. */
function withoutSlowness(): void {
  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (this: Worker, type: string, listener: unknown) {
    const hears = (event: Event) => {
      const isSlow = event instanceof MessageEvent && event.data?.trouble === 'slow';
      if (!isSlow) (listener as (event: Event) => void)(event);
    };
    listen.call(this, type, hears);
  };
}

test('a background that is blurred before the call is never received sharp, until the blur is switched off', {
  lock: 'video',
}, async ({ product, openBrowser }) => {
  const people = await twoPeople(product, openBrowser);
  const { viewer, host, theirs, hers, viewerName, hostName } = people;
  for (const page of [viewer, host]) await page.evaluate(() => localStorage.setItem('camera_blur', 'on'));
  for (const browser of [theirs, hers]) await browser.addInitScript(withoutSlowness);
  await theirs.addInitScript(withoutFrameStreams);
  await host.reload();
  await meet(people);
  const pictures = [
    [viewer, hostName],
    [host, viewerName],
    [viewer, 'Your picture'],
    [host, 'Your picture'],
  ] as const;
  for (const [page, label] of pictures) expect(await sharpnessOf(page, label)).toBeLessThan(SHARP);

  await host.getByRole('button', { name: 'More' }).dispatchEvent('click');
  await host.getByRole('switch', { name: 'Blur my background' }).click();
  await expect.poll(() => sharpnessOf(viewer, hostName)).toBeGreaterThan(SHARP);
  expect(await sharpnessOf(host, viewerName)).toBeLessThan(SHARP);
  await expectMoving(host, viewerName);
});

test('a blur that is switched on in a call never lets the room through, and the camera goes off when the device is too slow for it', {
  lock: 'video',
}, async ({ product, openBrowser }) => {
  const people = await twoPeople(product, openBrowser);
  const { viewer, host, hers, hostName } = people;
  await hers.route(/camera-worker[^/]*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: SLOW_FRAMES + (await response.text()) });
  });
  await meet(people);
  expect(await sharpnessOf(viewer, hostName)).toBeGreaterThan(SHARP);
  await host.getByRole('button', { name: 'More' }).dispatchEvent('click');
  await host.getByRole('switch', { name: 'Blur my background' }).click();
  await expect(host.getByText(/^Background blur is too much for this device/).first()).toBeVisible();
  // Behind the open sheet.
  await expect(host.getByRole('button', { name: 'Turn the camera on', includeHidden: true })).toBeAttached();
  // The notice has the button also over the open sheet, for screen readers too.
  await host.getByRole('button', { name: 'Show without blur' }).click();
  await expect.poll(() => sharpnessOf(viewer, hostName)).toBeGreaterThan(SHARP);
});

test('a call has the controls of the system, which name the peer, switch the microphone and end with the call', {
  lock: 'video',
  tag: '@phone',
}, async ({ product, openBrowser }) => {
  const people = await twoPeople(product, openBrowser);
  const { viewer, theirs, hostName } = people;
  await theirs.addInitScript(() => {
    const handlers: Record<string, (() => void) | null> = {};
    Object.assign(globalThis, { systemControls: handlers });
    const set = MediaSession.prototype.setActionHandler;
    MediaSession.prototype.setActionHandler = function (this: MediaSession, action, handler) {
      set.call(this, action, handler);
      handlers[action] = handler as (() => void) | null;
    };
  });
  await meet(people);
  const controls = () =>
    viewer.evaluate(() => {
      const { systemControls } = globalThis as unknown as { systemControls: Record<string, (() => void) | null> };
      const set = Object.keys(systemControls).filter((action) => systemControls[action]);
      return [navigator.mediaSession.metadata?.title ?? '', ...set.toSorted()];
    });
  const all = [hostName, 'enterpictureinpicture', 'hangup', 'togglecamera', 'togglemicrophone'];
  await expect.poll(controls).toEqual(all);
  const press = (action: string) =>
    viewer.evaluate((name) => {
      const { systemControls } = globalThis as unknown as { systemControls: Record<string, (() => void) | null> };
      systemControls[name]?.();
    }, action);
  await press('togglemicrophone');
  await expect(viewer.getByRole('button', { name: 'Unmute' })).toBeAttached();
  // All buttons beside the one that hangs up have one size, also on a phone.
  const sizes = await viewer
    .getByRole('toolbar', { name: 'Call controls', includeHidden: true })
    .locator('button:not([data-size])')
    .evaluateAll((buttons) => buttons.map((button) => Math.round((button as HTMLElement).offsetWidth)));
  expect(new Set(sizes).size).toBe(1);
  await press('hangup');
  await expect.poll(controls).toEqual(['']);
});
