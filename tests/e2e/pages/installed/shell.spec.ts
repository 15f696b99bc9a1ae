import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { newProfile } from '../../../harness/browser/browser.ts';
import { killBrowser } from '../../../harness/browser/kill-browser.ts';
import { signIn, test } from '../../base.ts';
import { streamsOf } from '../../core/streams.ts';
import { composer, firstTab, startChat } from '../acts.ts';

const VIEWER = 100001;

const panel = (page: import('playwright').Page) => page.getByRole('list', { name: 'Conversations' });

test('a popup that is opened by its address has the inert wall behind it and closes to the wall', {
  tag: '@desk',
}, async ({ page }) => {
  await signIn(page, VIEWER, '/silveranchor');
  const popup = page.getByRole('dialog', { name: 'Silver' });
  await expect(popup).toBeVisible();
  await expect(page.locator('[inert] main')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await expect(page).toHaveURL(/\/goddess$/);
  await expect(page.getByRole('heading', { name: 'Discover', exact: true })).toBeVisible();
});

test('the Back button of a phone closes a popup to the page beneath it', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, VIEWER, '/settings');
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await page.evaluate(() => history.pushState(null, '', '/silveranchor'));
  await expect(page.getByRole('dialog', { name: 'Silver' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Silver' })).toBeHidden();
  await expect(page).toHaveURL(/\/settings$/);
  await page.goto('/silveranchor');
  await expect(page.getByRole('dialog', { name: 'Silver' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Discover', exact: true })).toBeVisible();
});

test('the conversation stays open beneath the friend requests on a phone, and closes on other pages', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, VIEWER);
  await startChat(page, 9003);
  await composer(page).fill('half a thou');
  const go = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
  await go('/friendreq');
  await expect(page.getByRole('heading', { name: 'Friends', exact: true })).toBeVisible();
  await expect(composer(page).or(page.locator('textarea'))).toHaveCount(1);
  await page.goBack();
  await expect(composer(page)).toHaveValue('half a thou');
  await go('/settings');
  await expect(page.locator('textarea')).toHaveCount(0);
  await go('/message');
  await expect(panel(page)).toBeVisible();
});

test('a page starts at its top, and Back restores the scroll position', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, VIEWER, '/goddess');
  await expect(page.getByRole('link', { name: /\(demo\)/ }).first()).toBeVisible();
  const scroller = page.getByTestId('scroller').last();
  await scroller.evaluate((element) => element.scrollTo(0, 900));
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(700);
  await page.evaluate(() => history.pushState(null, '', '/settings'));
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  const scrolled = () =>
    page
      .getByTestId('scroller')
      .last()
      .evaluate((element) => element.scrollTop);
  expect(await scrolled()).toBe(0);
  await page.goBack();
  await expect(page.getByRole('link', { name: /\(demo\)/ }).first()).toBeVisible();
  await expect.poll(scrolled).toBe(900);
});

test('a payment page alone opens no stream, and leaving it for the app opens one', { tag: '@desk' }, async ({
  openBrowser,
  product,
}) => {
  const userDataDir = newProfile();
  const first = await openBrowser({ userDataDir });
  await signIn(await firstTab(first), VIEWER);
  await expect.poll(() => streamsOf(product, VIEWER)).toBe(1);
  await killBrowser(userDataDir);
  // A killed browser leaves its lock files in the profile.
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) {
    rmSync(join(userDataDir, name), { force: true });
  }
  await expect.poll(() => streamsOf(product, VIEWER)).toBe(0);

  const page = await firstTab(await openBrowser({ userDataDir }));
  await page.goto('/payresult');
  await expect(page.getByRole('heading', { name: 'Your payment' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('We could not find that. It may be gone.');
  // The core has started by then: it holds its lock, so a stream would have been opened.
  await page.evaluate(() => navigator.locks.query());
  await expect
    .poll(async () => (await page.evaluate(() => navigator.locks.query())).held?.some(({ name }) => name === 'core'))
    .toBe(true);
  expect(await streamsOf(product, VIEWER)).toBe(0);
  await page.getByRole('button', { name: 'Back to the app' }).click();
  await expect.poll(() => streamsOf(product, VIEWER)).toBe(1);
});
