import type { FrameLocator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Product } from '../../../harness/browser/product.ts';
import { enterAsGuest, test } from '../../base.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

const GOOD = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const ASKS = '4000 0025 0000 3155';
const SLOW = '4000 0000 0000 0119';
const LATE = '4000 0000 0000 0309';

const store = (page: Page) => page.getByRole('dialog', { name: 'Get gems' });
const balances = (page: Page) => page.getByRole('region', { name: 'Balances' });
const fields = (page: Page): FrameLocator => page.frameLocator('iframe[title="Card details"]');
const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

/** Opens the shop from the gems card of the You page. */
async function openStore(page: Page): Promise<void> {
  await page.goto('/personalhome');
  await balances(page).getByRole('button').click();
  await expect(store(page).getByRole('radio').first()).toBeAttached();
}

/** Closes the shop and opens it again before the history navigation of the closing has run. Resolves after that navigation. */
async function closeAndOpen(page: Page): Promise<void> {
  const close = await store(page).getByRole('button', { name: 'Close' }).elementHandle();
  const open = await page.locator('section[aria-label="Balances"] button').elementHandle();
  await page.evaluate(
    async (buttons) => {
      const steppedBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      for (const button of buttons) {
        (button as HTMLElement).click();
        // A microtask, so that the effects of the click run first.
        await Promise.resolve().then(() => undefined);
      }
      await steppedBack;
    },
    [close, open],
  );
}

/** Chooses a pack and continues to payment. */
async function choose(page: Page, pack: string | RegExp): Promise<void> {
  await store(page).getByRole('radio', { name: pack }).check({ force: true });
  await store(page).getByRole('button', { name: 'Continue' }).click();
}

async function type(page: Page, number: string): Promise<void> {
  await fill(page, number);
  await pay(page).click();
}

async function fill(page: Page, number: string): Promise<void> {
  const card = fields(page);
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('Expires (MM / YY)').fill('12 / 39');
  await card.getByLabel('Security code').fill('123');
  await card.getByLabel('Name on card').fill('Demo Payer');
}

const ordersOf = (product: Product, uid: number) =>
  query(product, 'select id, state, gems + bonus as sum from payment_order where uid = $1', [uid]);
const creditsOf = (product: Product, uid: number) =>
  query(
    product,
    `select p.amount from posting p join transfer t on t.id = p.transfer_id
     where p.uid = $1 and t.subject_type = 'order' and p.amount > 0`,
    [uid],
  );
/** Makes the pending answers of the demo gateway's banks due now. */
async function hurryBanks(product: Product): Promise<void> {
  await query(product, `update gateway_demo.task set at = 0 where what = 'pay'`, []);
  // Any request makes the demo gateway process its due tasks.
  await fetch(`${product.gatewayUrl}/upi/none`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer: 'decline' }),
  });
}

