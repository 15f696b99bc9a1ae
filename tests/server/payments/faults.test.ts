import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Order } from '../../../server/domains/payments/order/apply.ts';
import { openTickets } from '../../../server/domains/payments/order/tickets.ts';
import { createOrderSync, type OrderSync } from '../../../server/domains/payments/order-sync.ts';
import type { PaymentDeps } from '../../../server/domains/payments/payment-deps.ts';
import { sweepOrders } from '../../../server/domains/payments/sweep.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { type FakeGateway, fakeGateway } from '../../harness/money/fake-gateway.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

let api: TestApi;
let gateway: FakeGateway;
let deps: PaymentDeps;
let look: OrderSync;
/** Milliseconds by which the clock of the sweeper and of order syncs is ahead. */
let aheadMs = 0;
let operations = 0;
beforeAll(async () => {
  gateway = fakeGateway();
  api = await startApi(inject('postgresUrl'), {}, gateway);
  const log = { info: () => {}, warn: () => {}, error: () => {} } as unknown as PaymentDeps['log'];
  const clock = { now: () => Date.now() + aheadMs };
  const tickets = openTickets(temporaryFolder('tickets'));
  deps = { db: api.db, gateway, tickets, clock, log, frameOriginFor: () => '' };
  look = createOrderSync(deps);
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
const guest = () => api.guest(`device-${named()}`);
const balance = async (user: User) =>
  Number(
    (await api.pool.query(`select amount from wallet where uid = $1 and currency = 'gems'`, [user.id])).rows[0].amount,
  );
const priceId = async (sku: string, currency = 'USD') =>
  (
    await api.pool.query('select id::int from sku_price where sku = $1 and currency = $2 order by id desc limit 1', [
      sku,
      currency,
    ])
  ).rows[0].id;
const create = async (user: User, { sku = 'g300', operation = named(), channel = 'card', device = 'd' } = {}) =>
  api.call('createOrder', { priceId: await priceId(sku), channel, scene: {} } as object, { user, operation, device });
const charge = (user: User, orderId: string, operation = named()) =>
  api.call('authenticationPayment', { orderId, token: 'token' }, { user, operation });
const rowOf = async (orderId: string) =>
  (await api.pool.query('select * from payment_order where id = $1', [orderId])).rows[0];
const orderNamed = async (user: User, operation: string) =>
  (await api.pool.query('select * from payment_order where uid = $1 and operation = $2', [user.id, operation])).rows[0];
const refOf = (orderId: string) => gateway.refsOf(orderId).at(-1) ?? '';
const post = (sent: { raw: string; headers: Record<string, string> }) =>
  api.app.inject({ method: 'POST', url: '/webhook/demo', headers: sent.headers, payload: sent.raw });
const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const later = async <T>(ms: number, act: () => Promise<T>): Promise<T> => {
  aheadMs = ms;
  try {
    return await act();
  } finally {
    aheadMs = 0;
  }
};
const becomes = (orderId: string, state: Order['state']) =>
  expect.poll(async () => (await rowOf(orderId)).state, { timeout: 20_000 }).toBe(state);
const credits = async (orderId: string) =>
  (await api.pool.query(`select gross::int from transfer where operation = $1`, [`order:${orderId}`])).rows.map(
    ({ gross }) => gross,
  );

describe('payments when the server dies', () => {
  test('a purchase continues on the same request when the server dies before the gateway gets the request', async () => {
    const user = await guest();
    const operation = named();
    gateway.fault('open', 'down');
    expect((await create(user, { operation })).status).toBe(503);
    expect((await orderNamed(user, operation)).state).toBe('created');
    gateway.fault('open', undefined);
    const { data } = await create(user, { operation });
    expect([data.payStatus, gateway.refsOf(data.orderId).length]).toEqual(['PENDING', 1]);
  });

  test('a session is opened once when the server dies before the answer to `open`', async () => {
    const user = await guest();
    const operation = named();
    gateway.fault('open', 'lost-answer');
    expect((await create(user, { operation })).status).toBe(503);
    const { id } = await orderNamed(user, operation);
    expect((await look(id))?.state).toBe('open');
    expect(gateway.refsOf(id)).toHaveLength(1);
  });

  test('a card is charged once when the server dies before the answer to a charge', async () => {
    const user = await guest();
    const before = await balance(user);
    const { data } = await create(user);
    gateway.fault('charge', 'lost-answer');
    expect((await charge(user, data.orderId)).data.payStatus).toBe('PENDING');
    expect((await look(data.orderId))?.state).toBe('paid');
    expect([
      gateway.heard.filter((one) => one === `charge ${data.orderId}:charge:1`).length,
      await balance(user),
    ]).toEqual([2, before + 300]);
  });

  test('a sweeper credits an order when the server dies between webhook and credit', async () => {
    const user = await guest();
    const { data } = await create(user, { channel: 'hosted' });
    gateway.pay(refOf(data.orderId));
    gateway.fault('ask', 'down');
    expect((await post(gateway.webhook(refOf(data.orderId)))).statusCode).toBe(200);
    gateway.fault('ask', undefined);
    await later(MINUTE_MS, async () => {
      await sweepOrders(deps, look).run(new AbortController().signal);
    });
    await becomes(data.orderId, 'paid');
    expect(await credits(data.orderId)).toEqual([300]);
  });

  test('a credit is applied entirely or not at all when its transaction fails, and entirely on the next query', async () => {
    const user = await guest();
    const before = await balance(user);
    const { data } = await create(user, { channel: 'hosted' });
    gateway.pay(refOf(data.orderId));
    await api.pool.query(`create function break_it() returns trigger language plpgsql as $$ begin raise 'cut'; end $$`);
    await api.pool.query(
      `create trigger cut before update on payment_order for each row when (new.state = 'paid') execute function break_it()`,
    );
    await expect(look(data.orderId)).rejects.toThrow();
    expect([await balance(user), (await rowOf(data.orderId)).state]).toEqual([before, 'open']);
    await api.pool.query('drop trigger cut on payment_order; drop function break_it()');
    await look(data.orderId);
    expect(await balance(user)).toBe(before + 300);
  });
});

describe('payments when the gateway fails', () => {
  test('a session is opened with the next idempotency key after a minute when the gateway stored a 500 for the first', async () => {
    const user = await guest();
    const operation = named();
    gateway.fault('open', 'stored-500');
    expect((await create(user, { operation })).status).toBe(503);
    const { id } = await orderNamed(user, operation);
    await expect(look(id)).rejects.toThrow('as before');
    expect((await later(2 * MINUTE_MS, () => look(id)))?.state).toBe('open');
    expect(gateway.done.has(`${id}:open:2`)).toBe(true);
  });

  test('an order that was opened and paid twice is credited once, and the other payment is refunded', async () => {
    const user = await guest();
    const { data } = await create(user, { channel: 'hosted' });
    const first = refOf(data.orderId);
    await gateway.open({ ...(await paramsOf(data.orderId)) }, `${data.orderId}:open:lost`);
    const second = refOf(data.orderId);
    gateway.pay(first);
    gateway.pay(second);
    await post(gateway.webhook(second));
    await post(gateway.webhook(first));
    await becomes(data.orderId, 'paid');
    await look(data.orderId);
    await expect
      .poll(
        async () => (await api.pool.query(`select kind, state from reversal where order_id = $1`, [data.orderId])).rows,
      )
      .toEqual([{ kind: 'surplus', state: 'asked' }]);
    await look(data.orderId);
    expect(await credits(data.orderId)).toEqual([300]);
  });

  test('an order is credited after an outage of an hour of the gateway, with growing intervals between queries', async () => {
    const user = await guest();
    const { data } = await create(user, { channel: 'hosted' });
    gateway.pay(refOf(data.orderId));
    gateway.fault('ask', 'down');
    gateway.fault('close', 'down');
    const sweep = sweepOrders(deps, look);
    const before = gateway.heard.length;
    for (let second = 0; second < 3_600; second += 30) {
      await later(second * 1_000, () => sweep.run(new AbortController().signal));
    }
    expect(gateway.heard.length - before).toBeLessThan(200);
    gateway.fault('ask', undefined);
    gateway.fault('close', undefined);
    for (let round = 0; round < 40; round += 1) {
      await later((4_000 + round * 130) * 1_000, () => sweep.run(new AbortController().signal));
      if ((await rowOf(data.orderId)).state === 'paid') break;
    }
    expect(await credits(data.orderId)).toEqual([300]);
  });

  test.each([{ amountMinor: 288 }, { currency: 'EUR' }, { livemode: true }])(
    'a payment with %o credits nothing and is put into review',
    async (odd) => {
      const user = await guest();
      const before = await balance(user);
      const { data } = await create(user, { channel: 'hosted' });
      gateway.pay(refOf(data.orderId), odd);
      await look(data.orderId);
      await look(data.orderId);
      expect([(await rowOf(data.orderId)).state, await balance(user)]).toEqual(['review', before]);
      const { rows } = await api.pool.query('select what from payment_difference where order_id = $1', [data.orderId]);
      expect(rows).toHaveLength(1);
      expect((await api.call('payOrderStatus', { orderId: data.orderId }, { user })).data.payStatus).toBe('TXN_REVIEW');
    },
  );
});

const paramsOf = async (orderId: string) =>
  (
    await api.pool.query(
      `select params from payment_call where order_id = $1 and kind = 'open' order by attempt limit 1`,
      [orderId],
    )
  ).rows[0].params;

describe('orders that end', () => {
  test('an order expires when it is closed, is queried later, and a late payment still counts', async () => {
    const user = await guest();
    const before = await balance(user);
    const { data } = await create(user, { channel: 'hosted' });
    expect((await later(32 * MINUTE_MS, () => look(data.orderId)))?.state).toBe('expired');
    const { ask_at: askAt, expires_at: expiresAt } = await rowOf(data.orderId);
    expect(askAt - expiresAt).toBe(10 * MINUTE_MS);
    gateway.pay(refOf(data.orderId));
    await post(gateway.webhook(refOf(data.orderId)));
    await becomes(data.orderId, 'paid');
    expect(await balance(user)).toBe(before + 300);
  });

  test('an order stays confirming beyond its time while its bank has not answered', async () => {
    const user = await guest();
    const { data } = await create(user);
    gateway.cards('confirming');
    await charge(user, data.orderId);
    expect((await later(32 * MINUTE_MS, () => look(data.orderId)))?.state).toBe('confirming');
  });

  test('an order is cancelled once, and one that is already paid is reported as paid', async () => {
    const user = await guest();
    const cancel = (orderId: string) => api.call('cancelOrder', { orderId }, { user, operation: named() });
    const { data } = await create(user);
    expect((await times(10, () => cancel(data.orderId))).map((one) => one.data.payStatus)).toEqual(
      Array(10).fill('TXN_FAILURE'),
    );
    expect((await cancel(data.orderId)).data.reason).toBe('cancelled');
    const other = await create(user, { channel: 'hosted' });
    gateway.pay(refOf(other.data.orderId));
    expect((await cancel(other.data.orderId)).data.payStatus).toBe('TXN_SUCCESS');
  });
});

describe('webhooks', () => {
  test('an order is credited once when its webhook arrives 50 times at once with 50 ids', async () => {
    const user = await guest();
    const before = await balance(user);
    const { data } = await create(user, { channel: 'hosted' });
    gateway.pay(refOf(data.orderId));
    const answers = await times(50, () => post(gateway.webhook(refOf(data.orderId))));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await becomes(data.orderId, 'paid');
    await times(20, () => look(data.orderId));
    expect([await credits(data.orderId), await balance(user)]).toEqual([[300], before + 300]);
  });

  test('a webhook that is forged, stale, early, changed, replayed or too large moves nothing', async () => {
    const user = await guest();
    const { data } = await create(user, { channel: 'hosted' });
    const ref = refOf(data.orderId);
    const good = gateway.webhook(ref);
    const forged = {
      ...good,
      headers: { ...good.headers, 'x-signature': good.headers['x-signature']?.replace(/.$/, 'x') ?? '' },
    };
    const codes = [
      forged,
      { raw: good.raw, headers: { 'content-type': 'application/json' } },
      { ...good, raw: good.raw.replace('event', 'Event') },
      gateway.webhook(ref, { at: Date.now() - 301_000 }),
      gateway.webhook(ref, { at: Date.now() + 302_000 }),
      { ...good, raw: '' },
    ].map(async (sent) => (await post(sent)).statusCode);
    expect(await Promise.all(codes)).toEqual([400, 400, 400, 400, 400, 400]);
    expect((await post({ ...good, raw: 'x'.repeat(65_537) })).statusCode).toBe(413);
    expect((await post(gateway.webhook('no-such', { orderId: 'y'.repeat(21) }))).statusCode).toBe(200);
    // The webhook says paid, and the gateway says not paid.
    const said = gateway.heard.length;
    await post(good);
    await post(good);
    await expect.poll(() => gateway.heard.slice(said).filter((one) => one === `ask ${ref}`).length).toBe(1);
    expect((await rowOf(data.orderId)).state).toBe('open');
  });

  test('a webhook that names another order for its session changes neither', async () => {
    const [user, other] = [await guest(), await guest()];
    const [one, two] = [await create(user, { channel: 'hosted' }), await create(other, { channel: 'hosted' })];
    gateway.pay(refOf(two.data.orderId));
    await post(gateway.webhook(refOf(two.data.orderId), { orderId: one.data.orderId }));
    await look(one.data.orderId);
    expect((await rowOf(one.data.orderId)).state).toBe('open');
    await look(two.data.orderId);
    expect([await credits(one.data.orderId), await credits(two.data.orderId)]).toEqual([[], [300]]);
  });
});

describe('limits with 50 purchases at once', () => {
  test('one account of a device gets the first pack of 50, and it is available again when its order fails', async () => {
    const device = `shared-${named()}`;
    const users = await times(50, () => guest());
    const made = await times(50, async (index) => create(users[index] as User, { sku: 'first300', device }));
    const [lucky, ...more] = made.filter(({ status }) => status === 200);
    expect([more.length, new Set(made.filter(({ status }) => status !== 200).map(({ msg }) => msg))]).toEqual([
      0,
      new Set(['claimed']),
    ]);
    await look(lucky?.data.orderId ?? '', { cancel: true });
    expect((await create(users[0] as User, { sku: 'first300', device })).status).toBe(200);
  });

  test('one account has at most three open orders', async () => {
    const user = await guest();
    const made = await times(50, () => create(user));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(made.filter(({ status }) => status !== 200).map(({ msg }) => msg))).toEqual(
      new Set(['too-many-orders']),
    );
  });

  test('purchases stop at the user’s own spending limit', async () => {
    const user = await guest();
    const set = { scope: 'buy', window: 'day', gems: 500 } as const;
    const limits = await api.call('spendLimits', { set }, { user, operation: named() });
    expect(limits.data.limits).toContainEqual({ ...set, used: 0, next: 500, nextAt: null });
    const made = await times(50, () => create(user));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = made.find(({ status }) => status !== 200);
    expect(refused?.data).toMatchObject({ code: 'spend-limit', scope: 'buy', window: 'day', left: 200 });
  });
});

describe('invalid purchase requests', () => {
  test('orders of other users are not found', async () => {
    const [user, stranger] = [await guest(), await guest()];
    const { data } = await create(user);
    const { orderId, ticket } = data;
    const asked = [
      await api.call('payOrderStatus', { orderId }, { user: stranger }),
      await api.call('payOrderStatus', { orderId }),
      await api.call('payOrderStatus', { orderId, ticket: ticket.replace(/.$/, ticket.endsWith('x') ? 'y' : 'x') }),
      await api.call('payOrderStatus', { orderId: 'o'.repeat(21), ticket }),
      await charge(stranger, orderId),
      await api.call('cancelOrder', { orderId }, { user: stranger, operation: named() }),
      await api.call('refundOrder', { orderId, gems: 1 }, { user: stranger, operation: named() }),
    ];
    expect(asked.map(({ status }) => status).slice(0, 6)).toEqual(Array(6).fill(404));
    expect(asked[6]?.status).toBe(404);
    expect(
      deps.tickets.isValid(orderId, deps.tickets.write(orderId, Date.now() - 25 * 60 * MINUTE_MS), Date.now()),
    ).toBe(false);
  });

  test("an order has the server's price when the request names its own price, amount or currency", async () => {
    const user = await guest();
    const forged = {
      priceId: await priceId('g300'),
      channel: 'card',
      scene: {},
      amountMinor: 1,
      currency: 'INR',
      price: { amountMinor: 1 },
    };
    const { data } = await api.call('createOrder', forged, { user, operation: named() });
    expect(data.orderDetail).toMatchObject({ currency: 'USD', amount: '2.89' });
  });

  test('an order without an operation id is refused', async () => {
    const user = await guest();
    expect(
      (
        await api.call(
          'createOrder',
          { priceId: await priceId('g300'), channel: 'card', scene: {} },
          { user, operation: '' },
        )
      ).status,
    ).toBe(400);
  });

  test('an order at a price that was replaced more than 15 minutes ago is refused', async () => {
    const user = await guest();
    const old = await priceId('g7000');
    const add = (minutes: number) =>
      api.pool.query(
        `insert into sku_price (sku, currency, amount_minor, from_at) values ('g7000', 'USD', 5999, now() - make_interval(mins => $1))`,
        [minutes],
      );
    const buy = (id: number) =>
      api.call('createOrder', { priceId: id, channel: 'card', scene: {} }, { user, operation: named() });
    await add(-60);
    // A price from tomorrow does not apply yet.
    expect([(await buy(old)).status, (await buy(await priceId('g7000'))).msg]).toEqual([200, 'price-changed']);
    await add(0);
    // A price that was shown until now is still accepted.
    expect((await buy(old)).status).toBe(200);
    await api.pool.query(`insert into sku (sku, kind, gems, position) values ('g9', 'pack', 900, 90)`);
    const [first, second] = (
      await api.pool.query(
        `insert into sku_price (sku, currency, amount_minor, from_at)
         values ('g9', 'USD', 899, now() - interval '2 hours'), ('g9', 'USD', 999, now() - interval '16 minutes') returning id::int`,
      )
    ).rows;
    expect([(await buy(first.id)).msg, (await buy(second.id)).status]).toEqual(['price-changed', 200]);
    const { extend_info: info } = (await api.call('paymentChannels', {}, { user })).data;
    expect(info.skus.find(({ sku }) => sku === 'g7000')?.price.amountMinor).toBe(5_999);
  });
});
