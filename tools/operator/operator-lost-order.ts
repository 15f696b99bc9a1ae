import { and, eq } from 'drizzle-orm';
import { parse } from 'valibot';
import { DAY_MS } from '../../contract/durations.ts';
import { scene } from '../../contract/payments/orders.ts';
import type { Gateway, GatewaySnapshot } from '../../server/domains/payments/gateway.ts';
import { updateHasPaid } from '../../server/domains/payments/reversal/reversal-moves.ts';
import { paymentDifference, paymentOrder, skuPrice, sku as skuTable } from '../../server/domains/payments/tables.ts';
import { grant } from '../../server/domains/wallet/ledger.ts';
import { Stop } from '../stop.ts';
import type { ReadMoneyChange } from './operator-change.ts';

const UID = /^[1-9]\d{0,14}$/;
const ID = /^[\w-]{21}$/;
/** How far back the gateway is searched for the payment. */
const SEARCHED_DAYS = 60;

/**
 * Credits a payment whose order was lost by a restore: creates the order again, paid, for this account and pack, and settles its
 * differences. The gateway must have the payment, under this order, of this account, whole, and for a price of the pack.
 */
export const creditLost: ReadMoneyChange = ([id = '', paymentRef = '', uid = '', pack = '', ...more]) => {
  if (more.length > 0 || !ID.test(id) || paymentRef === '' || !UID.test(uid) || pack === '') return undefined;
  let paid: { readonly gateway: Gateway['name']; readonly seen: GatewaySnapshot } | undefined;
  return {
    what: { id, paymentRef, uid: Number(uid), sku: pack },
    async prepare({ gateway }) {
      if (gateway === undefined) throw new Stop('nothing is sold here: PAYMENTS is off');
      for await (const seen of gateway.list(Date.now() - SEARCHED_DAYS * DAY_MS)) {
        if (seen.orderId === id && seen.payment?.ref === paymentRef) paid = { gateway: gateway.name, seen };
      }
    },
    async run(tx, by) {
      const payment = paid?.seen.payment;
      if (paid === undefined || payment === undefined)
        throw new Stop(`the gateway has no payment ${paymentRef} of ${id}`);
      if (paid.seen.reversed.some(({ state }) => state !== 'refused' && state !== 'won')) {
        throw new Stop(`${paymentRef} went back, or is disputed`);
      }
      const { uid: payer = Number(uid) } = paid.seen;
      if (payer !== Number(uid)) throw new Stop(`${paymentRef} was paid by the account ${payer}`);
      const { amountMinor, currency } = payment;
      const isPrice = and(
        eq(skuPrice.sku, pack),
        eq(skuPrice.amountMinor, amountMinor),
        // A currency that is not sold has no price.
        eq(skuPrice.currency, currency as typeof skuPrice.$inferSelect.currency),
      );
      const [price] = await tx
        .select()
        .from(skuPrice)
        .innerJoin(skuTable, eq(skuTable.sku, skuPrice.sku))
        .where(isPrice);
      if (!price) throw new Stop(`${pack} was never sold for ${amountMinor} ${currency} (minor units)`);
      const { gems, bonus } = price.sku;
      const made = await tx
        .insert(paymentOrder)
        .values({
          id,
          uid: Number(uid),
          operation: by,
          bodyHash: '',
          device: '',
          priceId: price.sku_price.id,
          sku: pack,
          gems,
          bonus,
          amountMinor,
          currency: price.sku_price.currency,
          country: price.sku_price.country,
          channel: 'hosted',
          gateway: paid.gateway,
          livemode: paid.seen.livemode,
          scene: parse(scene, {}),
          expiresAt: new Date(payment.at),
        })
        .onConflictDoNothing()
        .returning();
      if (made.length === 0) throw new Stop(`the order ${id} exists`);
      const outcome = await grant(tx, `order:${id}`, Number(uid), 'gems', gems + bonus, { type: 'order', id });
      if (outcome !== 'done') throw new Stop(`not credited: ${outcome}`);
      await tx
        .update(paymentOrder)
        .set({ state: 'paid', paidAt: new Date(payment.at), paymentRef })
        .where(eq(paymentOrder.id, id));
      await updateHasPaid(tx, Number(uid));
      await tx.update(paymentDifference).set({ settledAt: new Date() }).where(eq(paymentDifference.ref, paymentRef));
      return `${uid} has ${gems} + ${bonus} gems of ${id}, which was lost`;
    },
  };
};
