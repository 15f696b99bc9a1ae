import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { PaymentChannel } from '../../../contract/payments/orders.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { postTo, startTestGateway, type TestGateway, tokenOf, typeCard } from '../../harness/money/gateway.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';

/** Purchases over HTTP: the server, the demo gateway, its pages and its webhooks. */
let api: TestApi;
let gateway: TestGateway;
let user: User;
let operations = 0;
beforeAll(async () => {
  const port = await freePort();
  gateway = await startTestGateway({
    databaseUrl: await freshDatabase(inject('postgresUrl')),
    webhookUrl: `http://127.0.0.1:${port}/webhook/demo`,
  });
  api = await startApi(inject('postgresUrl'), {}, gateway.adapter);
  await api.app.listen({ port, host: '127.0.0.1' });
  user = await api.guest('device-of-payer');
});
afterAll(async () => {
  const broken = api && (await auditLedger(api.db));
  await api?.close();
  await gateway?.close();
  expect(broken).toEqual([]);
});

const options = () => ({ user, operation: `purchase-${++operations}`, device: 'device-of-payer' });
async function order(channel: PaymentChannel, country = 'US') {
  const { data } = await api.call('paymentChannels', { country }, options());
  const sku = data.extend_info.skus.find((one) => one.sku === 'g300');
  if (!sku) throw new Error('nothing is sold');
  const made = await api.call('createOrder', { priceId: sku.priceId, channel, scene: {} }, options());
  expect([made.status, made.data.payStatus]).toEqual([200, 'PENDING']);
  return made.data;
}
const pageOf = (next: { kind: string }) => ('url' in next ? String(next.url) : '');
const charge = async (orderId: string, token: string) =>
  (await api.call('authenticationPayment', { orderId, token }, options())).data;
const stateOf = async (orderId: string) =>
  (await api.pool.query('select state from payment_order where id = $1', [orderId])).rows[0].state;
const becomes = (orderId: string, state: string) =>
  expect.poll(() => stateOf(orderId), { timeout: 20_000 }).toBe(state);
const credits = async (orderId: string) =>
  (
    await api.pool.query(`select count(*)::int as n from transfer where subject_type = 'order' and subject_id = $1`, [
      orderId,
    ])
  ).rows[0].n;

test('a card in the frame is declined, then challenged, then pays', async () => {
  const { orderId, next } = await order('card');
  const declined = await charge(orderId, await tokenOf(pageOf(next), '4000 0000 0000 9995'));
  expect(declined).toMatchObject({ payStatus: 'PENDING', reason: 'no-funds' });
  const asked = await charge(orderId, await tokenOf(pageOf(next), '4000 0025 0000 3155'));
  expect(asked.next).toMatchObject({ kind: 'challenge' });
  await postTo(pageOf(asked.next ?? { kind: '' }), { code: '1234' });
  const { data } = await api.call('payOrderStatus', { orderId }, options());
  expect(data).toMatchObject({ payStatus: 'TXN_SUCCESS', receipt: { card: { brand: 'visa', last4: '3155' } } });
});

test('a payment on the hosted page is credited once by its webhook, without a query of the client', async () => {
  const { orderId, next } = await order('hosted');
  expect(await typeCard(pageOf(next), '4242 4242 4242 4242')).toMatchObject({ state: 'paid' });
  await gateway.pass(15_000);
  await becomes(orderId, 'paid');
  await gateway.pass(15_000);
  expect(await credits(orderId)).toBe(1);
});

test('a payer in rupees approves the payment in their UPI app', async () => {
  const { orderId, next } = await order('upi', 'IN');
  if (next.kind !== 'upi' || next.page === undefined) throw new Error('no UPI');
  expect(await postTo(next.page, { answer: 'approve' })).toMatchObject({ state: 'paid' });
  await gateway.pass(15_000);
  await becomes(orderId, 'paid');
});

test('the card ..0309 is credited when it pays late, and the other amount of ..0572 is not credited', async () => {
  const late = await order('card');
  await charge(late.orderId, await tokenOf(pageOf(late.next), '4000 0000 0000 0309'));
  await gateway.pass(60_000);
  await gateway.pass(15_000);
  await becomes(late.orderId, 'paid');
  const odd = await order('card');
  const { payStatus } = await charge(odd.orderId, await tokenOf(pageOf(odd.next), '4000 0000 0000 0572'));
  expect([payStatus, await credits(odd.orderId)]).toEqual(['TXN_REVIEW', 0]);
});
