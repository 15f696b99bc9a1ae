import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { reconcile } from '../../../server/domains/payments/reconcile.ts';
import { noteReversals } from '../../../server/domains/payments/reversal/note-reversals.ts';
import { paymentOrder } from '../../../server/domains/payments/tables.ts';
import { orderFacts } from './gateway-suite.ts';
import { type Sold, startSold } from './sold.ts';

let at: Sold;
beforeAll(async () => {
  at = await startSold(inject('postgresUrl'));
});
afterAll(() => at?.close());

test('reconcile queries orders that were paid or refunded only at the gateway, and records each difference once', async () => {
  const uid = await at.someone();
  const [same, back, gone, unpaid] = [await at.buy(uid), await at.buy(uid), await at.buy(uid), await at.make(uid)];
  await at.rig.refund(back.paymentRef, 433);
  await at.rig.pay(unpaid.ref);
  const paidRef = (await at.rig.gateway.ask(unpaid.ref)).payment?.ref ?? '';
  const foreign = await at.rig.gateway.open(orderFacts(), 'foreign');
  await at.rig.pay(foreign.ref);
  const odd = await at.buy(uid, {}, { sum: 1_000 });
  at.rig.fake.forget(gone.ref);

  const looked: string[] = [];
  const around = {
    db: at.db,
    gateway: at.rig.gateway,
    log: at.around.log,
    async syncOrder(orderId: string) {
      looked.push(orderId);
      // Credits the order like the order sync.
      if (orderId === unpaid.id) {
        await at.db
          .update(paymentOrder)
          .set({ state: 'paid', paidAt: new Date(), paymentRef: paidRef })
          .where(eq(paymentOrder.id, orderId));
      }
      if (orderId === back.id) await noteReversals(at.around, back.id, (await at.rig.gateway.ask(back.ref)).reversed);
    },
  };
  const first = await reconcile(around, Date.now() + 2 * HOUR_MS);
  expect(looked.toSorted()).toEqual([back.id, unpaid.id].toSorted());
  expect(first.differences.map(({ orderId, what }) => [orderId, what]).toSorted()).toEqual(
    [
      [gone.id, 'paid here only'],
      [foreign.orderId, 'paid there for an order that is not ours, by the account 100001'],
      [odd.id, 'paid 1000 USD instead of 1299 USD'],
    ].toSorted(),
  );
  expect(await at.reversals(back.id)).toMatchObject([{ kind: 'refund', gems: 550 }]);
  expect(await at.reversals(same.id)).toEqual([]);
  await reconcile(around, Date.now() + 2 * HOUR_MS);
  expect((await at.pool.query('select count(*)::int n from payment_difference')).rows).toEqual([{ n: 3 }]);
  expect(looked.filter((id) => id === back.id)).toHaveLength(1);
});

test('a payment that the order sync cannot credit is a difference, and does not block other orders', async () => {
  const uid = await at.someone();
  const [stuck, other] = [await at.make(uid), await at.make(uid)];
  for (const { ref } of [stuck, other]) await at.rig.pay(ref);
  const paymentOf = async (ref: string) => (await at.rig.gateway.ask(ref)).payment?.ref ?? '';
  const asked: (readonly [string, string])[] = [];
  const around = {
    db: at.db,
    gateway: at.rig.gateway,
    log: at.around.log,
    async syncOrder(orderId: string, ref: string) {
      asked.push([orderId, ref]);
      if (orderId === stuck.id) throw new Error('the gateway is silent');
      const paid = { state: 'paid', paidAt: new Date(), paymentRef: await paymentOf(ref) } as const;
      await at.db.update(paymentOrder).set(paid).where(eq(paymentOrder.id, orderId));
    },
  };
  const { differences } = await reconcile(around, Date.now() + 2 * HOUR_MS);
  // Each order is queried with the reference that the gateway listed.
  expect(asked).toEqual(expect.arrayContaining([stuck, other].map(({ id, ref }) => [id, ref])));
  expect(differences).toContainEqual({
    ref: await paymentOf(stuck.ref),
    orderId: stuck.id,
    what: 'paid there, neither credited nor sent back here',
  });
  expect(differences.filter(({ orderId }) => orderId === other.id)).toEqual([]);
  const { rows } = await at.pool.query('select what from payment_difference where order_id = $1', [stuck.id]);
  expect(rows).toHaveLength(1);
});
