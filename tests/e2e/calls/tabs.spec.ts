import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { boundHere } from '../../../tools/test/slow-machine.ts';
import { test } from '../base.ts';
import { rowOf } from './connections.ts';
import { call, expectMoving, heading, panel, twoPeople } from './two-people.ts';

const TABS = 5;
const SILENT_MS = 1_000;
const OWNER_GONE_MS = 6_000;

/** Resolves with the time of the first click in the tab. Measured in the page: polling from outside is up to a second late. */
const pressed = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('click', () => resolve(Date.now()), { once: true, capture: true });
      }),
  );

/** Resolves with the time at which the tab stops ringing. */
const silenced = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('[role=alertdialog]')) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true });
        look();
      }),
  );

test('a call rings in five tabs, stops within a second of the answer, and ends soon after the tab that answered is closed', {
  tag: '@timed',
}, async ({ product, openBrowser }) => {
  const { viewer, host, hers, viewerName, hostName } = await twoPeople(product, openBrowser);
  const tabs = [host];
  while (tabs.length < TABS) {
    const tab = await hers.newPage();
    await tab.goto('/goddess');
    tabs.push(tab);
  }
  await call(viewer);
  for (const tab of tabs) await expect(panel(tab, viewerName)).toBeVisible({ timeout: 60_000 });
  const [, owner] = tabs;
  if (!owner) throw new Error('There is no second tab');
  const others = tabs.filter((tab) => tab !== owner);
  const times = Promise.all([pressed(owner), ...others.map(silenced)]);
  await panel(owner, viewerName).getByRole('button', { name: 'Accept' }).click();
  const [answered, ...silent] = await times;
  const late = silent.map((time) => time - answered);
  expect(Math.max(...late)).toBeLessThanOrEqual(boundHere(SILENT_MS));
  for (const tab of others) {
    await expect(tab.getByText(`In a call with ${viewerName} in another tab`)).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Continue here' })).toBeVisible();
  }
  await expectMoving(viewer, hostName);
  await expectMoving(owner, viewerName);

  const closed = Date.now();
  await owner.close();
  await expect(host.getByText(`Your call with ${viewerName} is still on`)).toBeVisible();
  await expect(heading(viewer, 'Call ended')).toBeVisible();
  await expect(viewer.getByText('The tab with the call was closed.')).toBeVisible();
  for (const tab of others) await expect(tab.getByRole('button', { name: 'Hang up' })).toBeHidden();
  for (const page of [viewer, host])
    await expect.poll(() => rowOf(page)).toMatchObject({ status: 3, reason: 'ownerGone' });
  const ended = (await rowOf(viewer))?.endTime ?? 0;
  expect(ended - closed).toBeLessThanOrEqual(boundHere(OWNER_GONE_MS));
});
