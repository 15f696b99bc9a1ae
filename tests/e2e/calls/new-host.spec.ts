import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { codeOf, fromBase32, stepAt } from '../../../server/domains/operator/totp.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { FASTER_IMPORTS } from '../../harness/faster-imports.ts';
import { type FakeStripe, startFakeStripe } from '../../harness/money/fake-stripe.ts';
import { test as base } from '../base.ts';
import { firstTab } from '../pages/acts.ts';
import { watchConnections } from './connections.ts';
import { expectMoving, heading, panel, WITH_CAMERA } from './two-people.ts';

const HOST = 'Ann';
const VIEWER = 'Tom';

type House = { readonly product: Product; readonly stripe: FakeStripe; readonly operatorUrl: string };

/** A product on a fresh database without a demo: real accounts only, Stripe's API (a fake of it) and the operator page. */
const test = base.extend<{ house: House; product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  house: async ({}, use) => {
    const stripe = await startFakeStripe();
    const port = await freePort();
    const product = await startProduct({
      demo: false,
      env: {
        OPERATOR_PORT: String(port),
        PAYMENTS: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_test',
        STRIPE_API_URL: `http://127.0.0.1:${stripe.api.port}`,
      },
    });
    await use({ product, stripe, operatorUrl: `http://127.0.0.1:${port}/operator` });
    await product.stop();
    await stripe.close();
  },
  product: async ({ house }, use) => use(house.product),
});

// A request without a session is answered with the sign-in page and status 401.
test.use({ allowedProblems: [/status of 401/] });

/** The one command: makes an operator, and returns what it prints once. */
async function addOperator({ databaseUrl, dataDir }: Product, name: string) {
  const words = ['operator', 'add', name, 'admin', '--reason', 'the first one', '--yes'];
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off' };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...FASTER_IMPORTS, 'tools/operator/operator.ts', ...words],
    { env },
  );
  const [, password = ''] = /password: (\S+)/.exec(stdout) ?? [];
  const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(stdout) ?? [];
  return { password, code: codeOf(fromBase32(secret), stepAt(Date.now())) };
}

async function signInAsOperator(page: Page, { product, operatorUrl }: House): Promise<void> {
  const { password, code } = await addOperator(product, 'ina');
  await page.goto(operatorUrl);
  await page.getByLabel('Name').fill('ina');
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(page, 'Overview')).toBeVisible();
}

/** Fills in the form of an action that the page shows, tries it, and does it. */
async function change(page: Page, title: string, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label, { exact: true });
    const isChoice = await field.evaluate((element) => element.tagName === 'SELECT');
    await (isChoice ? field.selectOption(value) : field.fill(value));
  }
  await page.getByLabel('Reason').fill('the first host');
  await page.getByRole('button', { name: 'Try' }).click();
  await expect(heading(page, `${title}?`)).toBeVisible();
  await page.getByRole('button', { name: 'Do it' }).click();
  await expect(heading(page, 'Done')).toBeVisible();
}

/** Chooses an action of the overview, and does it. */
async function act(page: Page, title: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: title, exact: true }).click();
  await change(page, title, fields);
}

