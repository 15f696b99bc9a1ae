import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { DAY_MS } from '../../../../contract/durations.ts';
import type { Product } from '../../../harness/browser/product.ts';
import { findWorker, killWorker } from '../../../harness/load/workers.ts';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, test } from '../../base.ts';
import { HOST, WITH_CAMERA } from '../../calls/two-people.ts';
import { streamsOf } from '../../core/streams.ts';
import { firstTab, tabTo } from '../acts.ts';
import { nameOf, query } from '../database.ts';
import { openPeer, uidOf } from '../peer.ts';

const BUY_DAY = 'Gems you buy in a day';
const BUY_WEEK = 'Gems you buy in 7 days';
const USE_DAY = 'Gems you spend in a day';
const USE_WEEK = 'Gems you spend in 7 days';

/** The section of one limit: heading, used amount and form. */
const about = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true }).locator('..');
const form = (page: Page, name: string): Locator => page.getByRole('form', { name, exact: true });
const field = (page: Page, name: string): Locator => form(page, name).getByLabel('New limit');

/** Opens the limits from the You page by clicks. */
async function openLimits(page: Page): Promise<void> {
  await page.goto('/personalhome');
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByRole('tab', { name: 'Limits' }).click();
  await expect(field(page, BUY_DAY)).toBeVisible();
}

async function setLimit(page: Page, name: string, gems: number): Promise<void> {
  await field(page, name).fill(String(gems));
  await form(page, name).getByRole('button', { name: 'Set' }).click();
  await expect(about(page, name)).toContainText(`of ${gems.toLocaleString('en')}`);
}

const limitsOf = (product: Product, uid: number) =>
  query(
    product,
    `select scope || ' ' || "window" as what, gems::int, next::int, extract(epoch from next_at)::float * 1000 as at
     from spend_limit where uid = $1 order by 1`,
    [uid],
  );

