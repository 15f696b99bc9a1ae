import { randomBytes } from 'node:crypto';
import { nanoid } from 'nanoid';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import * as v from 'valibot';
import { HEADER_OPERATION, HEADER_TOKEN } from '../../../../contract/api/envelope.ts';
import { REQUEST_ID_LENGTH } from '../../../../contract/api/rules.ts';
import { endpoints } from '../../../../contract/endpoints.ts';
import type { Product } from '../../../harness/browser/product.ts';
import { readTable } from '../../../harness/browser/rows.ts';
import { envelope } from '../../../harness/envelope.ts';
import { enterAsGuest, signInByForm, test } from '../../base.ts';
import { VIEWER } from '../../calls/two-people.ts';
import { firstTab, signOut } from '../acts.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

// A touch device opens no payment window beside the page. A refused request is also logged as a console error.
test.use({ hasTouch: true, isMobile: true, allowedProblems: [/status of 422/] });

const gift = (page: Page) => page.getByRole('dialog', { name: 'Starter offer' });
const store = (page: Page) => page.getByRole('dialog', { name: 'Get gems' });
const pack = (page: Page) => store(page).getByRole('radio', { name: /^Once, for your first purchase/ });
const next = (page: Page) => store(page).getByRole('button', { name: 'Continue' });
const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

async function openStore(page: Page): Promise<void> {
  await page.goto('/personalhome');
  await page.getByRole('region', { name: 'Balances' }).getByRole('button').click();
  await expect(store(page).getByRole('radio', { name: /^100 gems/ })).toBeAttached();
}

const device = v.object({ key: v.literal('device'), webUuid: v.string() });
async function deviceOf(page: Page): Promise<string> {
  const rows = await readTable(page, 'app', 'state');
  return v.parse(
    device,
    rows.find((row) => v.is(device, row)),
  ).webUuid;
}

const claimsOf = (product: Product, webUuid: string) =>
  query(product, 'select owner from sku_claim where owner = $1', [`device:${webUuid}`]);

test('the first-purchase pack is offered once, and is not offered again to any account of the device once it is bought', {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const page = await firstTab(await openBrowser({ offersPack: true }));
  await enterAsGuest(page);
  const uid = await uidOf(page);
  const webUuid = await deviceOf(page);
  await page.goto('/goddess');
  await expect(gift(page)).toContainText('+300 bonus gems');
  await expect(gift(page)).toContainText('$1.99');
  await gift(page).getByRole('button', { name: 'Get it' }).click();
  await expect(pack(page)).toBeChecked();
  await next(page).click();
  const card = page.frameLocator('iframe[title="Card details"]');
  await card.getByLabel('Card number').fill('4242 4242 4242 4242');
  await card.getByLabel('Expires (MM / YY)').fill('12 / 39');
  await card.getByLabel('Security code').fill('123');
  // A card of its own: the first-purchase pack is sold once per card, and the tests share a server.
  await card.getByLabel('Name on card').fill('Pack Payer');
  await pay(page).click();
  await expect(page.getByText('600 gems are yours.')).toBeVisible();
  expect(await query(product, 'select sku, state from payment_order where uid = $1', [uid])).toEqual([
    { sku: 'first300', state: 'paid' },
  ]);
  expect(await claimsOf(product, webUuid)).toHaveLength(1);

  await openStore(page);
  await expect(pack(page)).toHaveCount(0);
  await signOut(page);
  await signInByForm(page, VIEWER);
  await openStore(page);
  await expect(pack(page)).toHaveCount(0);
});

test('a user reads why the first-purchase pack is refused when another account of the device has just taken it', {
  tag: '@phone',
}, async ({ page, product }) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await openStore(page);
  await pack(page).check({ force: true });
  await takeGift(product, await deviceOf(page));
  await next(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This pack is available once per person and device, and it was already used here.',
  );
  expect(await query(product, 'select id from payment_order where uid = $1', [uid])).toEqual([]);
  await page.getByRole('button', { name: 'Back' }).click();
  await openStore(page);
  await expect(pack(page)).toHaveCount(0);
});

const OPEN_ID_BYTES = 32;
const loggedIn = v.object({ data: endpoints.login.output });
const channels = v.object({ data: endpoints.paymentChannels.output });

/** A new account on this device creates an order for the pack. */
async function takeGift(product: Product, webUuid: string): Promise<void> {
  const ask = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [HEADER_OPERATION]: nanoid(REQUEST_ID_LENGTH), ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBe(200);
    return answer.json();
  };
  const asked = { openId: randomBytes(OPEN_ID_BYTES).toString('base64url'), channel: 'guest' };
  const { data } = v.parse(loggedIn, await ask(endpoints.login.path, envelope(asked, undefined, webUuid)));
  const { id, jid, role, vcToken } = data.userInfo;
  const user = { id, jid, role, vcToken, nickName: '' };
  const token = { [HEADER_TOKEN]: vcToken, authorization: `Bearer ${vcToken}` };
  const sold = v.parse(channels, await ask(endpoints.paymentChannels.path, envelope({}, user, webUuid), token));
  const first = sold.data.extend_info.skus.find(({ kind }) => kind === 'first');
  if (!first) throw new Error('The store does not sell the pack');
  const { priceId, gems, bonus, price } = first;
  const scene = { source: '', root: '', storyId: '', step: '', targetJid: '', sid: '' };
  const order = envelope({ priceId, shown: { gems, bonus, price }, channel: 'hosted', scene }, user, webUuid);
  await ask(endpoints.createOrder.path, order, token);
}
