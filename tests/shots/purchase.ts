import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import { enterAsGuest } from '../e2e/base.ts';
import { firstTab } from '../e2e/pages/acts.ts';
import { startProduct } from '../harness/browser/product.ts';
import { drawSeen } from './draw-seen.ts';

/** The system's theme, which the gateway's pages follow. */
const LOOK = 'light-en';

/** Makes one card purchase with a 3-D Secure challenge on the demo gateway. Returns the number of pictures taken. */
export async function shootPurchase(
  device: string,
  openContext: (baseURL: string) => Promise<BrowserContext>,
  folder: string,
): Promise<number> {
  const product = await startProduct({ payments: true });
  const context = await openContext(product.url);
  let taken = 0;
  const shoot = async (page: Page, name: string) => {
    await page.evaluate(drawSeen);
    taken += 1;
    const path = join(folder, `${device}-${LOOK}-purchase-${taken}-${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  };
  try {
    const page = await firstTab(context);
    await enterAsGuest(page);
    await page.goto('/personalhome');
    await page.getByRole('region', { name: 'Balances' }).getByRole('button').click();
    const store = page.getByRole('dialog', { name: 'Get gems' });
    await store.getByRole('radio', { name: /^100 gems/ }).check({ force: true });
    await shoot(page, 'pack');
    // On a desktop the payment page opens in a new window.
    const opens = device === 'desktop' ? context.waitForEvent('page') : undefined;
    await store.getByRole('button', { name: 'Continue' }).click();
    const till = (await opens) ?? page;
    const card = till.frameLocator('iframe[title="Card details"]');
    await expect(card.getByLabel('Card number')).toBeVisible();
    await shoot(till, 'card');
    await card.getByLabel('Card number').fill('4000 0025 0000 3155');
    await card.getByLabel('Expires (MM / YY)').fill('12 / 39');
    await card.getByLabel('Security code').fill('123');
    await card.getByLabel('Name on card').fill('Demo Payer');
    await shoot(till, 'card-typed');
    await till.getByRole('button', { name: /^Pay \$/ }).click();
    const bank = till.frameLocator('iframe[title="Question from your bank"]');
    await expect(bank.getByLabel('Code', { exact: true })).toBeVisible();
    await shoot(till, 'bank');
    await bank.getByLabel('Code', { exact: true }).fill('1234');
    await bank.getByRole('button', { name: 'Confirm' }).click();
    await expect(till.getByText('100 gems are yours.')).toBeVisible();
    await shoot(till, 'paid');
    if (till !== page) await shoot(page, 'store-afterwards');
    await page.goto('/paymenthistory');
    await page.getByRole('button', { name: /Gems: 100/ }).click();
    await expect(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible();
    await shoot(page, 'receipt');
  } finally {
    await context.close();
    await product.stop();
  }
  return taken;
}
