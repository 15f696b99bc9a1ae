import { createBoundedMap } from '../../../platform/limits/bounded-map.ts';
import type { OrderSync } from '../order-sync.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import type { Order } from './apply.ts';
import { isLive } from './step.ts';

/** Minimum time between syncs of an order that polling clients cause; webhooks and the sweeper sync independently. */
const LOOK_EVERY_MS = 2_000;
/** Maximum number of orders whose last sync time is in memory. */
const REMEMBERED = 10_000;

/**
 * Creates the function that syncs an order in progress when a client polls it, at most every two seconds per order and process, so that
 * a payment is found even without a webhook.
 */
export function watchOrders({ clock, log }: PaymentDeps, syncOrder: OrderSync) {
  const syncedAt = createBoundedMap<string, number>({ max: REMEMBERED });

  return async function watch(order: Order): Promise<Order> {
    if (!isLive(order.state) || !isDue(order.id)) return order;
    try {
      return (await syncOrder(order.id)) ?? order;
    } catch (error) {
      log.warn({ order: order.id, err: error }, 'failed to sync an order');
      return order;
    }
  };

  function isDue(id: string): boolean {
    const now = clock.now();
    if (now - (syncedAt.get(id) ?? 0) < LOOK_EVERY_MS) return false;
    syncedAt.set(id, now);
    return true;
  }
}
