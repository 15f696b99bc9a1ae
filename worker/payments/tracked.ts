import type { EventProperties, Track } from '#contract/analytics/events.ts';
import { unitsOf } from '#contract/payments/money.ts';
import type { OrderRow } from '../db/payment-rows.ts';
import type { AppDb } from '../db/schema.ts';

/**
 * Step of a purchase that is recorded for analytics. `create`: the server has the order. `result`: it ended, was refused or was never
 * received.
 */
export type OrderStep = 'create' | 'result';

/** Returns the analytics properties of a purchase (product 7.8). */
function billingOf(row: OrderRow, country: string, coins: number): EventProperties<'order_create'> {
  const { source, root, storyId, step, targetJid } = row.scene;
  return {
    sku: String(row.priceId),
    country,
    price: unitsOf(row.pack.price),
    source,
    root,
    story_id: storyId,
    step,
    target_jid: targetJid,
    order_id: row.orderId,
    my_coins: coins,
    payment_channel: row.channel,
  };
}

/** Records an analytics event for a step of a purchase, with the current country and gem balance. */
export async function trackOrder(app: AppDb, track: Track, step: OrderStep, row: OrderRow): Promise<void> {
  const [store, account] = await app.state.bulkGet(['store', 'account']);
  const country = store?.key === 'store' ? (store.countries.find(({ selected }) => selected)?.country ?? '') : '';
  const coins = account?.key === 'account' ? account.gemsBalance : 0;
  const billing = billingOf(row, country, coins);
  if (step === 'create') track('order_create', billing);
  else track('order_result', { ...billing, kind: row.status?.payStatus ?? row.error?.code ?? row.state });
}
