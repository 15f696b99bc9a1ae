import { and, eq } from 'drizzle-orm';
import { parse } from 'valibot';
import { DAY_MS } from '../../../../contract/durations.ts';
import { scene } from '../../../../contract/payments/orders.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { Gateway, GatewaySnapshot } from '../../payments/gateway.ts';
import { updateHasPaid } from '../../payments/reversal/reversal-moves.ts';
import { paymentDifference, paymentOrder, skuPrice, sku as skuTable } from '../../payments/tables.ts';
import { grant } from '../../wallet/ledger.ts';
import { type ActDeps, Refused } from '../act.ts';

/** Number of past days in which the gateway is searched for the payment of a lost order. */
const SEARCHED_DAYS = 60;

/** What the gateway knows of a payment whose order was lost. */
type LostPayment = { readonly gateway: Gateway['name']; readonly seen: GatewaySnapshot };
/** The lost order as the operator states it. */
type LostOrder = { readonly id: string; readonly paymentRef: string; readonly uid: number; readonly sku: string };

/**
 * Searches the gateway for a payment of the last 60 days by the id of its order and its own reference; undefined if there is
 * none. Throws `Refused` if payments are off.
 */
export async function findLostPayment(
  { gateway }: ActDeps,
  id: string,
  paymentRef: string,
): Promise<LostPayment | undefined> {
  if (gateway === undefined) throw new Refused('nothing is sold here: PAYMENTS is off');
  let found: LostPayment | undefined;
  for await (const seen of gateway.list(Date.now() - SEARCHED_DAYS * DAY_MS)) {
    if (seen.orderId === id && seen.payment?.ref === paymentRef) found = { gateway: gateway.name, seen };
  }
  return found;
}

/**
 * Credits a payment whose order was lost by a restore: creates the order again, paid, for this account and pack, and settles its
 * differences. The gateway must have the payment, under this order, of this account, whole, and for a price of the pack; otherwise it
 * throws `Refused`. Returns the line that reports the credit. `by`: id of the entry in the operator log.
 */
export async function creditLostOrder(
  tx: Transaction,
  { id, paymentRef, uid, sku }: LostOrder,
  paid: LostPayment | undefined,
  by: string,
): Promise<string> {
  const payment = paid?.seen.payment;
  if (paid === undefined || payment === undefined) {
    throw new Refused(`the gateway has no payment ${paymentRef} of ${id}`);
  }
  if (paid.seen.reversed.some(({ state }) => state !== 'refused' && state !== 'won')) {
    throw new Refused(`${paymentRef} went back, or is disputed`);
  }
  const { uid: payer = uid } = paid.seen;
  if (payer !== uid) throw new Refused(`${paymentRef} was paid by the account ${payer}`);
  const { amountMinor, currency } = payment;
  const isPrice = and(
    eq(skuPrice.sku, sku),
    eq(skuPrice.amountMinor, amountMinor),
    // A currency that is not sold has no price.
    eq(skuPrice.currency, currency as typeof skuPrice.$inferSelect.currency),
  );
  const [price] = await tx.select().from(skuPrice).innerJoin(skuTable, eq(skuTable.sku, skuPrice.sku)).where(isPrice);
  if (!price) throw new Refused(`${sku} was never sold for ${amountMinor} ${currency} (minor units)`);
  const { gems, bonus } = price.sku;
  const made = await tx
    .insert(paymentOrder)
    .values({
      id,
      uid,
      operation: by,
      bodyHash: '',
      device: '',
      priceId: price.sku_price.id,
      sku,
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
  if (made.length === 0) throw new Refused(`the order ${id} exists`);
  const outcome = await grant(tx, `order:${id}`, uid, 'gems', gems + bonus, { type: 'order', id });
  if (outcome !== 'done') throw new Refused(`not credited: ${outcome}`);
  await tx
    .update(paymentOrder)
    .set({ state: 'paid', paidAt: new Date(payment.at), paymentRef })
    .where(eq(paymentOrder.id, id));
  await updateHasPaid(tx, uid);
  await tx.update(paymentDifference).set({ settledAt: new Date() }).where(eq(paymentDifference.ref, paymentRef));
  return `${uid} has ${gems} + ${bonus} gems of ${id}, which was lost`;
}
