import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { test as base } from '../base.ts';
import { query } from '../pages/database.ts';
import { letTimePass, rowOf } from './connections.ts';
import { expectMoving, HOST, heading, meet, type TwoPeople, twoPeople, VIEWER } from './two-people.ts';

const test = base.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  product: async ({}, use) => {
    const product = await startProduct({ payments: true });
    await use(product);
    await product.stop();
  },
});

/** The gems of a demo viewer. */
const GEMS = 5_000;
const PACK_GEMS = 7_000 + 1_400;
/** The viewer's gems pay for two minutes at this price, not for three. */
const PRICE = 2_400;
/** The viewer's gems pay for one minute at this price, not for two. */
const DEAR = 4_000;
const HOST_SHARE = 0.6;

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for gems' });
const setPrice = (product: Product, price: number) =>
  query(product, 'update anchor set price = $2 where uid = $1', [HOST, price]);

async function gemsOf(product: Product): Promise<readonly unknown[]> {
  const rows = await query(
    product,
    `select uid, amount::int as gems from wallet where uid = any($1) and currency = 'gems'`,
    [[VIEWER, HOST]],
  );
  return [VIEWER, HOST].map((uid) => rows.find((row) => Number(row['uid']) === uid)?.['gems'] ?? 0);
}

async function sidOf(page: Page): Promise<string> {
  await expect.poll(async () => (await rowOf(page))?.meter?.metering).toBe(true);
  return (await rowOf(page))?.sid ?? '';
}

/** Opens the shop in the last minute of a call, chooses a pack, and returns the payment window. */
async function buy(viewer: Page): Promise<Page> {
  await viewer.getByRole('button', { name: 'Get gems' }).click();
  const store = viewer.getByRole('dialog', { name: 'Get gems' });
  await store.getByRole('radio', { name: /^7,000 gems/ }).check({ force: true });
  const opens = viewer.context().waitForEvent('page');
  await store.getByRole('button', { name: 'Continue' }).click();
  const popup = await opens;
  await expect(popup.frameLocator('iframe[title="Card details"]').getByLabel('Card number')).toBeVisible();
  await store.getByTitle('Close').click();
  await expect(store).toHaveCount(0);
  return popup;
}

async function payByCard(popup: Page): Promise<void> {
  const card = popup.frameLocator('iframe[title="Card details"]');
  await card.getByLabel('Card number').fill('4242 4242 4242 4242');
  await card.getByLabel('Expires (MM / YY)').fill('12 / 39');
  await card.getByLabel('Security code').fill('123');
  await card.getByLabel('Name on card').fill('Demo Payer');
  await popup.getByRole('button', { name: 'Pay $54.99' }).click();
  await expect(popup.getByText('8,400 gems are yours.')).toBeVisible();
}

/** Opens the receipt from the shop in the call; it opens in a separate window. */
async function expectReceiptBeside(viewer: Page): Promise<void> {
  const store = viewer.getByRole('dialog', { name: 'Get gems' });
  const opens = viewer.context().waitForEvent('page');
  await store.getByRole('link', { name: 'Receipt' }).click();
  const beside = await opens;
  await expect(beside.getByText('8,400 gems are yours.')).toBeVisible();
  await beside.close();
  await store.getByTitle('Close').click();
  await expect(store).toHaveCount(0);
}

async function expectWaiting({ viewer, host, viewerName }: TwoPeople): Promise<void> {
  await expect(waiting(viewer)).toContainText('Waiting for your gems. The timer is paused.');
  await expect(waiting(host)).toContainText(`${viewerName} is getting gems. The call continues in a moment.`);
}

test('a call continues when the viewer buys gems in it, ends at their spend limit, and ends when they do not pay in time', {
  // The viewer pays within the minute for which the call waits.
  tag: '@timed',
}, async ({ product, openBrowser }) => {
  await query(product, `insert into allowance_use values ('first', 'uid:' || $1::text, 1, 'earlier')`, [VIEWER]);
  await setPrice(product, PRICE);
  const two = await twoPeople(product, openBrowser);
  const { viewer, host, hostName, viewerName } = two;
  expect(await gemsOf(product)).toEqual([GEMS, 0]);

  await test.step('the call pauses while the viewer types a card, and continues when the payment succeeds', async () => {
    await meet(two);
    const sid = await sidOf(viewer);
    await letTimePass(product, sid, 90);
    const popup = await buy(viewer);
    await letTimePass(product, sid, 119);
    await expectWaiting(two);
    await viewer.getByRole('button', { name: 'Get gems' }).click();
    // The limit is the cost of two minutes and of the third. It is set before the payment because the call may continue into a fourth
    // minute.
    await query(product, `insert into spend_limit (uid, scope, "window", gems) values ($1, 'use', 'day', $2)`, [
      VIEWER,
      3 * PRICE,
    ]);
    await payByCard(popup);
    for (const page of [viewer, host]) await expect(waiting(page)).toHaveCount(0);
    await Promise.all([expectMoving(viewer, hostName), expectMoving(host, viewerName)]);
    await expect.poll(() => gemsOf(product)).toEqual([GEMS + PACK_GEMS - 3 * PRICE, expect.any(Number)]);
    await expectReceiptBeside(viewer);
    await popup.close();

    await letTimePass(product, sid, 179);
    for (const page of [viewer, host]) await expect(heading(page, 'Call ended')).toBeVisible();
    await expect(viewer.getByText('The limit you set for yourself was reached.')).toBeVisible();
    await expect
      .poll(async () => (await rowOf(viewer))?.receipt)
      .toMatchObject({ reason: 'spendLimit', seconds: 180, gems: 3 * PRICE });
    await expect.poll(() => gemsOf(product)).toEqual([GEMS + PACK_GEMS - 3 * PRICE, 3 * PRICE * HOST_SHARE]);
  });

  await test.step('the call ends, and costs its length, when the viewer does not pay', async () => {
    await query(product, 'delete from spend_limit where uid = $1', [VIEWER]);
    await setPrice(product, DEAR);
    for (const page of [viewer, host]) await page.getByRole('button', { name: 'Done' }).click();
    await meet(two);
    const sid = await sidOf(viewer);
    // A viewer who has paid before has one free minute a day.
    await letTimePass(product, sid, 90);
    await buy(viewer);
    await letTimePass(product, sid, 119);
    await expectWaiting(two);
    await query(product, 'update call set wait_until = wait_until - 60000, due_at = 0 where sid = $1', [sid]);
    for (const page of [viewer, host]) {
      await expect(heading(page, 'Call ended')).toBeVisible();
      await expect(page.getByText('The gems for this call were used up.')).toBeVisible();
    }
    await expect
      .poll(async () => (await rowOf(viewer))?.receipt)
      .toMatchObject({ reason: 'gemsOut', seconds: 120, gems: DEAR });
    await expect
      .poll(() => gemsOf(product))
      .toEqual([GEMS + PACK_GEMS - 3 * PRICE - DEAR, (3 * PRICE + DEAR) * HOST_SHARE]);
  });
});
