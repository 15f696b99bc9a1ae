import axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { readConfig } from '../../../server/config.ts';
import { hashPassword, PUBLIC_COST } from '../../../server/domains/account/passwords.ts';
import { sealAccount } from '../../../server/domains/hosting/payouts/account.ts';
import { payout } from '../../../server/domains/hosting/tables.ts';
import { listenForOperators } from '../../../server/domains/operator/page/listen.ts';
import { operatorAccount } from '../../../server/domains/operator/tables.ts';
import { codeOf, newCodeSecret, stepAt, toBase32 } from '../../../server/domains/operator/totp.ts';
import { grant, hold } from '../../../server/domains/wallet/ledger.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import type { Product } from '../../harness/browser/product.ts';
import { test } from '../base.ts';
import { firstTab } from './acts.ts';

/** A demo host without other payouts. */
const PAID_HOST = 9_019;

// A request without a session is answered with the sign-in page and status 401, a second approval of one operator with 409.
test.use({ allowedProblems: [/status of (401|409)/] });

/** Accessibility violations in the light and dark colour schemes, and any horizontal overflow. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const faults = await page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run({
        // Meta refresh is allowed here: it leaves the page, which shows data of users, when the session expires.
        rules: { 'meta-refresh': { enabled: false } },
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
    found.push(...faults.map((fault) => `${colorScheme}: ${fault}`));
  }
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return wider > 0 ? [...found, `${wider} px too wide`] : found;
}

type Operator = { readonly name: string; readonly role: 'admin' | 'finance'; readonly secret: Buffer };
const PASSWORD = 'a good one';

/** Starts the operator page on the database of the product, with these operators. */
async function startPage(product: Product, operators: readonly Operator[]) {
  const { db, pool, close } = openDatabase(product.databaseUrl, () => undefined);
  const passwordHash = await hashPassword(PASSWORD, PUBLIC_COST);
  for (const { name, role, secret } of operators)
    await db.insert(operatorAccount).values({ name, teamRole: role, passwordHash, codeSecret: toBase32(secret) });
  const config = readConfig({ DATABASE_URL: product.databaseUrl });
  const listener = await listenForOperators({ ...config, host: '127.0.0.1', port: 0 }, createLog('silent'));
  return {
    db,
    pool,
    url: `http://127.0.0.1:${listener.port}/operator`,
    async close() {
      await listener.close();
      await close();
    },
  };
}
const codeNow = ({ secret }: Operator) => codeOf(secret, stepAt(Date.now()));
const newOperator = (name: string, role: Operator['role']): Operator => ({ name, role, secret: newCodeSecret() });

test('an operator signs in and locks an account by keyboard alone, in light and dark, on a phone @phone', async ({
  product,
  page,
}) => {
  const ina = newOperator('ina', 'admin');
  const { pool, url, close } = await startPage(product, [ina]);
  const next = async (words: string) => {
    await page.keyboard.press('Tab');
    await page.keyboard.type(words);
  };
  const heading = (name: string) => expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible();

  await page.goto(url);
  expect(await faultsOf(page)).toEqual([]);
  await next('ina');
  await next(PASSWORD);
  await next(codeNow(ina));
  await page.keyboard.press('Enter');
  await heading('Overview');
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'Lock an account', exact: true }).focus();
  await page.keyboard.press('Enter');
  await heading('Lock an account');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Account').focus();
  await page.keyboard.type('264457003');
  await next('writing');
  await next('1');
  await next('spam');
  await page.keyboard.press('Enter');
  await heading('Lock an account?');
  expect(await faultsOf(page)).toEqual([]);
  const locks = async () => (await pool.query('select from message_lock where uid = 264457003')).rowCount;
  expect(await locks()).toBe(0);
  await page.getByRole('button', { name: 'Do it' }).focus();
  await page.keyboard.press('Enter');
  await heading('Done');
  await expect(page.getByRole('listitem').filter({ hasText: 'Unlock an account' })).toContainText('264457003');
  expect(await faultsOf(page)).toEqual([]);
  expect(await locks()).toBe(1);
  await pool.query('delete from message_lock where uid = 264457003');

  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByText(/operator:ina lock .* spam/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading('Sign in');
  await page.goBack();
  await expect(page.getByText(/operator:ina lock/)).toHaveCount(0);
  await close();
});

test('a large payout is approved by two operators, and never by one of them alone', { tag: '@desk' }, async ({
  product,
  openBrowser,
}) => {
  const [una, ben] = [newOperator('una', 'finance'), newOperator('ben', 'finance')];
  const { db, pool, url, close } = await startPage(product, [una, ben]);
  const [id, uid] = ['payout-of-two-persons', PAID_HOST];
  await grant(db, `earned:${id}`, uid, 'gems', 400_000, { type: 'adjust', id });
  await hold(db, `payout:${id}`, uid, 'gems', 400_000, { type: 'payout', id });
  const sealed = await sealAccount(db, uid, { holder: 'Ann Host', number: 'DE89370400440532013000' });
  const row = { id, uid, operation: id, gems: 400_000, currency: 'USD', sealed, last4: '3000' } as const;
  // Later than now, so that the demo's own operator leaves it alone.
  const requestedAt = new Date(Date.now() + 3_600_000);
  await db.insert(payout).values({ ...row, amountMinor: 200_000, requestedAt });
  const stateOf = async () => (await pool.query('select state from payout where id = $1', [id])).rows[0]?.state;

  const signIn = async (operator: Operator) => {
    const page = await firstTab(await openBrowser());
    await page.goto(url);
    await page.getByLabel('Name').fill(operator.name);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Code').fill(codeNow(operator));
    await page.getByRole('button', { name: 'Sign in' }).click();
    return page;
  };
  /** Opens the payout from the overview, and tries to approve it. */
  const approve = async (page: Page, waiting: RegExp) => {
    await page.getByRole('link', { name: 'Overview' }).click();
    const listed = page.getByRole('listitem').filter({ hasText: id });
    await expect(listed).toContainText(waiting);
    await listed.getByRole('link').first().click();
    await page.getByLabel('Reason').fill('checked');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('needs the approval of two operators')).toBeVisible();
    await page.getByRole('link', { name: 'Approve a payout', exact: true }).click();
    await page.getByLabel('Reason').fill('checked');
    await page.getByRole('button', { name: 'Try' }).click();
  };
  const [one, other] = [await signIn(una), await signIn(ben)];
  await approve(one, /2,?000\.00 USD, requested$/);
  await one.getByRole('button', { name: 'Do it' }).click();
  await expect(one.getByText('has the first approval and waits for another operator')).toBeVisible();
  expect(await stateOf()).toBe('requested');
  await approve(one, /approved once, by operator:una/);
  await expect(one.getByRole('alert')).toContainText('another operator must give the second');
  expect(await stateOf()).toBe('requested');

  await approve(other, /approved once, by operator:una/);
  await other.getByRole('button', { name: 'Do it' }).click();
  await expect(other.getByText(/ is approved: /)).toBeVisible();
  expect(await stateOf()).toBe('approved');
  await close();
});
