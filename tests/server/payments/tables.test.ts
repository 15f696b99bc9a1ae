import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { seedCatalogue } from '../../../server/domains/payments/seed.ts';
import { ORDER_STATES } from '../../../server/domains/payments/tables.ts';
import { startApi, type TestApi } from '../../harness/api.ts';

let api: TestApi;
let orders = 0;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
});
afterAll(() => api?.close());

/** Creates an order in this state, bypassing the trigger. */
async function orderIn(state: string): Promise<string> {
  orders += 1;
  const id = `order${orders}`.padEnd(21, '_');
  await api.pool.query(
    `insert into payment_order (id, uid, operation, body_hash, device, price_id, sku, gems, bonus, amount_minor, currency, country,
       channel, gateway, livemode, scene, expires_at)
     select $1, 1, $1, '', 'd', id, sku, 100, 0, amount_minor, currency, '', 'card', 'demo', false, '{}', now()
     from sku_price where sku = 'g100' and currency = 'USD'`,
    [id],
  );
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query(`set local session_replication_role = replica`);
  await client.query(
    `update payment_order set state = $2, paid_at = case when $2 = 'paid' then now() end where id = $1`,
    [id, state],
  );
  await client.query('commit');
  client.release();
  return id;
}
const move = async (id: string, to: string, asOperator = false) => {
  const client = await api.pool.connect();
  try {
    await client.query('begin');
    if (asOperator) await client.query(`set local gemcall.operator = 'on'`);
    await client.query(
      `update payment_order set state = $2, paid_at = case when $2 = 'paid' then coalesce(paid_at, now()) end where id = $1`,
      [id, to],
    );
    await client.query('commit');
    return 'moved';
  } catch (error) {
    await client.query('rollback');
    return error instanceof Error ? error.message : '';
  } finally {
    client.release();
  }
};

const LIVE = ['created', 'open', 'action', 'confirming'];
const END = ['paid', 'failed', 'expired', 'review'];
const MOVES: Readonly<Record<string, readonly string[]>> = {
  created: [...LIVE, ...END],
  open: ['open', 'action', 'confirming', ...END],
  action: ['open', 'action', 'confirming', ...END],
  confirming: ['open', 'action', 'confirming', ...END],
  paid: ['paid'],
  failed: ['failed', 'paid', 'review'],
  expired: ['expired', 'paid', 'review'],
  review: ['review'],
};

describe('the payment_order table', () => {
  test.each(ORDER_STATES)('an order moves from %s only to the states of the table', async (from) => {
    const moved: string[] = [];
    for (const to of ORDER_STATES) if ((await move(await orderIn(from), to)) === 'moved') moved.push(to);
    expect(moved).toEqual(ORDER_STATES.filter((to) => MOVES[from]?.includes(to)));
  });

  test('an order leaves the review only by the operator', async () => {
    const moved: string[] = [];
    for (const to of ORDER_STATES) if ((await move(await orderIn('review'), to, true)) === 'moved') moved.push(to);
    expect(moved).toEqual(['paid', 'failed', 'review']);
  });

  test('an order must be created in the state created', async () => {
    const id = await orderIn('open');
    await expect(
      api.pool.query(
        `insert into payment_order select (jsonb_populate_record(o, '{"id": "another", "operation": "other"}')).* from payment_order o where id = $1`,
        [id],
      ),
    ).rejects.toThrow('begins as created');
  });

  test.each([
    'gems = 1000',
    'amount_minor = 1',
    `currency = 'EUR'`,
    'uid = 2',
    `expires_at = now() + interval '1 day'`,
  ])('the agreed terms of an order cannot be changed: %s', async (change) => {
    const id = await orderIn('open');
    await expect(api.pool.query(`update payment_order set ${change} where id = $1`, [id])).rejects.toThrow('agreed');
    await expect(api.pool.query(`delete from payment_order where id = $1`, [id])).rejects.toThrow('append-only');
  });

  test('the gateway calls of an order cannot be changed, and the result of one is added once', async () => {
    const id = await orderIn('open');
    const call = (set: string) => api.pool.query(`update payment_call set ${set} where order_id = $1`, [id]);
    await api.pool.query(
      `insert into payment_call (order_id, kind, attempt, operation, params) values ($1, 'open', 1, 'x', '{}')`,
      [id],
    );
    await call(`ref = 'a'`);
    await call(`declined = true`);
    await expect(call(`ref = 'b'`)).rejects.toThrow('stays as it was made');
    await expect(call(`params = '{"a": 1}'`)).rejects.toThrow('stays as it was made');
    await expect(api.pool.query(`delete from payment_call where order_id = $1`, [id])).rejects.toThrow('append-only');
  });
});

describe('the sku_price table', () => {
  test('prices are only added, and a second seeding adds none', async () => {
    const count = async () => (await api.pool.query('select count(*)::int as n from sku_price')).rows[0].n;
    const before = await count();
    await seedCatalogue(api.db);
    expect(await count()).toBe(before);
    await expect(api.pool.query('update sku_price set amount_minor = 1')).rejects.toThrow('append-only');
    await expect(api.pool.query('delete from sku_price')).rejects.toThrow('append-only');
  });

  test.each(['BHD', 'KWD', 'OMR'])('prices in %s must end in zero', async (currency) => {
    const add = (minor: number) =>
      api.pool.query(`insert into sku_price (sku, currency, amount_minor) values ('g100', $1, $2)`, [currency, minor]);
    await add(390);
    await expect(add(395)).rejects.toThrow('sku_price_thousandths');
  });
});
