import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { barrier } from '../../../harness/raw-client.ts';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, signIn, signInByForm, test } from '../../base.ts';
import { bubble, firstTab, log, say, startChat, thread } from '../acts.ts';
import { callerOf } from '../caller.ts';
import { query } from '../database.ts';
import { openPeer, uidOf } from '../peer.ts';

const HOST = { uid: 9016 };
const ODIN = 264457003;
const SAM = 100001;

const flag = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });

/** Opens the settings and sets a switch. */
async function turn(page: Page, name: string, on: boolean): Promise<void> {
  if (!page.url().endsWith('/settings')) await page.goto('/settings');
  await expect(flag(page, name)).toBeEnabled();
  if ((await flag(page, name).isChecked()) !== on) await flag(page, name).click();
  await expect(flag(page, name)).toBeChecked({ checked: on });
}

const savedOf = async (product: Parameters<typeof query>[0], uid: number) =>
  (await query(product, 'select changed from account_settings where uid = $1', [uid]))[0]?.['changed'] ?? {};

test('every switch of the settings is stored with the account and unchanged after a reload', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  const names = {
    lastSeen: 'Show when I am online',
    readReceipt: 'Read receipts',
    joiningGroups: 'People may add me as a friend',
    privateMessages: 'Messages from strangers',
    borderedTheme: 'Outlined look',
  };
  for (const name of Object.values(names)) await turn(page, name, name === 'Outlined look');
  const wanted = Object.fromEntries(Object.keys(names).map((key) => [key, key === 'borderedTheme']));
  await expect.poll(() => savedOf(product, uid)).toEqual(wanted);
  await page.reload();
  for (const name of Object.values(names)) {
    await expect(flag(page, name)).toBeChecked({ checked: name === 'Outlined look' });
  }
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

  test('a switch changes at once when there is no network, and is stored on the server when it is back', {
    tag: '@phone',
  }, async ({ openBrowser, product }) => {
    const network = await startProxy(product.port);
    try {
      const page = await firstTab(await openBrowser({ baseURL: network.url }));
      await enterAsGuest(page);
      const uid = await uidOf(page);
      await page.goto('/settings');
      await expect(flag(page, 'Read receipts')).toBeChecked();
      network.refuse(true);
      network.reset();
      await turn(page, 'Read receipts', false);
      expect(await savedOf(product, uid)).toEqual({});
      network.refuse(false);
      await expect.poll(() => savedOf(product, uid), { timeout: 60_000 }).toEqual({ readReceipt: false });
    } finally {
      await network.close();
    }
  });
});

test('the theme follows the device until the user selects one, which stays after a reload', { tag: '@phone' }, async ({
  page,
}) => {
  const root = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await enterAsGuest(page, '/settings');
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveCSS('color-scheme', 'light');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await page.getByRole('radio', { name: 'Same as device' }).check();
  await expect(root).toHaveCSS('color-scheme', 'light');
});

test("the theme that an account selected applies on the user's next device, whatever was selected there before", {
  tag: '@phone',
}, async ({ page, openBrowser }) => {
  await signIn(page, ODIN, '/settings');
  await page.getByRole('radio', { name: 'Light' }).check();
  await turn(page, 'Outlined look', true);

  const other = await firstTab(await openBrowser());
  await other.goto('/login');
  await other.evaluate(() => localStorage.setItem('theme', 'dark'));
  await other.reload();
  await expect(other.locator('html')).toHaveCSS('color-scheme', 'dark');
  await signInByForm(other, ODIN);
  await expect(other.locator('html')).toHaveCSS('color-scheme', 'light');
  await expect(other.locator('html')).toHaveAttribute('data-bordered', '');
});

test('bubbles have outlines in the dark when the outlined theme is on', { tag: '@desk' }, async ({ page }) => {
  // In light, received bubbles always have one.
  await page.emulateMedia({ colorScheme: 'dark' });
  await enterAsGuest(page);
  const lineOf = () =>
    log(page)
      .getByText('Welcome to gemcall!', { exact: false })
      .last()
      .locator('..')
      .evaluate((element) => getComputedStyle(element).boxShadow);
  // Opened by address: the welcome message leaves the list once the team's message about the welcome gems has arrived.
  await page.goto('/message/localOfficial');
  await expect.poll(lineOf).toContain('rgba(0, 0, 0, 0)');
  await turn(page, 'Outlined look', true);
  await page.goto('/message/localOfficial');
  await expect(page.locator('html')).toHaveAttribute('data-bordered', '');
  await expect.poll(lineOf).not.toContain('rgba(0, 0, 0, 0)');
});

