import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import * as v from 'valibot';
import { endpoints } from '../../../../contract/endpoints.ts';
import { newProfile } from '../../../harness/browser/browser.ts';
import { envelope } from '../../../harness/envelope.ts';
import { test } from '../../base.ts';
import { bubble, enterByButton, firstTab, say, signOut, startChat } from '../acts.ts';
import { query } from '../database.ts';

const holder = v.object({ uid: v.number(), jid: v.string(), vcToken: v.string() });

/** The whole localStorage as one text. */
const smallStore = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));
const sessionIn = async (page: Page) =>
  v.parse(holder, JSON.parse((await page.evaluate(() => localStorage.getItem('kept:session'))) ?? ''));

// The second tab may have a request or its WebSocket refused before it learns that the first has signed out.
test.use({ allowedProblems: [/401 \(Unauthorized\)|WebSocket is already in CLOSING/] });

test('the app works without IndexedDB, says what is not stored, and stays signed in after a reload', {
  tag: '@phone',
}, async ({ context, page, product }) => {
  await context.addInitScript(() =>
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true }),
  );
  await enterByButton(page);
  const banner = page.getByRole('status', { name: 'Storage' });
  await expect(banner).toContainText('This browser does not let us store your chats');
  await startChat(page, 9014);
  await say(page, 'Kept by the server');
  await expect(bubble(page, 'Kept by the server').getByRole('img', { name: /^(Sent|Delivered|Seen)$/ })).toBeVisible();

  const outlined = page.getByRole('switch', { name: 'Outlined look', exact: true });
  await page.goto('/settings');
  await outlined.click();
  // Stored here and with the account: a change that the server has not received would be lost with the page.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kept:settings'))).toContain('"borderedTheme":true');
  const { uid } = await sessionIn(page);
  const saved = 'select changed from account_settings where uid = $1';
  await expect.poll(async () => (await query(product, saved, [uid]))[0]?.['changed']).toEqual({ borderedTheme: true });
  await page.reload();
  await expect(outlined).toBeChecked();
  await banner.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toBeHidden();

  const other = await context.newPage();
  await other.goto('/message/u_9014');
  await expect(bubble(other, 'Kept by the server')).toBeVisible();

  const { jid, vcToken } = await sessionIn(page);
  await signOut(page);
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  expect(await smallStore(page)).not.toContain(vcToken);
  expect(await smallStore(other)).not.toContain('kept:session');
  const asked = () =>
    fetch(`${product.url}${endpoints.account.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${vcToken}`, 'x-token': vcToken },
      body: JSON.stringify(envelope({ action: 1 }, { id: uid, jid, role: 2, vcToken, nickName: '' })),
    });
  await expect.poll(async () => (await asked()).status).toBe(401);
});

test('the app works when all storage is blocked, and says that a reload signs out', {
  tag: '@phone',
}, async ({ openBrowser }) => {
  const userDataDir = newProfile();
  mkdirSync(join(userDataDir, 'Default'), { recursive: true });
  const forbidden = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(userDataDir, 'Default', 'Preferences'), JSON.stringify(forbidden));
  const page = await firstTab(await openBrowser({ userDataDir, asksForInfo: true }));
  await enterByButton(page);
  await expect(page.getByRole('status', { name: 'Storage' })).toContainText('you have to sign in again');
  await startChat(page, 9014);
  await say(page, 'From memory');
  await expect(bubble(page, 'From memory').getByRole('img', { name: /^(Sent|Delivered|Seen)$/ })).toBeVisible();
});
