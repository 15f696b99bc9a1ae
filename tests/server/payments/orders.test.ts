import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { PAYMENT_CHANNELS } from '../../../contract/payments/orders.ts';
import { CHARGE_ATTEMPTS_MAX } from '../../../contract/payments/rules.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { type FakeGateway, fakeGateway } from '../../harness/money/fake-gateway.ts';

let api: TestApi;
let gateway: FakeGateway;
let operations = 0;
beforeAll(async () => {
  gateway = fakeGateway();
  api = await startApi(inject('postgresUrl'), {}, gateway);
});
afterAll(async () => {
  const broken = api && (await auditLedger(api.db));
  await api?.close();
  expect(broken).toEqual([]);
});

const named = () => {
  operations += 1;
  return `operation-${operations}`;
};
const device = (user: User) => `device-of-${user.id}`;
const guest = async () => {
  const one = await api.guest(`device-${named()}`);
  return one;
};
const gems = async (user: User) =>
  Number(
    (await api.pool.query(`select amount from wallet where uid = $1 and currency = 'gems'`, [user.id])).rows[0].amount,
  );
const skusOf = async (user: User, country?: string) =>
  (await api.call('paymentChannels', country === undefined ? {} : { country }, { user, device: device(user) })).data;
const priceOf = async (user: User, name: string) => {
  const found = (await skusOf(user)).extend_info.skus.find(({ sku }) => sku === name);
  if (!found) throw new Error(`${name} is not sold`);
  return found.priceId;
};
type Wish = {
  sku?: string;
  gems?: number;
  channel?: (typeof PAYMENT_CHANNELS)[number];
  operation?: string;
  cardId?: string;
};
const create = async (user: User, { sku = 'g300', operation = named(), channel = 'card', ...more }: Wish = {}) =>
  api.call(
    'createOrder',
    { priceId: await priceOf(user, sku), channel, scene: { source: 'store' }, ...more },
    { user, operation, device: device(user) },
  );
const charge = (user: User, orderId: string, data: object = { token: 'token' }, operation = named()) =>
  api.call('authenticationPayment', { orderId, ...data }, { user, operation, device: device(user) });
const rowOf = async (orderId: string) =>
  (await api.pool.query('select * from payment_order where id = $1', [orderId])).rows[0];
const ring = async (ref: string, change = {}) => {
  const { raw, headers } = gateway.webhook(ref, change);
  return (await api.app.inject({ method: 'POST', url: '/webhook/demo', headers, payload: raw })).statusCode;
};
/** Waits until the order is in this state, as a background query sets it. */
async function becomes(orderId: string, state: string) {
  await expect.poll(async () => (await rowOf(orderId)).state, { timeout: 20_000 }).toBe(state);
}
const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const refOf = (orderId: string) => gateway.refsOf(orderId)[0] ?? '';