test('a host who hides their online status appears offline to other users', { tag: '@phone' }, async ({
  page,
  openBrowser,
}) => {
  const host = await firstTab(await openBrowser());
  await Promise.all([signIn(host, HOST.uid), enterAsGuest(page)]);
  const seen = async (presence: string) =>
    expect(async () => {
      await page.goto('/message?new');
      await page.getByRole('searchbox').fill(String(HOST.uid));
      const item = page.getByRole('list', { name: 'People to write to' }).getByRole('button').first();
      await expect(item).toContainText(presence, { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  await seen('Online');
  await turn(host, 'Show when I am online', false);
  await seen('Offline');
  await turn(host, 'Show when I am online', true);
  await seen('Online');
});

test('read receipts are shown to neither side when one of them has turned them off', { tag: '@phone' }, async ({
  page,
  openBrowser,
  product,
}) => {
  const host = await firstTab(await openBrowser());
  await Promise.all([signIn(page, SAM), signIn(host, 9017)]);
  await turn(host, 'Read receipts', false);
  await startChat(page, 9017);
  await say(page, 'Did you read this?');
  await host.goto('/message');
  await thread(host, 'Sam (demo)').click();
  await expect(bubble(host, 'Did you read this?')).toBeVisible();
  await say(host, 'I will not tell');
  // The marker was sent before this message, so it would have arrived by now.
  await expect(bubble(page, 'I will not tell')).toBeVisible();
  await expect(bubble(page, 'Did you read this?').getByRole('img', { name: 'Delivered' })).toBeVisible();
  await expect(bubble(host, 'I will not tell').getByRole('img', { name: 'Delivered' })).toBeVisible();

  await turn(host, 'Read receipts', true);
  // The edge drops markers of users without read receipts, so the test waits until the setting is stored.
  await expect.poll(() => savedOf(product, 9017)).toMatchObject({ readReceipt: true });
  await host.goto('/message');
  await say(page, 'And now?');
  await thread(host, 'Sam (demo)').click();
  await expect(bubble(page, 'And now?').getByRole('img', { name: 'Seen' })).toBeVisible();
  // Turned off: receipts that arrived before are hidden too.
  await turn(page, 'Read receipts', false);
  await page.goto('/message/u_9017');
  await expect(bubble(page, 'And now?').getByRole('img', { name: 'Delivered' })).toBeVisible();
  await turn(page, 'Read receipts', true);
});

test('a user who turned friend requests off receives none', { tag: '@phone' }, async ({ page, product }) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  const callAsSam = await callerOf(product, SAM);
  await turn(page, 'People may add me as a friend', false);
  await expect.poll(() => savedOf(product, uid)).toEqual({ joiningGroups: false });
  expect((await callAsSam('changeRelation', { targetUid: uid, action: 'request' })).result).not.toBe(1);
  await turn(page, 'People may add me as a friend', true);
  await expect
    .poll(async () => (await callAsSam('changeRelation', { targetUid: uid, action: 'request' })).result)
    .toBe(1);
});

test('a stranger cannot write when the user turned their messages off, and a host can', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  await signIn(page, ODIN);
  const sam = await openPeer(product, SAM);
  sam.say(ODIN, 'Hello Odin');
  await expect(page.getByText('Hello Odin')).toBeVisible();
  await turn(page, 'Messages from strangers', false);
  // The page does not show when the server has stored the setting, so Sam writes until a message is refused.
  await expect
    .poll(async () => {
      const id = sam.say(ODIN, 'Knock knock');
      await barrier(sam.client, 'localhost');
      return sam.client.frames.some((frame) => frame.attrs['id'] === id && frame.attrs['type'] === 'error');
    })
    .toBe(true);
  sam.say(ODIN, 'Are you there?');
  const host = await openPeer(product, 9018);
  host.say(ODIN, 'I am a host');
  await page.goto('/message');
  await expect(page.getByText('I am a host')).toBeVisible();
  await expect(page.getByText('Are you there?')).toHaveCount(0);
  sam.leave();
  host.leave();
  await turn(page, 'Messages from strangers', true);
});
