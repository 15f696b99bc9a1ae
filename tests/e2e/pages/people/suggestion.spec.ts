import { expect } from 'playwright/test';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { streamsOf } from '../../core/streams.ts';
import { firstTab } from '../acts.ts';
import { card } from './hosts.ts';

test('a user is shown a suggested host once a day, after forty seconds on the wall', { tag: '@phone' }, async ({
  page,
  openBrowser,
  product,
}) => {
  const host = await openBrowser();
  await signIn(await firstTab(host), 9005);
  await expect.poll(() => streamsOf(product, 9005)).toBe(1);
  await page.clock.install();
  await enterAsGuest(page, '/goddess');
  await expect(card(page, 'Asha')).toBeVisible();
  const proposal = page.getByRole('complementary', { name: 'A suggestion' });
  // The fake clock also runs in real time, so the steps leave a margin for a slow machine.
  await page.clock.runFor(10_000);
  await expect(proposal).toHaveCount(0);
  await page.clock.runFor(35_000);
  await expect(proposal).toBeVisible();
  await expect(proposal.getByRole('button', { name: 'Say hello' })).toBeVisible();
  await proposal.getByRole('button', { name: 'Close' }).click();
  await expect(proposal).toHaveCount(0);
  await page.clock.runFor(120_000);
  await expect(proposal).toHaveCount(0);
  await page.reload();
  await expect(card(page, 'Asha')).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(proposal).toHaveCount(0);
});
