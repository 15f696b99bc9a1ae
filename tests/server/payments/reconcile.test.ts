import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { noteReversals } from '../../../server/payments/note-reversals.ts';
import { reconcile } from '../../../server/payments/reconcile.ts';
import { orderFacts } from './gateway-suite.ts';
import { type Sold, startSold } from './sold.ts';

const HOUR_MS = 3_600_000;

let at: Sold;
beforeAll(async () => {
  at = await startSold(inject('postgresUrl'));
});
afterAll(() => at?.close());

test('what is paid or went back there alone is looked at; what differs is written down once', async () => {
  const uid = await at.someone();
  const [same, back, gone, unpaid] = [await at.buy(uid), await at.buy(uid), await at.buy(uid), await at.make(uid)];
  await at.rig.refund(back.paymentRef, 433);
  await at.rig.pay(unpaid.ref);
  const foreign = await at.rig.gateway.open(orderFacts(), 'foreign');
  await at.rig.pay(foreign.ref);
  const odd = await at.buy(uid, {}, { sum: 1_000 });
  at.rig.fake.forget(gone.ref);

  const looked: string[] = [];
  const around = {
    ...{ db: at.db, gateway: at.rig.gateway, log: at.around.log },
    async look(orderId: string) {
      looked.push(orderId);
      if (orderId === back.id) await noteReversals(at.db, back.id, (await at.rig.gateway.ask(back.ref)).reversed);
    },
  };
  const first = await reconcile(around, Date.now() + 2 * HOUR_MS);
  expect(looked.toSorted()).toEqual([back.id, unpaid.id].toSorted());
  expect(first.differences.map(({ orderId, what }) => [orderId, what]).toSorted()).toEqual(
    [
      [gone.id, 'paid here only'],
      [foreign.orderId, 'paid there for an order that is not ours'],
      [odd.id, 'paid 1000 USD instead of 1299 USD'],
    ].toSorted(),
  );
  expect(await at.reversals(back.id)).toMatchObject([{ kind: 'refund', gems: 550 }]);
  expect(await at.reversals(same.id)).toEqual([]);
  await reconcile(around, Date.now() + 2 * HOUR_MS);
  expect((await at.pool.query('select count(*)::int n from payment_difference')).rows).toEqual([{ n: 3 }]);
  expect(looked.filter((id) => id === back.id)).toHaveLength(1);
});
