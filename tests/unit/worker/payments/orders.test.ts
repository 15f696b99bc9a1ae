import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Purchase } from '#contract/payments/commands.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import { createEpoch } from '../../../../worker/base/epoch.ts';
import type { AppDb, OrderRow } from '../../../../worker/db/schema.ts';
import { createOrders } from '../../../../worker/payments/orders.ts';
import { freshApp, session } from '../support/databases.ts';

const OP = 'a'.repeat(21);
const ORDER = 'o'.repeat(21);
const price = { amountMinor: 1_299, currency: 'USD' } as const;
const purchase: Purchase = {
  op: OP,
  priceId: 4,
  channel: 'card',
  scene: { source: 'test' },
  returnTo: { to: 'store' },
  pack: { gems: 1_500, bonus: 150, price },
};
const created = {
  orderId: ORDER,
  orderDetail: { orderId: ORDER, currency: 'USD', amount: '12.99' },
  gems: 1_500,
  bonus: 150,
  expiresAt: 9,
  payStatus: 'PENDING',
  next: { kind: 'wait' },
  ticket: 'ticket',
};
const pending = { payStatus: 'PENDING', orderDetail: created.orderDetail, againMs: 2_000 };
const paid = { ...pending, payStatus: 'TXN_SUCCESS', againMs: 0 };

let app: AppDb;
beforeEach(async () => {
  app = freshApp();
  await app.state.put(session);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Answer = unknown | AppError['code'];
/** A server with the given responses in order; the last one repeats. */
function server(creates: Answer[], states: Answer[] = []) {
  const asked: string[] = [];
  const keys = new Set<string>();
  const next = (answers: Answer[]): Result<unknown> => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return typeof answer === 'string' ? fail({ code: answer } as AppError) : ok(answer);
  };
  const call = async (name: string, data: unknown, options?: { operationId?: string }) => {
    asked.push(name === 'createOrder' ? 'create' : 'orderId' in (data as object) ? 'status' : 'status by op');
    if (options?.operationId) keys.add(options.operationId);
    return next(name === 'createOrder' ? creates : states);
  };
  const epoch = createEpoch();
  const onPaid = vi.fn();
  const steps: string[] = [];
  const onStep = (step: string, { orderId, status }: OrderRow) =>
    void steps.push(`${step} ${orderId} ${status?.payStatus}`);
  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  };
  const core = () => createOrders({ app, api: { call: call as never }, epoch, now: Date.now, later, onPaid, onStep });
  return { core, asked, keys, epoch, onPaid, steps };
}
const row = () => app.orders.get(OP);
/** Advances the clock by `ms`, and lets the database finish in between. */
async function pass(ms: number): Promise<void> {
  for (let rest = ms; rest > 0; rest -= 500) {
    await vi.advanceTimersByTimeAsync(500);
    await app.orders.count();
  }
}

test('the order row is written before a byte is sent', async () => {
  const { core, asked } = server([created], [pending]);
  const buying = core().buy(purchase, session);
  expect(asked).toEqual([]);
  await buying;
  expect(await row()).toMatchObject({ op: OP, pack: { gems: 1_500 }, createdAt: expect.any(Number) });
  await pass(1_000);
  expect(asked).toEqual(['create']);
});

test('an order is polled until it is paid, and reports the gems once', async () => {
  const { core, asked, keys, onPaid, steps } = server([created], [pending, paid]);
  await core().buy(purchase, session);
  await pass(1_000);
  expect(await row()).toMatchObject({ state: 'made', orderId: ORDER, ticket: 'ticket' });
  await pass(20_000);
  expect(asked).toEqual(['create', 'status', 'status']);
  expect([...keys]).toEqual([OP]);
  expect(await row()).toMatchObject({ status: { payStatus: 'TXN_SUCCESS' } });
  expect(onPaid).toHaveBeenCalledTimes(1);
  expect(steps).toEqual([`create ${ORDER} PENDING`, `result ${ORDER} TXN_SUCCESS`]);
});

test('the same purchase is sent once', async () => {
  const { core, asked } = server([created], [paid]);
  const orders = core();
  await Promise.all([orders.buy(purchase, session), orders.buy(purchase, session)]);
  await pass(1_000);
  expect(asked).toEqual(['create']);
});

test('an order with a lost response is queried by name, and resent under that name when it never arrived and is recent', async () => {
  const { core, asked, keys } = server(['timeout', created], ['not-found', pending]);
  await core().buy(purchase, session);
  await pass(4_000);
  expect(asked.slice(0, 3)).toEqual(['create', 'status by op', 'create']);
  expect([...keys]).toEqual([OP]);
  expect(await row()).toMatchObject({ state: 'made', orderId: ORDER });
});

test('an old order that never arrived waits for the buyer', async () => {
  const first = server(['offline'], ['offline']);
  const dead = first.core();
  await dead.buy(purchase, session);
  await pass(1_000);
  dead.stop();
  await pass(70_000);
  const { core, asked } = server([created], ['not-found']);
  const orders = core();
  await orders.refreshAll(true);
  await pass(1_000);
  expect([asked, (await row())?.state]).toEqual([['status by op'], 'unsent']);
  await orders.retry(OP);
  await pass(1_000);
  expect([asked, (await row())?.state]).toEqual([['status by op', 'create'], 'made']);
});

test('the next core continues the orders of the previous one', async () => {
  const first = server(['timeout'], ['offline']);
  const dead = first.core();
  await dead.buy(purchase, session);
  await pass(1_000);
  dead.stop();
  const { core, asked, onPaid } = server([created], [paid]);
  await core().refreshAll(true);
  await pass(1_000);
  expect(asked).toEqual(['status by op']);
  expect(await row()).toMatchObject({ state: 'made', orderId: ORDER, status: { payStatus: 'TXN_SUCCESS' } });
  expect(onPaid).toHaveBeenCalledTimes(1);
});

test('a refusal carries the reason and is not sent again', async () => {
  const { core, asked } = server(['price-changed'], [pending]);
  await core().buy(purchase, session);
  await pass(30_000);
  expect([asked, await row()]).toEqual([
    ['create'],
    expect.objectContaining({ state: 'refused', error: { code: 'price-changed' } }),
  ]);
});

test('nothing is written after a sign-out, whatever the server answers', async () => {
  const { core, epoch } = server([created], [paid]);
  const orders = core();
  await orders.buy(purchase, session);
  orders.stop();
  epoch.end();
  await app.orders.clear();
  await pass(5_000);
  expect(await app.orders.count()).toBe(0);
});

test('another user does not buy in place of the signed-out one', async () => {
  const { core, asked } = server([created], [paid]);
  await core().buy(purchase, { ...session, uid: session.uid + 1 });
  await pass(1_000);
  expect([asked, await app.orders.count()]).toEqual([[], 0]);
});

test('late money is found after a connection, and long ended orders are deleted', async () => {
  const { core, onPaid } = server([created], [{ ...pending, payStatus: 'TXN_EXPIRED', againMs: 0 }, paid]);
  const orders = core();
  await orders.buy(purchase, session);
  await pass(5_000);
  expect(await row()).toMatchObject({ status: { payStatus: 'TXN_EXPIRED' } });
  await orders.refreshAll(false);
  await pass(1_000);
  expect(onPaid).not.toHaveBeenCalled();
  await orders.refreshAll(true);
  await pass(1_000);
  expect(onPaid).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 8 * DAY_MS);
  await orders.refreshAll(false);
  expect(await app.orders.count()).toBe(0);
});
