import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { DAY_MS } from '../../../../contract/durations.ts';
import { readTable } from '../../../harness/browser/rows.ts';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, test } from '../../base.ts';
import { bubble, bubbles, firstTab, say, startChat } from '../acts.ts';
import { nameOf } from '../database.ts';
import { addRows } from '../installed/storage.ts';
import { openPeer, uidOf } from '../peer.ts';

const HOST = 9019;

/** Navigates inside the running app without a page load, as a link does. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);

const confirm = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: 'Delete', exact: true }).click();

/** Moves the date of a stored message back by `days`. */
async function age(page: Page, body: string, days: number): Promise<void> {
  const rows = (await readTable(page, 'chat', 'messages')) as { date: number; payload?: { body?: string } }[];
  const old = rows.filter(({ payload }) => payload?.body === body);
  expect(old).toHaveLength(1);
  await addRows(
    page,
    'chat',
    'messages',
    old.map((row) => ({ ...row, date: Date.now() - days * DAY_MS })),
  );
}

test('messages older than a week are deleted after confirmation when the user chooses 7 days, and stay deleted', {
  tag: '@phone',
}, async ({ page, product }) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await startChat(page, HOST);
  const host = await openPeer(product, HOST);
  host.say(uid, 'Eight days ago');
  await expect(bubble(page, 'Eight days ago')).toBeVisible();
  host.say(uid, 'Just now');
  await expect(bubble(page, 'Just now')).toBeVisible();
  await age(page, 'Eight days ago', 8);

  await page.goto('/deletemessagesettings');
  await expect(page.getByRole('radio', { name: 'Never' })).toBeChecked();
  await expect(page.getByText('What still waits to be sent stays.').first()).toBeVisible();
  await page
    .getByRole('radio', { name: '7 days' })
    .check({ force: true })
    .catch(() => undefined);
  const question = page.getByRole('alertdialog', { name: 'Delete older messages now?' });
  await expect(question).toContainText('older than 7 days');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('radio', { name: 'Never' })).toBeChecked();
  await page.getByRole('radio', { name: '7 days' }).click();
  await confirm(page, 'Delete older messages now?');
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked();

  await page.goto(`/message/u_${HOST}`);
  await expect(bubble(page, 'Just now')).toBeVisible();
  await expect(bubble(page, 'Eight days ago')).toHaveCount(0);
  await page.goto('/settings');
  await expect(page.getByRole('link', { name: 'Delete messages 7 days' })).toBeVisible();
  // A longer period deletes nothing, so there is no confirmation.
  await page.goto('/deletemessagesettings');
  await page.getByRole('radio', { name: '90 days' }).click();
  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
  host.leave();
});

test('the chosen conversations are cleared and the others keep their messages', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  const hosts = [await openPeer(product, HOST), await openPeer(product, HOST + 1)];
  hosts[0]?.say(uid, 'From the first');
  hosts[1]?.say(uid, 'From the second');
  await expect(page.getByText('From the first')).toBeVisible();
  await expect(page.getByText('From the second')).toBeVisible();

  const first = page.getByRole('checkbox', { name: await nameOf(product, HOST) });
  await page.goto('/deletemessagesettings');
  const remove = page.getByRole('button', { name: /^Delete selected/ });
  await expect(remove).toBeDisabled();
  await first.click();
  await expect(first).toHaveAccessibleDescription('Messages: 1');
  await expect(remove).toHaveText('Delete selected (1)');
  await remove.click();
  await confirm(page, 'Delete the messages of these conversations?');
  await expect(page.getByText('Messages deleted')).toBeVisible();
  await expect(first).toBeDisabled();
  await page.goto('/message');
  await expect(page.getByText('From the second')).toBeVisible();
  await expect(page.getByText('From the first')).toHaveCount(0);
  for (const host of hosts) host.leave();
});

test('one conversation is cleared from its own menu and stays empty after a reload', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await startChat(page, HOST);
  const host = await openPeer(product, HOST);
  host.say(uid, 'Please forget this');
  await expect(bubble(page, 'Please forget this')).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete messages' }).click();
  const question = page.getByRole('alertdialog', { name: /^Delete the messages with / });
  await expect(question).toContainText('This cannot be undone.');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(bubbles(page)).toHaveCount(0);
  await expect(page.getByText(/^This is the start of your conversation/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^This is the start of your conversation/)).toBeVisible();
  host.leave();
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

  test('an unsent message stays when the user deletes all messages without a network', { tag: '@desk' }, async ({
    openBrowser,
    product,
  }) => {
    const network = await startProxy(product.port);
    try {
      const page = await firstTab(await openBrowser({ baseURL: network.url }));
      await enterAsGuest(page);
      // Opened once with a network, because the first visit to a page fetches its script.
      await go(page, '/deletemessagesettings');
      await expect(page.getByRole('button', { name: 'Delete all messages' })).toBeVisible();
      await go(page, '/message');
      await startChat(page, HOST);
      await say(page, 'Sent long ago');
      await expect(bubble(page, 'Sent long ago').getByRole('img', { name: 'Sent' })).toBeVisible();
      network.refuse(true);
      network.reset();
      await say(page, 'On its way');
      await go(page, '/deletemessagesettings');
      await page.getByRole('button', { name: 'Delete all messages' }).click();
      await confirm(page, 'Delete all messages on this device?');
      await go(page, `/message/u_${HOST}`);
      await expect(bubble(page, 'On its way').getByRole('img', { name: 'Sending' })).toBeVisible();
      await expect(bubbles(page)).toHaveCount(1);
      network.refuse(false);
      await expect(bubble(page, 'On its way').getByRole('img', { name: 'Sent' })).toBeVisible({ timeout: 60_000 });
    } finally {
      await network.close();
    }
  });
});