test.describe('over an unreliable connection', () => {
  test.use({ allowedProblems: [/ERR_|WebSocket|Failed to/] });

  test('a user sets limits by keyboard; they apply at once, a raised one a day later, and an unsent one stays typed', {
    tag: '@phone',
  }, async ({ openBrowser, product }) => {
    const line = await startProxy(product.port);
    try {
      const page = await firstTab(await openBrowser({ baseURL: line.url }));
      await enterAsGuest(page);
      const uid = await uidOf(page);
      await page.goto('/personalhome');
      await tabTo(page, page.getByRole('link', { name: 'Payments', exact: true }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('tab', { name: 'Purchases' }));
      for (const tab of ['Gems', 'Silver', 'Cards', 'Limits']) {
        await page.keyboard.press('ArrowRight');
        await expect(page.getByRole('tab', { name: tab })).toBeFocused();
      }
      await page.keyboard.press('Enter');

      // The first limit is submitted with Enter in the field, the others with the button.
      for (const [name, gems] of [
        [BUY_DAY, 250],
        [BUY_WEEK, 900],
        [USE_DAY, 100],
        [USE_WEEK, 400],
      ] as const) {
        await tabTo(page, field(page, name));
        await page.keyboard.type(String(gems));
        if (name !== BUY_DAY) await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expect(about(page, name)).toContainText(`Used: 0 of ${gems}`);
      }
      await expect(page.getByText('Your limit applies now.').first()).toBeVisible();
      const [first, ...others] = await limitsOf(product, uid);
      expect(first).toEqual({ what: 'buy day', gems: 250, next: null, at: null });
      expect(others.map(({ what, gems }) => [what, gems])).toEqual([
        ['buy week', 900],
        ['use day', 100],
        ['use week', 400],
      ]);

      await tabTo(page, field(page, BUY_DAY), 'Shift+Tab');
      await page.keyboard.type('many');
      await page.keyboard.press('Enter');
      await expect(form(page, BUY_DAY).getByRole('alert')).toHaveText('A whole number up to 1,000,000');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('500');
      line.refuse(true);
      line.reset();
      await page.keyboard.press('Enter');
      await expect(
        page.getByText('We cannot reach the server right now. Try again in a moment.').first(),
      ).toBeVisible();
      await expect(field(page, BUY_DAY)).toHaveValue('500');
      await expect(field(page, BUY_DAY)).toBeFocused();
      await expect(about(page, BUY_DAY)).toContainText('Used: 0 of 250');
      line.refuse(false);
      await page.keyboard.press('Enter');

      // A raised limit takes effect a day later.
      await expect(about(page, BUY_DAY).getByRole('status')).toHaveText(/^From .+: 500$/);
      await expect(about(page, BUY_DAY)).toContainText('Used: 0 of 250');
      await expect(field(page, BUY_DAY)).toHaveValue('');
      const [raised] = await limitsOf(product, uid);
      expect(raised).toMatchObject({ gems: 250, next: 500 });
      expect(Math.abs(Number(raised?.['at']) - Date.now() - DAY_MS)).toBeLessThan(60_000);
      await query(product, `update spend_limit set next_at = next_at - interval '1 day' where uid = $1`, [uid]);
      await page.reload();
      await expect(about(page, BUY_DAY)).toContainText('Used: 0 of 500');
      await expect(about(page, BUY_DAY).getByRole('status')).toHaveCount(0);
    } finally {
      await line.close();
    }
  });
});

test.describe('on a phone', () => {
  // A touch device opens no payment window beside the page. A refused request is also logged as a console error.
  test.use({ hasTouch: true, isMobile: true, allowedProblems: [/status of 4\d\d/] });

  test("a purchase, a gift and a call beyond the user's limit are refused with a message, and cost nothing", {
    tag: '@phone',
  }, async ({ openBrowser, product }) => {
    await query(product, 'update anchor set price = 60 where uid = $1', [HOST]);
    const peer = await openPeer(product, HOST);
    const context = await openBrowser(WITH_CAMERA);
    const page = await firstTab(context);
    await enterAsGuest(page);
    const uid = await uidOf(page);
    await query(
      product,
      `select ledger_transfer('test:limits:' || $1::text, 'move', 'gems', 5000, null, array[-2, $1::bigint],
        array[-5000, 5000]::bigint[], 'adjust', 'test')`,
      [uid],
    );
    await query(product, `insert into allowance_use values ('first', 'uid:' || $1::text, 1, 'earlier')`, [uid]);
    // The next worker reads the balance.
    await killWorker(context, await findWorker(context));
    await openLimits(page);
    // The weekly limit is below the daily one, so it is the one that is shown.
    await setLimit(page, BUY_DAY, 5_000);
    await setLimit(page, BUY_WEEK, 250);
    await setLimit(page, USE_DAY, 20);
    const before = await balanceOf(product, uid);

    await page.goto('/personalhome');
    const balances = page.getByRole('region', { name: 'Balances' });
    await expect(balances).toContainText('5,300');
    await balances.getByRole('button').click();
    const store = page.getByRole('dialog', { name: 'Get gems' });
    await expect(store.getByText('Your own limit lets you buy 250 more gems this week.')).toBeVisible();
    await store.getByRole('radio', { name: /^300 gems/ }).check({ force: true });
    await store.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toHaveText('This is more than the limit you set for yourself.');
    expect(await query(product, 'select id from payment_order where uid = $1', [uid])).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();

    const host = await nameOf(product, HOST);
    await page.goto(`/anchorprofile?uid=${HOST}`);
    await page.getByRole('button', { name: 'Give a gift' }).click();
    const sheet = page.getByRole('dialog', { name: `A gift for ${host}` });
    await sheet.getByRole('tab', { name: 'Grand' }).click();
    await sheet.getByRole('button', { name: /^Give .+ for \d/ }).click();
    const sure = page.getByRole('alertdialog');
    await sure.getByRole('button', { name: 'Give', exact: true }).click();
    await expect(sheet.getByRole('alert')).toContainText(
      'This is more than the limit you set for yourself. Nothing was paid.',
    );
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    await expect.poll(() => streamsOf(product, HOST)).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Video call' }).click();
    await expect(page.getByText('The limit you set for yourself was reached.')).toBeVisible();
    expect(await query(product, 'select sid from call where caller = $1', [uid])).toEqual([]);
    expect(await balanceOf(product, uid)).toBe(before);
    peer.leave();
  });
});

async function balanceOf(product: Product, uid: number): Promise<number> {
  const [row] = await query(product, `select amount from wallet where uid = $1 and currency = 'gems'`, [uid]);
  return Number(row?.['amount']);
}
