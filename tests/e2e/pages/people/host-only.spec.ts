import { expect } from 'playwright/test';
import { changeSiteSetting } from '../../../../server/domains/account/site/settings.ts';
import { grant, hold, post } from '../../../../server/domains/wallet/ledger.ts';
import { openDatabase } from '../../../../server/platform/database/connect.ts';
import { freePort } from '../../../../server/platform/prosody/ports.ts';
import { startProduct } from '../../../harness/browser/product.ts';
import { startConnectProvider } from '../../../harness/connect.ts';
import { startIdentityProvider } from '../../../harness/identity.ts';
import { operate } from '../../../harness/operate.ts';
import { signIn, test } from '../../base.ts';
import { HOST, VIEWER } from '../../calls/two-people.ts';
import { firstTab } from '../acts.ts';
import { query } from '../database.ts';

test('a private note of a host is shown to the host alone, and a closed country hides the host from its viewers', {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const [viewer, host] = [await firstTab(await openBrowser()), await firstTab(await openBrowser())];
  await query(product, `update profile set country = 'DE' where uid = $1`, [VIEWER]);
  await Promise.all([signIn(viewer, VIEWER), signIn(host, HOST, `/anchorprofile?uid=${VIEWER}`)]);

  await host.getByLabel('Private note', { exact: true }).last().fill('Likes mountains');
  await host.getByRole('button', { name: 'Save note' }).click();
  await host.getByText('The note is saved').waitFor();
  await host.reload();
  await expect(host.getByLabel('Private note', { exact: true }).last()).toHaveValue('Likes mountains');
  await viewer.goto(`/anchorprofile?uid=${HOST}`);
  await expect(viewer.getByRole('link', { name: 'Video call' })).toBeVisible();
  await expect(viewer.getByText('Likes mountains')).toHaveCount(0);

  await host.goto('/editprofile');
  await host.getByRole('combobox', { name: 'Hide from a country' }).click();
  const list = host.getByRole('dialog', { name: 'Hide from a country' });
  await list.getByRole('combobox', { name: 'Search' }).fill('Germany');
  await list.getByRole('option', { name: 'Germany', exact: true }).click();
  await host.getByRole('button', { name: 'Show in Germany again' }).waitFor();
  await viewer.reload();
  await expect(viewer.getByRole('link', { name: 'Video call' })).toHaveCount(0);

  await host.getByRole('button', { name: 'Show in Germany again' }).click();
  await expect(host.getByRole('button', { name: 'Show in Germany again' })).toHaveCount(0);
  await viewer.reload();
  await expect(viewer.getByRole('link', { name: 'Video call' })).toBeVisible();
});

const identityTest = test.extend<{ provider: Awaited<ReturnType<typeof startIdentityProvider>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  provider: async ({}, use) => {
    const port = await freePort();
    const provider = await startIdentityProvider(`http://127.0.0.1:${port}/webhook/identity`);
    await use(Object.assign(provider, { port }));
    await provider.close();
  },
  product: async ({ provider }, use) => {
    const port = Number(Reflect.get(provider, 'port'));
    const product = await startProduct({ port, env: provider.env });
    await use(product);
    await product.stop();
  },
});

identityTest(
  'an applicant passes the identity check on the page of the provider, and may then apply',
  {
    tag: '@phone',
  },
  async ({ page, product }) => {
    await query(
      product,
      `update profile set avatar_url = '/media/a', about = 'Maps, mountains and coffee.', country = 'DE', lang = 'de' where uid = $1`,
      [VIEWER],
    );
    await signIn(page, VIEWER, '/host');
    await page.getByText('I accept these rules', { exact: true }).click();
    const apply = page.getByRole('button', { name: 'Apply', exact: true });
    await expect(apply).toBeDisabled();
    await page.getByLabel('Your name as on the document').fill('Ann Host');
    await page.getByRole('button', { name: 'Check my identity' }).click();
    await page.getByLabel('First names on the document').fill('Ann');
    await page.getByLabel('Last name on the document').fill('Host');
    await page.getByRole('button', { name: 'Verified', exact: true }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByRole('region', { name: 'Identity check' })).toContainText('Verified');
    await page.getByText('I accept these rules', { exact: true }).click();
    await apply.click();
    await expect(page.getByRole('heading', { name: 'We are reading your application' })).toBeVisible();
  },
);

const payoutTest = test.extend<{
  provider: Awaited<ReturnType<typeof startConnectProvider>> & { readonly port: number };
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  provider: async ({}, use) => {
    const port = await freePort();
    const provider = await startConnectProvider(`http://127.0.0.1:${port}/webhook/payouts`);
    await use({ ...provider, port });
    await provider.close();
  },
  product: async ({ provider }, use) => {
    const product = await startProduct({ port: provider.port, env: provider.env });
    await use(product);
    await product.stop();
  },
});

payoutTest(
  'a host sets payouts up on the page of Stripe, requests one, and sees it sent after the approval',
  {
    tag: '@phone',
  },
  async ({ page, product, provider }) => {
    const { db, close } = openDatabase(product.databaseUrl, () => undefined);
    await changeSiteSetting(db, 'payoutHoldDays', 0);
    const held = { operation: 'call:earned:1', uid: VIEWER };
    await grant(db, 'bought', VIEWER, 'gems', 2_000, { type: 'adjust', id: 'bought' });
    await hold(db, held.operation, VIEWER, 'gems', 2_000, { type: 'call', id: 'earned' });
    await post(db, held, HOST, 100);
    await signIn(page, HOST, '/host');
    const account = page.getByRole('region', { name: 'Payout account' });
    await expect(account).toContainText('Not set up yet');
    await expect(page.getByRole('button', { name: 'Request a payout' })).toBeDisabled();
    await expect(page.getByText('once your account at Stripe is ready')).toBeVisible();
    await page.getByRole('button', { name: 'Set up payouts with Stripe' }).click();
    await page.getByLabel('Bank account').fill('DE89 3704 0044 0532 0130 00');
    await page.getByRole('button', { name: 'More information is needed' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(account).toContainText('Stripe needs more information');
    await page.getByRole('button', { name: 'Continue with Stripe' }).click();
    await page.getByRole('button', { name: 'Ready at once' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(account).toContainText('Ready for payouts');
    await expect(account).toContainText('Ends in 3000');

    await page.getByRole('button', { name: 'Request a payout' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('$10.00 goes to your account at Stripe');
    await dialog.getByRole('button', { name: 'Request' }).click();
    await expect(page.getByText('Your payout is requested')).toBeVisible();
    const [row] = await query(product, 'select id from payout where uid = $1', [HOST]);
    await operate(db, ['payout', 'approve', String(row?.['id'])]);
    // The open page follows when the transfer is made.
    await expect(page.getByRole('region', { name: 'Your payouts' })).toContainText('Sent', { timeout: 30_000 });
    expect([...provider.fake.transfers.values()].map(({ amount, currency }) => [amount, currency])).toEqual([
      [1_000, 'usd'],
    ]);
    await close();
  },
);
