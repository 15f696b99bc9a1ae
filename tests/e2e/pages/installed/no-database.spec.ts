import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { newProfile } from '../../../harness/browser/browser.ts';
import { test } from '../../base.ts';
import { firstTab } from '../acts.ts';

const missing = (page: Page) =>
  page.getByRole('heading', { level: 1, name: "Your browser's storage is not available" });
const guest = (page: Page) => page.getByRole('button', { name: 'Continue as guest' });

test('a page says why it cannot run and what to do when the browser has no IndexedDB, and runs after a reload with one', {
  tag: '@phone',
}, async ({ context, page }) => {
  await context.addInitScript(() => {
    if (localStorage.getItem('test-allowed') !== null) return;
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });
  });
  await page.goto('/onlinevideochat');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/login?next=%2Fmessage');
  await expect(missing(page)).toBeVisible();
  await expect(page.getByText('This browser blocks its storage')).toBeVisible();
  await expect(page.getByText('Allow cookies and site data for this site')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('test-allowed', '1'));
  await page.getByRole('button', { name: 'Reload' }).click();
  await guest(page).click();
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
});

test('a page says why it cannot run when the browser blocks all storage', {
  tag: '@phone',
}, async ({ openBrowser }) => {
  const userDataDir = newProfile();
  mkdirSync(join(userDataDir, 'Default'), { recursive: true });
  const forbidden = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(userDataDir, 'Default', 'Preferences'), JSON.stringify(forbidden));
  const page = await firstTab(await openBrowser({ userDataDir, asksForInfo: true }));
  await page.goto('/login');
  await expect(missing(page)).toBeVisible();
});

test('the app replaces the explanation when databases that were too slow answer', {
  tag: '@phone',
}, async ({ context, page }) => {
  await context.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(globalThis, { answer: resolve });
    // Each database opens at once, but its `success` event is dispatched only when the test calls `answer`.
    IDBFactory.prototype.open = function openLate(...args) {
      const request = open.apply(this, args);
      const delay = (event: Event) => {
        event.stopImmediatePropagation();
        void promise.then(() => request.dispatchEvent(new Event('success')));
      };
      request.addEventListener('success', delay, { capture: true, once: true });
      return request;
    };
  });
  await page.goto('/login?next=%2Fmessage');
  await expect(missing(page)).toBeVisible();
  await page.evaluate(() => (globalThis as unknown as { answer(): void }).answer());
  await expect(guest(page)).toBeVisible();
});
