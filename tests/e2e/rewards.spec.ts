import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Product } from '../harness/browser/product.ts';
import { enterAsGuest, signIn, test } from './base.ts';
import { watchConnections } from './calls/connections.ts';
import { expectMoving, HOST, panel, WITH_CAMERA } from './calls/two-people.ts';
import { streamsOf } from './core/streams.ts';
import { firstTab } from './pages/acts.ts';
import { nameOf, query } from './pages/database.ts';
import { uidOf } from './pages/peer.ts';

const silverOf = async (product: Product, uid: number) => {
  const [row] = await query(product, `select amount from wallet where uid = $1 and currency = 'silver'`, [uid]);
  return Number(row?.['amount']);
};

/** The host accepts the call, both see each other's video, and the guest hangs up. */
async function talk(guest: Page, host: Page, names: { readonly guest: string; readonly host: string }): Promise<void> {
  await panel(host, names.guest).getByRole('button', { name: 'Accept' }).click();
  await Promise.all([expectMoving(guest, names.host), expectMoving(host, names.guest)]);
  await expect(guest.getByRole('timer')).toBeVisible();
  await guest.mouse.move(200, 300);
  await guest.getByRole('button', { name: 'Hang up' }).click();
  await expect(guest.getByRole('heading', { name: 'Call ended' })).toBeVisible();
}
const done = async (...pages: readonly Page[]) => {
  for (const page of pages) await page.getByRole('button', { name: 'Done', exact: true }).click();
};

test('a guest earns silver by check-in and lucky box, has one free silver call, pays silver for the next, and has a free call as a payer', {
  tag: '@phone',
  lock: 'video',
}, async ({ product, openBrowser }) => {
  await query(product, 'update anchor set is_silver = true where uid = $1', [HOST]);
  const [theirs, hers] = [await openBrowser(WITH_CAMERA), await openBrowser(WITH_CAMERA)];
  await Promise.all([watchConnections(theirs), watchConnections(hers)]);
  const [guest, host] = [await firstTab(theirs), await firstTab(hers)];
  await Promise.all([enterAsGuest(guest), signIn(host, HOST)]);
  const uid = await uidOf(guest);
  for (const one of [uid, HOST]) await expect.poll(() => streamsOf(product, one)).toBeGreaterThan(0);
  const names = { guest: await nameOf(product, uid), host: await nameOf(product, HOST) };

  // On the wall, a chip shows how much can be claimed.
  await guest.goto('/goddess');
  await guest.getByRole('link', { name: 'Tasks: 20 silver to claim' }).click();
  await guest.getByRole('button', { name: 'Check in: +20' }).click();
  const box = guest.getByRole('dialog', { name: 'Lucky box' });
  await expect(box.getByRole('row', { name: /200 silver/ })).toContainText('0.5%');
  await box.getByRole('button', { name: 'Open it' }).click();
  await expect(box.getByText(/^You won \d+ silver$/)).toBeVisible();
  const earned = await silverOf(product, uid);
  expect(earned).toBeGreaterThanOrEqual(25);
  await box.getByRole('button', { name: 'Nice' }).click();
  await expect(guest.getByText(`Your silver ${earned}`)).toBeVisible();
  await query(
    product,
    `select ledger_transfer('test:club:' || $1::text, 'move', 'silver', 100, null, array[-2, $1::bigint],
      array[-100, 100]::bigint[], 'adjust', 'test')`,
    [uid],
  );

  await guest.getByRole('link', { name: 'Spend silver' }).click();
  await expect(guest.getByText('Free silver calls left today: 1, 1:00 each')).toBeVisible();
  const card = guest.locator(`[data-person="${HOST}"]`);
  /** The buttons of a card appear on hover. */
  const callFromClub = async () => {
    await card.hover();
    await card.getByRole('button', { name: `Call ${names.host}` }).click();
  };
  await callFromClub();
  await talk(guest, host, names);
  await expect(guest.getByText('Nothing was charged')).toBeVisible();
  expect(await silverOf(product, uid)).toBe(earned + 100);
  await done(guest, host);

  await guest.goto('/club');
  await expect(guest.getByText('100 silver for 1:00. Calls left today: 5')).toBeVisible();
  await callFromClub();
  await expect(guest.getByText('100 silver for 1:00', { exact: true })).toBeVisible();
  await talk(guest, host, names);
  await expect(guest.getByText('You paid in silver')).toBeVisible();
  expect(await silverOf(product, uid)).toBe(earned);
  await done(guest, host);

  // The balance is too low for a third call, so the page offers to earn silver and not to buy gems.
  await query(
    product,
    `select ledger_transfer('test:spent:' || uid, 'move', 'silver', amount, null, array[uid, -2],
      array[-amount, amount]::bigint[], 'adjust', 'test')
     from wallet where uid = $1 and currency = 'silver'`,
    [uid],
  );
  await guest.goto(`/call/${HOST}?from=silver_anchor&kind=silver`);
  await expect(guest.getByText('100 silver for 1:00')).toBeVisible();
  await guest.getByRole('button', { name: `Call ${names.host}` }).click();
  await guest.getByRole('link', { name: 'Earn silver' }).click();
  await expect(guest).toHaveURL(/\/club$/);

  // An account that has paid once has one free call a day, in addition to its first free call.
  await query(product, 'update account set paid = true where uid = $1', [uid]);
  await query(product, `insert into allowance_use select 'first', 'uid:' || $1::text, 1, 'earlier'`, [uid]);
  await guest.goto(`/anchorprofile?uid=${HOST}`);
  await expect(guest.getByText(/1:00 free/).last()).toBeVisible();
  await guest.getByRole('link', { name: 'Video call' }).click();
  await talk(guest, host, names);
  await expect(guest.getByText('Nothing was charged')).toBeVisible();
  const [call] = await query(product, `select kind from call where caller = $1 order by start_time desc limit 1`, [
    uid,
  ]);
  expect(call?.['kind']).toBe('paidUserFree');
});
