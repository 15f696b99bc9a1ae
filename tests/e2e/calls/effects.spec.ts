import { expect } from 'playwright/test';
import { test } from '../base.ts';
import { expectMoving, meet, SHARP, sharpnessOf, twoPeople } from './two-people.ts';

/** Runs in a page: as a browser that hands the page no frames of a camera. */
function withoutFrameStreams(): void {
  Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor');
  Reflect.deleteProperty(globalThis, 'MediaStreamTrackGenerator');
}

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
