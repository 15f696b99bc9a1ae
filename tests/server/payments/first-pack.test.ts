import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTickets } from '../../../server/domains/payments/order/tickets.ts';
import { createOrderSync, type OrderSync } from '../../../server/domains/payments/order-sync.ts';
import type { PaymentDeps } from '../../../server/domains/payments/payment-deps.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { type FakeGateway, fakeGateway } from '../../harness/money/fake-gateway.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const GEMS = 600;
const PRICE_MINOR = 199;
let api: TestApi;
let gateway: FakeGateway;
let look: OrderSync;
let names = 0;
beforeAll(async () => {
  gateway = fakeGateway();
  api = await startApi(inject('postgresUrl'), {}, gateway);
  const log = { info: () => {}, warn: () => {}, error: () => {} } as unknown as PaymentDeps['log'];
  const tickets = openTickets(temporaryFolder('tickets'));
  look = createOrderSync({ db: api.db, gateway, tickets, clock: Date, log, frameOriginFor: () => '' });
});
afterAll(async () => {
  const broken = api && (await auditLedger(api.db));
  await api?.close();
  expect(broken).toEqual([]);
});

const named = () => {
  names += 1;
  return `operation-${names}`;
};
const balance = async ({ id }: User) =>
  Number((await api.pool.query(`select amount from wallet where uid = $1 and currency = 'gems'`, [id])).rows[0].amount);
async function create(user: User, cardId?: string) {
  const { rows } = await api.pool.query(
    `select id::int from sku_price where sku = 'first300' and currency = 'USD' order by id desc limit 1`,
  );
  const asked = { priceId: rows[0].id, channel: cardId ? 'card' : 'hosted', scene: {}, ...(cardId && { cardId }) };
  return api.call('createOrder', asked as object, { user, operation: named(), device: `made-up-${named()}` });
}
/** A new account on a new device orders the first pack, to pay with this card. */
async function buy(fingerprint?: string) {
  const user = await api.guest(`device-${named()}`);
  const before = await balance(user);
  const { data } = await create(user);
  const pay = () => gateway.pay(gateway.refsOf(data.orderId).at(-1) ?? '', fingerprint ? { fingerprint } : {});
  return { user, orderId: data.orderId as string, pay, gained: async () => (await balance(user)) - before };
}
const stateOf = async (orderId: string) => {
  const { rows } = await api.pool.query(
    `select state, reason, (select json_agg(json_build_array(kind, state, gems, amount_minor)) from reversal
       where order_id = payment_order.id) back from payment_order where id = $1`,
    [orderId],
  );
  return rows[0];
};

test('the first pack is sold once per card: a second payment is refunded in full, with the reason in its order', async () => {
  const first = await buy('card-1');
  first.pay();
  expect(await look(first.orderId)).toMatchObject({ state: 'paid' });
  expect(await first.gained()).toBe(GEMS);

  const second = await buy('card-1');
  second.pay();
  await look(second.orderId);
  await look(second.orderId);
  expect(await second.gained()).toBe(0);
  expect(await stateOf(second.orderId)).toEqual({
    state: 'failed',
    reason: 'claimed',
    back: [['surplus', 'asked', 0, PRICE_MINOR]],
  });
  const status = await api.call('payOrderStatus', { orderId: second.orderId }, { user: second.user });
  expect(status.data).toMatchObject({ payStatus: 'TXN_FAILURE', reason: 'claimed' });
  // They may still buy it with another card.
  expect((await create(second.user)).status).toBe(200);
});

test('one of two accounts gets the first pack when both pay with one card at the same moment', async () => {
  const both = [await buy('card-2'), await buy('card-2')];
  for (const { pay } of both) pay();
  await Promise.all(both.map(({ orderId }) => look(orderId)));
  const states = await Promise.all(both.map(({ orderId }) => stateOf(orderId)));
  expect(states.map(({ state }) => state).toSorted()).toEqual(['failed', 'paid']);
  expect((await Promise.all(both.map(({ gained }) => gained()))).toSorted()).toEqual([0, GEMS]);
});

test('a late payment of a cancelled first pack is refunded when its card was used meanwhile', async () => {
  const late = await buy('card-3');
  await look(late.orderId, { cancel: true });
  const other = await buy('card-3');
  other.pay();
  await look(other.orderId);
  late.pay();
  await look(late.orderId);
  expect([await late.gained(), await other.gained()]).toEqual([0, GEMS]);
  expect(await stateOf(late.orderId)).toMatchObject({ state: 'failed', reason: 'claimed' });
});

test('a stored card that was used for the first pack is refused before anything is charged', async () => {
  const user = await api.guest(`device-${named()}`);
  const { data: begun } = await api.call('saveBankCard', { begin: true } as object, { user, operation: named() });
  const { data: kept } = await api.call('saveBankCard', { bindId: begun.bindId, token: 'kept-token' } as object, {
    user,
    operation: named(),
  });
  const used = await buy('of-kept-token');
  used.pay();
  await look(used.orderId);
  const heard = gateway.heard.length;
  expect((await create(user, kept.card?.cardId)).msg).toBe('claimed');
  expect(gateway.heard.slice(heard)).toEqual([]);
});

test('payments without a card fingerprint both get the first pack for different accounts and devices', async () => {
  const both = [await buy(), await buy()];
  for (const { pay } of both) pay();
  for (const { orderId } of both) await look(orderId);
  expect(await Promise.all(both.map(({ gained }) => gained()))).toEqual([GEMS, GEMS]);
});