describe('purchases', () => {
  test('a purchase with a new card gives gems once, a receipt, and a record', async () => {
    const user = await guest();
    const before = await gems(user);
    const { data: order } = await create(user, { sku: 'g700' });
    expect(order).toMatchObject({ payStatus: 'PENDING', gems: 700, bonus: 35, next: { kind: 'frame' } });
    expect(order.orderDetail).toEqual({ orderId: order.orderId, currency: 'USD', amount: '6.49' });
    const paid = await charge(user, order.orderId);
    expect(paid.data).toMatchObject({
      payStatus: 'TXN_SUCCESS',
      gems: 700,
      bonus: 35,
      againMs: 0,
      receipt: { sku: 'g700', price: { amountMinor: 649, currency: 'USD' }, card: { brand: 'visa', last4: '4242' } },
    });
    expect(await gems(user)).toBe(before + 735);
    const { data } = await api.call('payRecords', { kind: 'orders' }, { user });
    expect(data.orders).toMatchObject([{ orderId: order.orderId, payStatus: 'TXN_SUCCESS', sku: 'g700' }]);
    expect(data.balance).toBe(before + 735);
    const lines = (await api.call('payRecords', { kind: 'gems' }, { user })).data.lines;
    expect(lines[0]).toMatchObject({ amount: 735, subject: 'order', subjectId: order.orderId, after: before + 735 });
    expect((await skusOf(user)).userPayInfo.paid).toBe(true);
  });

  test('a payment on a page of the gateway is found by a status query, by a webhook, and by a ticket without a login', async () => {
    const user = await guest();
    const { data: order } = await create(user, { channel: 'hosted' });
    gateway.pay(refOf(order.orderId));
    const asked = await api.call('payOrderStatus', { orderId: order.orderId, ticket: order.ticket });
    expect(asked.data).toEqual({ payStatus: 'TXN_SUCCESS', againMs: 0 });
    const other = await create(user, { channel: 'hosted' });
    gateway.pay(refOf(other.data.orderId));
    expect(await ring(refOf(other.data.orderId))).toBe(200);
    await becomes(other.data.orderId, 'paid');
  });

  test('an exact amount costs the price per gem of the small pack', async () => {
    const user = await guest();
    const { priceId } = (await skusOf(user)).extend_info.skus.find(({ sku }) => sku === 'exact') ?? { priceId: 0 };
    const ask = (amount: number) =>
      api.call('createOrder', { priceId, gems: amount, channel: 'card', scene: {} }, { user, operation: named() });
    expect((await ask(250)).data).toMatchObject({ gems: 250, bonus: 0, orderDetail: { amount: '2.48' } });
    expect([(await ask(255)).status, (await ask(90)).status, (await ask(10_010)).status]).toEqual([400, 400, 400]);
  });

  test('an unused purchase is refunded once on request, with the amount that was shown', async () => {
    const user = await guest();
    const before = await gems(user);
    const { data } = await create(user, { sku: 'g700' });
    await charge(user, data.orderId);
    const shown = (await api.call('payRecords', { kind: 'orders' }, { user })).data.orders[0]?.refundable;
    expect(shown).toEqual({ gems: 735, price: { amountMinor: 649, currency: 'USD' } });
    const operation = named();
    const click = (amount: number) =>
      api.call('refundOrder', { orderId: data.orderId, gems: amount }, { user, operation });
    expect((await click(734)).msg).toBe('not-refundable');
    const backs = await times(10, () => click(735));
    expect(new Set(backs.map(({ data: { gemsBalance } }) => gemsBalance))).toEqual(new Set([before]));
    expect(backs[0]?.data.record).toMatchObject({ reversals: [{ kind: 'refund', gems: 735 }], refundable: null });
    expect((await skusOf(user)).userPayInfo.paid).toBe(false);
  });

  test('a purchase first pays what is owed for a lost dispute', async () => {
    const user = await guest();
    const { data: first } = await create(user);
    await charge(user, first.orderId);
    await api.pool.query(
      `insert into reversal (id, order_id, kind, state, gems, taken, owed, amount_minor, payment_ref, by)
       values ($1, $2, 'dispute', 'lost', 300, 100, 200, 289, 'p', 'gateway')`,
      [`r${first.orderId.slice(1)}`, first.orderId],
    );
    expect((await skusOf(user)).userPayInfo.owed).toBe(200);
    const before = await gems(user);
    const { data: second } = await create(user);
    await charge(user, second.orderId);
    expect(await gems(user)).toBe(before + 100);
    expect((await skusOf(user)).userPayInfo.owed).toBe(0);
    // The dispute of this test has no transfers of its own.
    await api.pool.query('delete from reversal where order_id = $1', [first.orderId]);
  });
});

describe('repeated purchase requests', () => {
  test('a purchase request sent 50 times at once makes one order and one session', async () => {
    const user = await guest();
    const operation = named();
    const made = await times(50, () => create(user, { operation }));
    expect(new Set(made.map(({ data }) => data.orderId)).size).toBe(1);
    expect(gateway.refsOf(made[0]?.data.orderId ?? '')).toHaveLength(1);
  });

  test('a purchase request with another body is a conflict, and its status is found by its operation id', async () => {
    const user = await guest();
    const operation = named();
    const { data } = await create(user, { operation });
    expect((await create(user, { operation, sku: 'g700' })).status).toBe(409);
    expect((await api.call('payOrderStatus', { operationId: operation }, { user })).data.orderDetail?.orderId).toBe(
      data.orderId,
    );
    expect((await api.call('payOrderStatus', { operationId: named() }, { user })).status).toBe(404);
    expect((await create(user, { operation: 'no id' })).status).toBe(400);
  });

  test('a card is charged once when a charge is sent 50 times at once', async () => {
    const user = await guest();
    const { data } = await create(user);
    const before = gateway.done.size;
    const operation = named();
    await times(50, () => charge(user, data.orderId, { token: 'one' }, operation));
    await times(10, () => charge(user, data.orderId));
    expect(gateway.done.size - before).toBe(1);
    expect((await charge(user, data.orderId, { token: 'two' }, operation)).status).toBe(409);
  });
});