test.describe('on a phone', () => {
  // A touch device opens no payment window beside the page.
  test.use({ hasTouch: true, isMobile: true });

  test('a user buys gems by card, sees them in the history, and gets a refund for unused gems', {
    tag: '@phone',
  }, async ({ page, product }) => {
    await enterAsGuest(page);
    await openStore(page);
    // A shop that is reopened while it closes stays open, with one history entry.
    await closeAndOpen(page);
    await expect(store(page)).toBeVisible();
    await page.goBack();
    await expect(store(page)).toBeHidden();
    await openStore(page);
    const before = await gemsOf(product, await uidOf(page));
    await choose(page, /^Once, for your first purchase/);
    await expect(page).toHaveURL(/\/checkoutCards\?op=/);
    await type(page, GOOD);

    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
    await expect(page.getByText('600 gems are yours.')).toBeVisible();
    const receipt = page.getByLabel('Receipt');
    await expect(receipt).toContainText('$1.99');
    await expect(receipt).toContainText('Visa ending in 4242');
    await expect(receipt).toContainText(`Your gems ${before + 600}`);
    await page.getByRole('button', { name: 'Back to the app' }).click();
    await expect(balances(page)).toContainText(String(before + 600));

    // A settled purchase has left the shop.
    await openStore(page);
    await expect(store(page).getByRole('article')).toHaveCount(0);

    await page.goto('/paymenthistory?tab=gems');
    await expect(page.getByText('It adds up')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Gems' }).getByRole('listitem').first()).toContainText('Purchase');
    await page.getByRole('tab', { name: 'Purchases' }).click();
    await page.getByRole('button', { name: /Gems: 600/ }).click();
    const slip = page.getByRole('dialog', { name: 'Receipt' });
    await expect(slip.getByText('600 gems are unused. You can get $1.99 back for them.')).toBeVisible();
    await slip.getByRole('button', { name: 'Refund' }).click();
    const question = page.getByRole('alertdialog', { name: 'Refund these gems?' });
    await expect(question).toContainText('600 gems leave your balance, and $1.99 goes back');
    await question.getByRole('button', { name: 'Refund' }).click();
    await expect(page.getByText('Done. $1.99 is on its way back to you.')).toBeVisible();
    await page.goto('/paymenthistory?tab=gems');
    await expect(page.getByRole('list', { name: 'Gems' }).getByRole('listitem').first()).toContainText('-600');
    await expect(page.getByText('It adds up')).toBeVisible();
    const uid = await uidOf(page);
    await expect
      .poll(() =>
        query(
          product,
          `select r.state, r.amount_minor::int as minor from reversal r join payment_order o on o.id = r.order_id where o.uid = $1`,
          [uid],
        ),
      )
      .toEqual([{ state: 'done', minor: 199 }]);
  });

  test('the same order is paid with another card, confirmed with its bank, after the first card was declined', {
    tag: '@phone',
  }, async ({ page, product }) => {
    await enterAsGuest(page);
    await openStore(page);
    await choose(page, /^100 gems/);
    await type(page, DECLINED);
    await expect(
      page.getByRole('alert').filter({ hasText: 'Your bank declined this card. Nothing was taken.' }),
    ).toBeVisible();
    await type(page, ASKS);
    await expect(page.getByText('Your bank asks you to confirm this payment.')).toBeVisible();
    const bank = page.frameLocator('iframe[title="Question from your bank"]');
    await bank.getByLabel('Code', { exact: true }).fill('1111');
    await bank.getByRole('button', { name: 'Confirm' }).click();
    await expect(bank.getByText('That code is not right.')).toBeVisible();
    await bank.getByLabel('Code', { exact: true }).fill('1234');
    await bank.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('100 gems are yours.')).toBeVisible();
    expect(await ordersOf(product, await uidOf(page))).toMatchObject([{ state: 'paid' }]);
  });

  test('a card is saved after its bank has confirmed it, and the page shows it without a reload', {
    tag: '@phone',
  }, async ({ page }) => {
    await enterAsGuest(page);
    await page.goto('/paymenthistory?tab=cards');
    await page.getByRole('button', { name: 'Add a card' }).click();
    await fill(page, ASKS);
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByText('Your bank asks you to confirm this card.')).toBeVisible();
    const bank = page.frameLocator('iframe[title="Question from your bank"]');
    await bank.getByLabel('Code', { exact: true }).fill('1234');
    await bank.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Saved: Visa ending in 3155')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Saved: Visa ending in 3155')).toBeVisible();
  });

  test('the payment page of the gateway opens without another click, and leads back to the gems', {
    tag: '@phone',
  }, async ({ page }) => {
    await enterAsGuest(page);
    await openStore(page);
    await store(page).getByRole('radio', { name: 'Secure payment page' }).check({ force: true });
    await choose(page, /^100 gems/);
    const card = page.getByLabel('Card number');
    await expect(card).toBeVisible();
    await page.goBack();
    await expect(page.getByText('You pay on a page of our payment provider')).toBeVisible();
    await pay(page).click();
    await card.fill(GOOD);
    await page.getByLabel('Expires (MM / YY)').fill('12 / 39');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('Name on card').fill('Demo Payer');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('100 gems are yours.')).toBeVisible();
  });

  test('gems are credited once when the page is closed or the network is lost while the bank decides', {
    tag: '@phone',
  }, async ({ page, context, product }) => {
    await enterAsGuest(page);
    const uid = await uidOf(page);
    await openStore(page);
    await choose(page, /^100 gems/);
    await type(page, LATE);
    await expect(page.getByRole('alert').filter({ hasText: 'The payment did not go through.' })).toBeVisible();
    const other = await context.newPage();
    await page.close();
    await other.goto('/personalhome');
    const before = await gemsOf(product, uid);
    await hurryBanks(product);
    await expect(balances(other)).toContainText(String(before + 100));

    await openStore(other);
    await choose(other, /^300 gems/);
    await type(other, SLOW);
    await expect(other.getByText('Waiting for your bank…')).toBeVisible();
    await context.setOffline(true);
    await hurryBanks(product);
    await expect.poll(() => creditsOf(product, uid)).toHaveLength(2);
    await context.setOffline(false);
    await expect(other.getByText('300 gems are yours.')).toBeVisible();
    expect(await creditsOf(product, uid)).toHaveLength(2);
  });
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a UPI payment opens a window with a code for the phone, or the app on a tablet, and each payment page has its own security headers', {
    tag: '@desk',
  }, async ({ page, context, product }) => {
    await enterAsGuest(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await openStore(page);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const before = await gemsOf(product, await uidOf(page));
    await store(page)
      .getByRole('button', { name: /^Billing country/ })
      .click();
    await store(page)
      .getByRole('button', { name: /^India/ })
      .click();
    await store(page).getByRole('radio', { name: 'UPI app' }).check({ force: true });
    await store(page)
      .getByRole('radio', { name: /^100 gems/ })
      .check({ force: true });
    const opens = context.waitForEvent('page');
    await store(page).getByRole('button', { name: 'Continue' }).click();
    const popup = await opens;
    await expect(popup.getByRole('img', { name: 'UPI code for ₹89.00' })).toBeVisible();
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([480, 760]);
    // The shop behind keeps the pack and shows the state of the payment.
    await expect(store(page).getByRole('article', { name: 'Your purchase' })).toContainText('Not paid yet.');
    await expect(store(page).getByRole('radio', { name: /^100 gems/ })).toBeChecked();
    const uid = await uidOf(page);
    const [order] = await query(
      product,
      'select ref from payment_call where order_id in (select id from payment_order where uid = $1)',
      [uid],
    );
    // An iPad says that it is a Mac: it opens the app instead of showing a code to scan.
    const tablet = await context.newPage();
    await tablet.clock.install();
    await tablet.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' });
      Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 });
    });
    await tablet.goto(popup.url());
    const app = tablet.getByRole('link', { name: 'PhonePe' });
    await expect(app).toHaveAttribute('href', /^phonepe:/);
    await expect(tablet.getByRole('img', { name: /^UPI code/ })).toHaveCount(0);
    // The page stays while it is visible, as behind the question of the system, and leaves when the user returns.
    await app.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
    await app.click();
    await tablet.clock.runFor(10_000);
    expect(new URL(tablet.url()).pathname).toBe('/upi');
    for (const state of ['hidden', 'visible'])
      await tablet.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await expect(tablet).toHaveURL(/\/upiprocess\?/);
    await tablet.close();

    const phone = await context.newPage();
    await phone.goto(`${product.gatewayUrl}/upi/${order?.['ref']}`);
    await phone.getByRole('button', { name: 'Approve' }).click();
    await expect(phone.getByText('Paid. You can close this page.')).toBeVisible();
    await expect(popup.getByText('100 gems are yours.')).toBeVisible();
    await expect(page.getByText('100 gems are yours.')).toBeVisible();
    await expect(store(page)).toBeHidden();
    const closes = popup.waitForEvent('close');
    // The click closes the window before Playwright may confirm it, so the test waits for the window to close instead.
    await Promise.all([
      closes,
      popup
        .getByRole('button', { name: 'Back to the app' })
        .click()
        .catch(() => closes),
    ]);
    await page.goto('/personalhome');
    await expect(balances(page)).toContainText(String(before + 100));

    for (const [path, frames] of [
      ['/checkoutCards', product.gatewayUrl],
      ['/bindcheckout', product.gatewayUrl],
      ['/upi', "'none'"],
      ['/upiprocess', "'none'"],
      ['/payresult', "'none'"],
      ['/personalhome', "'none'"],
    ] as const) {
      const answer = await page.goto(path);
      const isPayment = path !== '/personalhome';
      const found = answer?.headers() ?? {};
      expect.soft(found['content-security-policy'], path).toContain(`frame-src ${frames};`);
      expect.soft(found['permissions-policy'], path).toContain(isPayment ? 'camera=()' : 'camera=(self)');
      expect
        .soft(found['permissions-policy'], path)
        .toContain(frames === "'none'" ? 'payment=()' : `payment=("${product.gatewayUrl}")`);
    }
  });
});

/** The gems of an account, 0 if it has none. */
async function gemsOf(product: Product, uid: number): Promise<number> {
  const [row] = await query(product, `select amount from wallet where uid = $1 and currency = 'gems'`, [uid]);
  return Number(row?.['amount'] ?? 0);
}