/** Opens what the overview lists under this heading, such as an application, through the form that asks for the reason. */
async function openWaiting(page: Page, waiting: RegExp): Promise<void> {
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('listitem').filter({ hasText: waiting }).getByRole('link').first().click();
  await page.getByLabel('Reason').fill('the first host');
  await page.getByRole('button', { name: 'Show' }).click();
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

/** Signs in as a new guest on the login page, and opens the form of the profile with a name and a birth date filled in. */
async function enterAs(page: Page, name: string): Promise<void> {
  await page.goto('/login?next=%2Feditprofile');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Day').selectOption('31');
  await page.getByLabel('Month').selectOption('12');
  await page.getByLabel('Year').selectOption('1990');
}

async function saveProfile(page: Page): Promise<void> {
  await save(page).click();
  await expect(save(page)).toHaveCount(0);
}

async function chooseOption(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  // The list of another field may still be closing.
  const list = page.getByRole('dialog', { name: field });
  await list.getByRole('combobox', { name: 'Search' }).fill(option);
  await list.getByRole('option', { name: option, exact: true }).click();
}

/** Fills in what a host's profile needs, with a picture, and applies. */
async function applyAsHost(page: Page): Promise<void> {
  await enterAs(page, HOST);
  const buffer = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#2a6f97' } })
    .jpeg()
    .toBuffer();
  await page.getByLabel('Change profile photo').setInputFiles({ name: 'portrait.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Use this part' }).click();
  await page.getByLabel('About', { exact: true }).fill('Maps, mountains and coffee.');
  await chooseOption(page, 'Country', 'Germany');
  await chooseOption(page, 'Language you speak', 'German');
  await saveProfile(page);
  await page.goto('/personalhome');
  await page.getByRole('link', { name: 'Become a host' }).click();
  await page.getByText('I accept these rules', { exact: true }).click();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(heading(page, 'We are reading your application')).toBeVisible();
}

/** Buys a pack on Stripe's page, which opens in a window of its own. */
async function buyGems(page: Page, context: BrowserContext, stripe: FakeStripe): Promise<void> {
  await context.route('https://checkout.stripe.com/**', async (route) => {
    const ref = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    const back = stripe.pay(ref);
    await route.fulfill({ contentType: 'text/html', body: `<a href="${back}">Paid</a>` });
  });
  await page.goto('/personalhome');
  await page.getByRole('region', { name: 'Balances' }).getByRole('button').click();
  const store = page.getByRole('dialog', { name: 'Get gems' });
  await store.getByRole('radio', { name: /100/ }).check({ force: true });
  const opened = context.waitForEvent('page');
  await store.getByRole('button', { name: 'Continue' }).click();
  const paying = await opened;
  await paying.getByRole('link', { name: 'Paid' }).click();
  await expect(heading(paying, 'Thank you!')).toBeVisible();
  await paying.close();
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('100');
}

/** Calls the host; both see each other, and the viewer hangs up. */
async function callHost(viewer: Page, host: Page): Promise<void> {
  await viewer.getByRole('link', { name: 'Video call' }).click();
  await panel(host, VIEWER).getByRole('button', { name: 'Accept' }).click();
  await Promise.all([expectMoving(viewer, HOST), expectMoving(host, VIEWER)]);
  await viewer.getByRole('button', { name: 'Hang up' }).dispatchEvent('click');
  await Promise.all([viewer, host].map((page) => expect(heading(page, 'Call ended')).toBeVisible()));
}

test('a new person becomes a host, sets a price, is called by another new person, earns and is paid, without a demo, SQL or a second command', {
  lock: 'video',
}, async ({ house, openBrowser }) => {
  const [hers, theirs] = [await openBrowser(WITH_CAMERA), await openBrowser(WITH_CAMERA)];
  await Promise.all([watchConnections(hers), watchConnections(theirs)]);
  const [host, viewer] = [await firstTab(hers), await firstTab(theirs)];
  const operator = await firstTab(await openBrowser());

  await signInAsOperator(operator, house);
  await act(operator, 'Add a pack of gems', { Pack: 'g100', Gems: '100', Bonus: '0', Position: '1' });
  await act(operator, 'Change the price of a pack', { Pack: 'g100', Currency: 'USD', Price: '0.99' });
  // A call of seconds is paid, also on the day of a purchase, and what it earns is paid out at once.
  const switches = { fairStartSeconds: '0', enablePaidUserFreeCall: 'off', payoutHoldDays: '0', payoutMinGems: '10' };
  for (const [Switch, Value] of Object.entries(switches)) await act(operator, 'Change a switch', { Switch, Value });

  await applyAsHost(host);
  await openWaiting(operator, new RegExp(HOST));
  await expect(operator.getByText('Maps, mountains and coffee.')).toBeVisible();
  await operator.getByRole('link', { name: 'Accept an application', exact: true }).click();
  await change(operator, 'Accept an application', {});
  // The role arrives without a reload.
  await expect(heading(host, 'Your studio')).toBeVisible();
  await host.getByRole('button', { name: 'Raise the price' }).click();
  await host.getByRole('button', { name: 'Save price' }).click();
  await expect(host.getByText('New calls cost 30 gems a minute')).toBeVisible();

  await enterAs(viewer, VIEWER);
  await saveProfile(viewer);
  await buyGems(viewer, theirs, house.stripe);
  await viewer.goto('/goddess');
  await viewer.locator('[data-person]').filter({ hasText: HOST }).first().getByRole('link').first().click();
  // The first call of a new person is free; the second one is paid.
  await callHost(viewer, host);
  await viewer.goBack();
  await callHost(viewer, host);

  await host.goto('/host');
  const earnings = host.getByRole('region', { name: 'Earnings', exact: true });
  await expect(earnings.getByRole('row').filter({ hasText: 'Calls: 18' })).toContainText('18');
  await host.getByLabel('Account holder').fill('Ann Host');
  await host.getByLabel('IBAN or account number').fill('DE89 3704 0044 0532 0130 00');
  await host.getByRole('button', { name: 'Save account' }).click();
  await expect(host.getByText('Ends in 3000')).toBeVisible();
  await host.getByRole('button', { name: 'Request a payout' }).click();
  const asked = host.getByRole('alertdialog', { name: 'Pay out 18 gems?' });
  await expect(asked).toContainText('$0.09 goes to the account that ends in 3000.');
  await asked.getByRole('button', { name: 'Request' }).click();
  await expect(host.getByText('Your payout is requested')).toBeVisible();
  await openWaiting(operator, /0\.09 USD, requested/);
  await operator.getByRole('link', { name: 'Approve a payout', exact: true }).click();
  await change(operator, 'Approve a payout', {});
  await operator.getByRole('link', { name: 'Mark a payout as sent', exact: true }).click();
  await change(operator, 'Mark a payout as sent', { Reference: 'SEPA 1' });
  // The state arrives without a reload.
  await expect(host.getByText('Sent', { exact: true })).toBeVisible();

  await host.getByRole('switch', { name: 'Monday' }).click();
  await host.getByLabel('Monday, From').fill('22:00');
  await host.getByLabel('Monday, Until').fill('06:00');
  await expect(host.getByText('Ends on the next day')).toBeVisible();
  await host.getByRole('button', { name: 'Save weekly hours' }).click();
  await expect(host.getByText('Your weekly hours are saved')).toBeVisible();
  await host.reload();
  await expect(host.getByLabel('Monday, From')).toHaveValue('22:00');

  await host.getByRole('button', { name: /^Statement of / }).click();
  const statement = host.getByRole('dialog', { name: /^Statement of / });
  for (const words of ['Ann Host', 'SEPA 1', 'Calls18', 'This payout-18']) await expect(statement).toContainText(words);
  const print = statement.getByRole('button', { name: 'Print' });
  await expect(print).toBeVisible();
  // On paper the statement is alone.
  await host.emulateMedia({ media: 'print' });
  await expect(statement.getByText('SEPA 1')).toBeVisible();
  for (const hidden of [print, host.getByText('Weekly hours').first()]) await expect(hidden).toBeHidden();
});
