import { expect, type Page } from 'playwright/test';
import { openDatabase } from '../../../../server/platform/database/connect.ts';
import type { Product } from '../../../harness/browser/product.ts';
import { operate } from '../../../harness/operate.ts';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { bubble, bubbles, composer, firstTab, say, startTalk, thread } from '../acts.ts';
import { nameOf, query } from '../database.ts';
import { uidOf } from '../peer.ts';

const HOST = 9012;

const tool = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name, exact: true }).click();
};

/** Answers in the name of the team, as an operator does. */
async function answer(product: Product, to: number, by: string, words: string): Promise<void> {
  const { db, close } = openDatabase(product.databaseUrl, () => undefined);
  await operate(db, ['answer', String(to), by, words]);
  await close();
}

test("two users become friends in their conversation, greet each other, and one answers the other's question", {
  tag: '@desk',
}, async ({ page, openBrowser, product }) => {
  const other = await firstTab(await openBrowser());
  await Promise.all([enterAsGuest(page), enterAsGuest(other)]);
  const [uid, otherUid] = [await uidOf(page), await uidOf(other)];
  const [name, otherName] = [await nameOf(product, uid), await nameOf(product, otherUid)];
  await page.goto(`/anchorprofile?uid=${otherUid}`);
  await page.getByRole('button', { name: 'Add friend' }).click();

  await thread(other, name).click();
  const request = bubbles(other).filter({ hasText: `${name} would like to be friends with you.` });
  await request.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(request).toContainText('You are friends now');
  await expect(request.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0);

  await page.goto('/message');
  await thread(page, otherName).click();
  for (const one of [other, page]) {
    const friends = bubbles(one).filter({ has: one.getByRole('button', { name: 'Say hello' }) });
    await expect(friends).toContainText('You are friends now');
    await friends.getByRole('button', { name: 'Say hello' }).click();
    await expect(composer(one)).toBeFocused();
  }

  await say(
    other,
    '你看https://example.com/a很好。見て「https://example.org/b」、https://example.net/c（これ）ดูhttps://example.edu/dนะ',
  );
  for (const address of [
    'https://example.com/a',
    'https://example.org/b',
    'https://example.net/c',
    'https://example.edu/d',
  ]) {
    await bubbles(page).getByRole('button', { name: address, exact: true }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText(address, { exact: true })).toBeVisible();
    await expect(sheet.getByText(new URL(address).host, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  }

  await tool(page, 'Question');
  await page.getByRole('button', { name: 'Tea or coffee?', exact: true }).click();
  const asked = (one: Page) => bubbles(one).filter({ hasText: 'Tea or coffee?' });
  await asked(other).getByRole('button', { name: 'Tea', exact: true }).click();
  for (const one of [other, page]) {
    await expect(asked(one).getByRole('paragraph').filter({ hasText: 'Chosen' })).toContainText('Tea');
    await expect(asked(one).getByRole('button', { name: 'Coffee' })).toHaveCount(0);
    await expect(bubble(one, 'Tea').last()).toBeVisible();
  }
});

test('a host invites a user to call, and the invitation in the conversation links to the call', {
  tag: '@desk',
}, async ({ page, openBrowser, product }) => {
  const host = await firstTab(await openBrowser());
  await Promise.all([enterAsGuest(page), signIn(host, HOST)]);
  await startTalk(host, await uidOf(page));
  await tool(host, 'Invite to call');
  await host.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(bubbles(host).filter({ hasText: 'You invite them to call you' })).toBeVisible();

  const hostName = await nameOf(product, HOST);
  await thread(page, hostName).click();
  const invitation = bubbles(page).filter({ hasText: 'Invites you to call' });
  await expect(invitation.getByRole('link', { name: /^Video call/ })).toBeVisible();
});

test('a message to the team reaches the support inbox and is answered under the name of a team member', {
  tag: '@desk',
}, async ({ page, product }) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await page.goto('/message/u_1');
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'More to send' })).toHaveCount(0);
  await say(page, 'Where are my gems?');
  const waiting = () =>
    query(product, 'select body, answered_at is null as waits from support_inbox where uid = $1', [uid]);
  await expect.poll(waiting).toEqual([{ body: 'Where are my gems?', waits: true }]);

  await answer(product, uid, 'Ina', 'Here they are.');
  const words = bubble(page, 'Here they are.');
  await expect(words.getByText('Support', { exact: true })).toBeVisible();
  await expect(words.getByText('Ina', { exact: true })).toBeVisible();
  expect(await waiting()).toEqual([{ body: 'Where are my gems?', waits: false }]);
});
