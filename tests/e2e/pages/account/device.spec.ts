import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { readTable } from '../../../harness/browser/rows.ts';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, test } from '../../base.ts';
import { bubble, firstTab, say, startChat } from '../acts.ts';

test.use({ serviceWorkers: 'allow', allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)|chat login/] });

const HOST = 9_001;
const rows = (page: Page, database: string, table: string) =>
  expect.poll(async () => (await readTable(page, database, table)).length);

test('a user takes back a waiting change and clears the stored lists and messages on the device page', {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const network = await startProxy(product.port);
  const context = await openBrowser({ baseURL: network.url });
  const page = await firstTab(context);
  await enterAsGuest(page);
  await startChat(page, HOST);
  await say(page, 'Kept by the server');
  await expect(bubble(page, 'Kept by the server').getByRole('img', { name: /^(Sent|Delivered|Seen)$/ })).toBeVisible();
  await page.goto('/goddess');
  await rows(page, 'app', 'people').toBeGreaterThan(0);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

  // A change that waits for the network is taken back and is undone in the settings.
  await page.goto('/settings');
  const seen = page.getByRole('switch', { name: 'Show when I am online' });
  await expect(seen).toBeChecked();
  network.refuse(true);
  network.reset();
  await context.setOffline(true);
  await seen.click();
  await expect(seen).not.toBeChecked();
  await page.goto('/device');
  await page.getByRole('button', { name: 'Discard: Change to your settings' }).click();
  await expect(page.getByText('Everything is sent.')).toBeVisible();
  await page.goto('/settings');
  await expect(seen).toBeChecked();
  network.refuse(false);
  await context.setOffline(false);

  await page.goto('/device');
  const clear = async (what: string, question: string, says: string) => {
    await page.getByRole('button', { name: `Clear: ${what}` }).click();
    const dialog = page.getByRole('alertdialog', { name: question });
    await expect(dialog).toContainText(says);
    await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText('Cleared', { exact: true }).first()).toBeVisible();
  };
  await clear('Lists and people', 'Clear all kept lists?', 'comes back');
  await rows(page, 'app', 'people').toBe(0);
  await clear('Messages', 'Clear all messages on this device?', 'This cannot be undone.');
  await rows(page, 'chat', 'messages').toBe(0);
  // The app itself cannot be cleared: without it nothing would start offline.
  await expect(page.getByText(/Kept so that it starts without a network/)).toBeVisible();
  await page.goto('/goddess');
  await rows(page, 'app', 'people').toBeGreaterThan(0);
  // The messages were deleted on the device only; the conversation says nothing about it.
  await page.goto(`/message/u_${HOST}`);
  await expect(page.getByText(/^This is the start of your conversation/)).toBeVisible();
  await network.close();
});
