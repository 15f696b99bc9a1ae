import { nanoid } from 'nanoid';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import {
  CARDS_PER_MINUTE,
  CHARGES_PER_MINUTE,
  ORDERS_PER_MINUTE,
  STATUS_PER_MINUTE,
} from '../../../contract/payments/rules.ts';
import { grant } from '../../../server/domains/wallet/ledger.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';

/** A server without PAYMENTS and DEMO, with its rate limits. */
let api: TestApi;
let user: User;
let hasty: User;
let calm: User;
let names = 0;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { PAYMENTS: 'off', RATE_LIMITS: 'on' });
  // Logins have a rate limit, too.
  [user, hasty, calm] = [await api.guest(), await api.guest('device-2'), await api.guest('device-3')];
});
afterAll(() => api?.close());

const ask = <K extends EndpointName>(name: K, data: unknown, who = user) => {
  names += 1;
  return api.call(name, data, { user: who, operation: `off-operation-${names}` });
};
const NOT_SOLD = { status: 422, data: { code: 'not-sold' } };

test('the shop is empty and every payment is refused as not sold when payments are off', async () => {
  const { data } = await ask('paymentChannels', {});
  expect(data.extend_info).toEqual({ skus: [], channels: [] });
  expect([data.cards, data.gpayIsHide]).toEqual([[], true]);
  const priceId = Number((await api.pool.query('select id from sku_price limit 1')).rows[0].id);
  expect(await ask('createOrder', { priceId, channel: 'card', scene: {} })).toMatchObject(NOT_SOLD);
  expect(await ask('saveBankCard', { begin: true })).toMatchObject(NOT_SOLD);
  expect((await ask('reward', { rewardType: 3 })).data).toMatchObject({ pack: null });
  expect((await api.pool.query('select count(*)::int n from payment_order')).rows).toEqual([{ n: 0 }]);
  const response = await api.app.inject({ method: 'POST', url: '/webhook/demo', payload: {} });
  expect(response.statusCode).toBe(404);
});

test('an earlier purchase is listed and cannot be refunded when payments are off', async () => {
  const uid = Number(user.id);
  const id = nanoid();
  await api.pool.query(
    `insert into payment_order (id, uid, operation, body_hash, device, price_id, sku, gems, bonus, amount_minor, currency, country,
       channel, gateway, livemode, scene, expires_at)
     values ($1, $2, $1, '', 'phone', (select min(id) from sku_price), 'g300', 300, 0, 299, 'USD', '', 'card', 'demo', false, '{}', now())`,
    [id, uid],
  );
  await grant(api.db, `order:${id}`, uid, 'gems', 300, { type: 'order', id });
  await api.pool.query(`update payment_order set state = 'paid', paid_at = now(), payment_ref = 'p' where id = $1`, [
    id,
  ]);
  const { data } = await ask('payRecords', { kind: 'orders', cursor: '', limit: 10 });
  expect(data.orders).toMatchObject([{ orderId: id, payStatus: 'TXN_SUCCESS', refundable: null }]);
  const before = data.balance;
  expect(await ask('refundOrder', { orderId: id, gems: 300 })).toMatchObject(NOT_SOLD);
  expect((await ask('payRecords', { kind: 'gems', cursor: '', limit: 10 })).data.balance).toBe(before);
  expect((await ask('payOrderStatus', { orderId: id })).data).toMatchObject({ payStatus: 'TXN_SUCCESS' });
  expect(await ask('authenticationPayment', { orderId: id, token: 'tok' })).toMatchObject(NOT_SOLD);
});

test.each([
  ['createOrder', ORDERS_PER_MINUTE, { priceId: 1, channel: 'card', scene: {} }],
  ['authenticationPayment', CHARGES_PER_MINUTE, { orderId: 'x'.repeat(21), token: 'tok' }],
  ['saveBankCard', CARDS_PER_MINUTE, { begin: true }],
  ['payOrderStatus', STATUS_PER_MINUTE, { orderId: 'x'.repeat(21) }],
  ['refundOrder', CHARGES_PER_MINUTE, { orderId: 'x'.repeat(21), gems: 1 }],
] as const)('%s is refused after %i times a minute for one account', async (name, most, data) => {
  const statuses = [];
  for (let n = 0; n < most; n += 1) statuses.push((await ask(name, data, hasty)).status);
  expect(statuses).not.toContain(429);
  const refused = await ask(name, data, hasty);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(name, data, calm)).status).not.toBe(429);
});
