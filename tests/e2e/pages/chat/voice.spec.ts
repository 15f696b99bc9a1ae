import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import { WITH_CAMERA } from '../../calls/two-people.ts';
import { bubbles, firstTab, startTalk, thread } from '../acts.ts';
import { nameOf } from '../database.ts';
import { uidOf } from '../peer.ts';

test('a user records and sends a voice message, and the peer plays it at the chosen speed', { tag: '@phone' }, async ({
  openBrowser,
  product,
}) => {
  const [speaker, listener] = [await openBrowser(WITH_CAMERA), await openBrowser(WITH_CAMERA)];
  const [page, other] = [await firstTab(speaker), await firstTab(listener)];
  await Promise.all([enterAsGuest(page), enterAsGuest(other)]);
  await startTalk(page, await uidOf(other));
  await page.getByRole('button', { name: 'Voice', exact: true }).click();
  const recorder = page.getByRole('region', { name: 'Record' });
  await expect(recorder.getByRole('timer')).toHaveText(/[1-9]$/);
  await recorder.getByRole('button', { name: 'Send', exact: true }).click();

  // The sound is delayed until the speed is chosen, because it lasts only a second.
  const { promise: chosen, resolve: choose } = Promise.withResolvers<void>();
  await listener.route(/\/media\/p\//, async (route) => {
    await chosen;
    await route.continue();
  });
  await thread(other, await nameOf(product, await uidOf(page))).click();
  const voice = bubbles(other).filter({ hasText: 'Not played yet' });
  await voice.getByRole('button', { name: 'Play', exact: true }).click();
  const player = other.getByRole('region', { name: 'Voice being played' });
  await player.getByRole('button', { name: 'Speed 1', exact: true }).click();
  await expect(player.getByRole('button', { name: 'Speed 1.5' })).toBeVisible();
  await expect(voice.getByRole('button', { name: 'Speed 1.5' })).toBeVisible();
  choose();
  await expect(voice).toHaveCount(0);
  await expect(player).toHaveCount(0);
  await expect(bubbles(other).getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
});