describe('charges of cards', () => {
  test('a declined card may be tried five times, then the order has failed', async () => {
    const user = await guest();
    const { data } = await create(user);
    gateway.cards(...Array<'no-funds'>(CHARGE_ATTEMPTS_MAX).fill('no-funds'));
    const left: unknown[] = [];
    for (let n = 1; n < CHARGE_ATTEMPTS_MAX; n += 1) {
      const { data: now } = await charge(user, data.orderId);
      left.push([now.payStatus, now.reason, now.attemptsLeft]);
    }
    expect(left).toEqual([4, 3, 2, 1].map((attempts) => ['PENDING', 'no-funds', attempts]));
    expect((await charge(user, data.orderId)).data).toMatchObject({ payStatus: 'TXN_FAILURE', reason: 'too-many' });
    expect((await charge(user, data.orderId)).data.payStatus).toBe('TXN_FAILURE');
  });

  test('eight declined cards in a day close the channel for the account and the device', async () => {
    const user = await guest();
    gateway.cards(...Array<'declined'>(8).fill('declined'));
    const [one, two] = [await create(user), await create(user)];
    for (let n = 0; n < 5; n += 1) await charge(user, one.data.orderId);
    for (let n = 0; n < 3; n += 1) await charge(user, two.data.orderId);
    expect((await charge(user, two.data.orderId)).msg).toBe('channel-closed');
    expect((await create(user)).msg).toBe('channel-closed');
    expect((await create(user, { channel: 'hosted' })).status).toBe(200);
    const { extend_info: info, cards } = await skusOf(user);
    expect([info.channels.map(({ channel }) => channel), cards]).toEqual([['hosted'], []]);
  });

  test('a card with a challenge leads to its bank, and pays after it', async () => {
    const user = await guest();
    const { data } = await create(user);
    gateway.cards('action');
    expect((await charge(user, data.orderId)).data).toMatchObject({
      payStatus: 'PENDING',
      next: { kind: 'challenge' },
    });
    gateway.pay(refOf(data.orderId));
    await ring(refOf(data.orderId));
    await becomes(data.orderId, 'paid');
  });

  test('a card is not charged again while its bank has not answered', async () => {
    const user = await guest();
    const { data } = await create(user);
    gateway.cards('confirming');
    expect((await charge(user, data.orderId)).data).toMatchObject({ payStatus: 'PENDING', next: { kind: 'wait' } });
    const before = gateway.done.size;
    await charge(user, data.orderId);
    expect(gateway.done.size).toBe(before);
    expect((await rowOf(data.orderId)).state).toBe('confirming');
  });

  test('a card is stored on request, pays later orders, and can be deleted, with five at most', async () => {
    const user = await guest();
    const bank = (data: object, operation = named()) => api.call('saveBankCard', data, { user, operation });
    const { data } = await create(user);
    await charge(user, data.orderId, { token: 'mine', remember: true });
    const [card] = (await skusOf(user)).cards;
    expect(card).toMatchObject({ brand: 'visa', last4: '4242', expires: '2031-12' });
    const paid = await create(user, { cardId: card?.cardId ?? '' });
    expect(paid.data.payStatus).toBe('TXN_SUCCESS');
    for (let n = 1; n < 5; n += 1) {
      const operation = named();
      const begun = await times(3, () => bank({ begin: true }, operation));
      expect(new Set(begun.map((one) => one.data.bindId)).size).toBe(1);
      const kept = await times(3, () => bank({ bindId: begun[0]?.data.bindId, token: `t${user.id}-${n}` }));
      expect(new Set(kept.map((one) => one.data.card?.cardId)).size).toBe(1);
    }
    expect((await bank({ begin: true })).status).toBe(400);
    // After the challenge of a bank, the card is queried under the same operation id.
    const other = await guest();
    const operation = named();
    const ask = () => api.call('saveBankCard', { begin: true }, { user: other, operation });
    const { bindId } = (await ask()).data;
    const asked = await api.call('saveBankCard', { bindId, token: 'asked-1' }, { user: other, operation: named() });
    expect(asked.data).toMatchObject({ bindId, next: { kind: 'challenge' } });
    const answers = await times(3, ask);
    expect(new Set(answers.map((one) => one.data.card?.cardId)).size).toBe(1);
    expect((await skusOf(other)).cards).toMatchObject([{ last4: '4242' }]);
    expect((await bank({ forget: card?.cardId })).status).toBe(200);
    expect((await skusOf(user)).cards).toHaveLength(4);
    expect((await create(user, { cardId: card?.cardId ?? '' })).status).toBe(404);
    const stranger = await guest();
    expect(
      (await api.call('saveBankCard', { forget: card?.cardId }, { user: stranger, operation: named() })).status,
    ).toBe(404);
  });
});
