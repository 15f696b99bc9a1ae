import { expect, type Page } from 'playwright/test';
import { test } from '../base.ts';
import { bubble, bubbles, composer, enterAsGuest, firstTab, thread } from './acts.ts';
import { nameOf } from './database.ts';
import { uidOf } from './peer.ts';

const tool = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name, exact: true }).click();
};

test('two become friends in their conversation, say hello, and one answers the question of the other', {
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
