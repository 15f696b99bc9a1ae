import type { BrowserContext, FrameLocator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { killBrowser } from '../../../harness/browser/kill-browser.ts';
import type { Product } from '../../../harness/browser/product.ts';
import { findWorker, killWorker } from '../../../harness/load/workers.ts';
import { tapLines } from '../../../harness/tapped-lines.ts';
import { removeFolder, temporaryFolder } from '../../../harness/temporary.ts';
import { enterAsGuest, test } from '../../base.ts';
import { firstTab } from '../acts.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

const GOOD = '4242 4242 4242 4242';
const SLOW = '4000 0000 0000 0119';

const balances = (page: Page) => page.getByRole('region', { name: 'Balances' });
const fields = (page: Page): FrameLocator => page.frameLocator('iframe[title="Card details"]');
const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

/** Opens the card fields for a pack of 100 gems, and returns the guest's uid and balance. */
async function chooseHundred(page: Page, product: Product) {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await page.goto('/personalhome');
  await balances(page).getByRole('button').click();
  const store = page.getByRole('dialog', { name: 'Get gems' });
  await store.getByRole('radio', { name: /^100 gems/ }).check({ force: true });
  await store.getByRole('button', { name: 'Continue' }).click();
  await expect(fields(page).getByLabel('Card number')).toBeVisible();
  return { uid, before: await gemsOf(product, uid) };
}

async function type(page: Page, number: string): Promise<void> {
  const card = fields(page);
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('Expires (MM / YY)').fill('12 / 39');
  await card.getByLabel('Security code').fill('123');
  await card.getByLabel('Name on card').fill('Demo Payer');
  await pay(page).click();
}

async function gemsOf(product: Product, uid: number): Promise<number> {
  const [row] = await query(product, `select amount from wallet where uid = $1 and currency = 'gems'`, [uid]);
  return Number(row?.['amount'] ?? 0);
}

/** Makes the pending answer of the bank due now. */
async function hurryBank(product: Product): Promise<void> {
  await query(product, `update gateway_demo.task set at = 0 where what = 'pay'`, []);
  // Any request makes the demo gateway process its due tasks.
  await fetch(`${product.gatewayUrl}/upi/none`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer: 'decline' }),
  });
}

const expectBoughtOnce = async (product: Product, uid: number) =>
  expect(await query(product, 'select state, gems from payment_order where uid = $1', [uid])).toEqual([
    { state: 'paid', gems: 100 },
  ]);

test.describe('on a phone', () => {
  // A touch device opens no payment window beside the page.
  test.use({ hasTouch: true, isMobile: true, allowedProblems: [/Page crashed/] });

  test('a user continues the same purchase in another tab when the tab with the card fields crashes', {
    tag: '@phone',
  }, async ({ page, context, product }) => {
    const { uid, before } = await chooseHundred(page, product);
    const address = page.url();
    const crashes = page.waitForEvent('crash');
    const session = await context.newCDPSession(page);
    session.send('Page.crash').catch(() => undefined);
    await crashes;
    const other = await context.newPage();
    await other.goto(address);
    await expect(fields(other).getByLabel('Card number')).toBeVisible();
    await type(other, GOOD);
    await expect(other.getByText('100 gems are yours.')).toBeVisible();
    await other.goto('/personalhome');
    await expect(balances(other)).toContainText(String(before + 100));
    await expectBoughtOnce(product, uid);
  });

  test('a user receives the gems when the worker is killed while the bank decides', { tag: '@phone' }, async ({
    page,
    context,
    product,
  }) => {
    const { uid } = await chooseHundred(page, product);
    await type(page, SLOW);
    await expect(page.getByText('Waiting for your bank…')).toBeVisible();
    const worker = await findWorker(context);
    await killWorker(context, worker);
    await findWorker(context, { not: [worker.targetId] });
    await hurryBank(product);
    await expect(page.getByText('100 gems are yours.')).toBeVisible();
    await expectBoughtOnce(product, uid);
  });

  test('a user has the gems at the next start when the browser is killed after payment', { tag: '@phone' }, async ({
    openBrowser,
    product,
  }) => {
    const userDataDir = temporaryFolder('payer');
    try {
      const first = await openBrowser({ userDataDir });
      const page = await firstTab(first);
      const { uid, before } = await chooseHundred(page, product);
      await type(page, SLOW);
      await expect(page.getByText('Waiting for your bank…')).toBeVisible();
      const closes = first.waitForEvent('close');
      await killBrowser(userDataDir);
      await closes;
      await hurryBank(product);
      await expect.poll(() => gemsOf(product, uid)).toBe(before + 100);
      const next = await firstTab(await openBrowser({ userDataDir }));
      await next.goto('/personalhome');
      await expect(balances(next)).toContainText(String(before + 100));
      await expectBoughtOnce(product, uid);
    } finally {
      removeFolder(userDataDir);
    }
  });

  test('a card number is in no row, log, request or browser storage after payment', {
    tag: '@phone',
  }, async ({ openBrowser, product }) => {
    const requests: string[] = [];
    const lines = await tapLines({ web: () => product.port });
    lines.watch(
      ({ side, text }) => {
        if (side === 'asked') requests.push(text);
        return false;
      },
      () => undefined,
    );
    try {
      const context = await openBrowser({ baseURL: `http://localhost:${lines.portOf('web')}` });
      const page = await firstTab(context);
      await chooseHundred(page, product);
      await type(page, GOOD);
      await expect(page.getByText('100 gems are yours.')).toBeVisible();
      const kept = {
        database: await everyRow(product),
        log: product.logs(),
        requests: requests.join(''),
        browser: await everythingIn(context, page),
      };
      // Each source is complete: it contains a text that the payment is known to leave there.
      expect(kept.database).toContain('"last4": "4242"');
      expect(kept.log).toContain('authentication_payment');
      expect(kept.requests).toContain('POST /api/payment_service/checkout/authentication_payment');
      expect(kept.browser).toContain('"last4":"4242"');
      for (const [where, text] of Object.entries(kept)) {
        expect.soft(/4242[\s+%20-]{0,3}4242[\s+%20-]{0,3}4242/.exec(text)?.[0], where).toBeUndefined();
      }
      await context.close();
    } finally {
      await lines.close();
    }
  });
});

/** All rows of all tables of the product and the demo gateway. */
async function everyRow(product: Product): Promise<string> {
  const tables = await query(
    product,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    [],
  );
  expect(tables.length).toBeGreaterThan(50);
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await query(product, `select coalesce(string_agg(row::text, ' '), '') as all from ${name} row`, []);
    rows.push(String(found[0]?.['all']));
  }
  return rows.join('\n').replaceAll('""', '"');
}

/** The contents of all databases, storages, caches and cookies of the app's origin. */
async function everythingIn(context: BrowserContext, page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, location.href];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name));
      for (const table of db.objectStoreNames) {
        found.push(table, await done(db.transaction(table).objectStore(table).getAll()));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify(found);
  });
  return kept + JSON.stringify(await context.cookies());
}
