import axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { readConfig } from '../../../server/config.ts';
import { hashPassword, PUBLIC_COST } from '../../../server/domains/account/passwords.ts';
import { listenForOperators } from '../../../server/domains/operator/page/listen.ts';
import { operatorAccount } from '../../../server/domains/operator/tables.ts';
import { codeOf, newCodeSecret, stepAt, toBase32 } from '../../../server/domains/operator/totp.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { test } from '../base.ts';

// A request without a session is answered with the sign-in page and status 401.
test.use({ allowedProblems: [/status of 401/] });

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

test('an operator signs in and locks an account by keyboard alone, in light and dark, on a phone @phone', async ({
  product,
  page,
}) => {
  const { db, pool, close } = openDatabase(product.databaseUrl, () => undefined);
  const codeSecret = newCodeSecret();
  const passwordHash = await hashPassword('a good one', PUBLIC_COST);
  await db
    .insert(operatorAccount)
    .values({ name: 'ina', teamRole: 'admin', passwordHash, codeSecret: toBase32(codeSecret) });
  const config = readConfig({ DATABASE_URL: product.databaseUrl });
  const operators = await listenForOperators({ ...config, host: '127.0.0.1', port: 0 }, createLog('silent'));
  const next = async (words: string) => {
    await page.keyboard.press('Tab');
    await page.keyboard.type(words);
  };
  const heading = (name: string) => expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible();

  await page.goto(`http://127.0.0.1:${operators.port}/operator`);
  expect(await faultsOf(page)).toEqual([]);
  await next('ina');
  await next('a good one');
  await next(codeOf(codeSecret, stepAt(Date.now())));
  await page.keyboard.press('Enter');
  await heading('Overview');
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'Lock somebody', exact: true }).focus();
  await page.keyboard.press('Enter');
  await heading('Lock somebody');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Account').focus();
  await page.keyboard.type('264457003');
  await next('writing');
  await next('1');
  await next('spam');
  await page.keyboard.press('Enter');
  await heading('Lock somebody?');
  expect(await faultsOf(page)).toEqual([]);
  const locks = async () => (await pool.query('select from message_lock where uid = 264457003')).rowCount;
  expect(await locks()).toBe(0);
  await page.getByRole('button', { name: 'Do it' }).focus();
  await page.keyboard.press('Enter');
  await heading('Done');
  expect(await faultsOf(page)).toEqual([]);
  expect(await locks()).toBe(1);
  await pool.query('delete from message_lock where uid = 264457003');

  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByText(/operator:ina lock .* spam/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading('Sign in');
  await page.goBack();
  await expect(page.getByText(/operator:ina lock/)).toHaveCount(0);
  await operators.close();
  await close();
});
