import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { signIn, test } from '../../base.ts';
import { firstTab, leaveConversation, say, startChat, threads } from '../acts.ts';
import { query } from '../database.ts';

const OWN = 264457003;
const [PINNED, ARCHIVED] = [9_023, 9_024];
const TABS = 5;

// The list of conversations must have no others.
test.use({ ownProduct: true, allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)|chat login/] });

test('a conversation that is pinned, muted or archived in one of five tabs is so in all of them and on another device, also when it is done offline, and is stored on the server after that', {
  tag: '@phone',
}, async ({ product, openBrowser }) => {
  // The stream of the worker ends only behind a proxy.
  const network = await startProxy(product.port);
  const context = await openBrowser({ baseURL: network.url });
  const page = await firstTab(context);
  await signIn(page, OWN);
  for (const uid of [PINNED, ARCHIVED]) {
    await startChat(page, uid);
    await say(page, 'Hello');
    await leaveConversation(page);
  }
  const tabs = [page];
  while (tabs.length < TABS) {
    const tab = await context.newPage();
    await tab.goto('/message');
    tabs.push(tab);
  }
  const device = await firstTab(await openBrowser());
  await signIn(device, OWN);
  const [, second, third, fourth] = tabs;
  if (!second || !third || !fourth) throw new Error('Five tabs were asked for');

  const row = (at: Page, uid: number) => threads(at).locator(`[data-tid="u_${uid}"]`);
  const choose = async (at: Page, uid: number, name: string) => {
    await row(at, uid).click({ button: 'right' });
    await at.getByRole('menuitem', { name, exact: true }).click();
  };
  for (const at of [...tabs, device]) await expect(threads(at).locator('[data-tid]').first()).toBeVisible();
  await choose(second, PINNED, 'Pin');
  for (const at of [...tabs, device]) {
    // Below the conversation with the team, which stays on top.
    await expect(threads(at).locator('[data-tid^="u_"]').first()).toHaveAttribute('data-tid', `u_${PINNED}`);
    await expect(row(at, PINNED).getByRole('img', { name: 'Pinned' })).toBeVisible();
  }

  network.refuse(true);
  network.reset();
  await context.setOffline(true);
  await choose(third, PINNED, 'Mute');
  await choose(fourth, ARCHIVED, 'Archive');
  const expectChosen = async (at: Page) => {
    await expect(row(at, PINNED).getByRole('img', { name: 'Muted' })).toBeVisible();
    await expect(row(at, ARCHIVED)).toHaveCount(0);
  };
  for (const at of tabs) await expectChosen(at);
  await expect(row(device, PINNED).getByRole('img', { name: 'Muted' })).toHaveCount(0);
  await expect(row(device, ARCHIVED)).toBeVisible();

  network.refuse(false);
  await context.setOffline(false);
  await expect
    .poll(
      async () =>
        (
          await query(product, `select changed->'conversations' as chosen from account_settings where uid = $1`, [OWN])
        )[0],
    )
    .toMatchObject({
      chosen: { [`u_${PINNED}`]: { muted: true, pinned: true }, [`u_${ARCHIVED}`]: { archivedAt: expect.any(Number) } },
    });
  await expectChosen(device);
  // The other device takes it back, and this one follows.
  await choose(device, PINNED, 'Unmute');
  await choose(device, PINNED, 'Unpin');
  for (const at of tabs) {
    await expect(row(at, PINNED).getByRole('img', { name: 'Muted' })).toHaveCount(0);
    await expect(row(at, PINNED).getByRole('img', { name: 'Pinned' })).toHaveCount(0);
    await expect(row(at, ARCHIVED)).toHaveCount(0);
  }
  await network.close();
});
