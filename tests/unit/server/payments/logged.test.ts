import { expect, test, vi } from 'vitest';
import { paymentsHandlers } from '../../../../server/domains/payments/handlers.ts';
import { createOrders } from '../../../../server/domains/payments/order/create.ts';

/** A payments domain with one created order, whose sync fails. */
function failing() {
  const order = { id: 'o', uid: 5, state: 'created', bodyHash: 'hash', operation: 'key' };
  const found = { where: async () => [order] };
  const db = { select: () => ({ from: () => found }) };
  const warn = vi.fn();
  const cause = new Error('the database is gone');
  const sync = () => Promise.reject(cause);
  return { till: { db, log: { warn }, clock: { now: () => 0 } } as never, sync, warn, cause };
}
const caller = { uid: 5, once: { operation: 'key', bodyHash: 'hash' } } as never;
const down = { ok: false, error: { code: 'gateway-down' } };

test('the cause is logged when an order cannot be opened', async () => {
  const { till, sync, warn, cause } = failing();
  expect(await createOrders(till, sync)(caller, {} as never)).toEqual(down);
  expect(warn).toHaveBeenCalledWith({ err: cause }, 'failed to open an order');
});

test('the cause is logged when an order cannot be cancelled', async () => {
  const { till, sync, warn, cause } = failing();
  expect(await paymentsHandlers(till, sync).cancelOrder(caller, { orderId: 'o' })).toEqual(down);
  expect(warn).toHaveBeenCalledWith({ err: cause }, 'failed to cancel an order');
});
