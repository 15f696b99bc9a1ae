import type { Order } from './apply.ts';
import type { Look } from './look.ts';
import { isLive } from './step.ts';
import type { Till } from './till.ts';

/** Between two looks that somebody who waits makes; webhooks and the sweeper look besides. */
const LOOK_EVERY_MS = 2_000;
const REMEMBERED = 10_000;

/** Looks at an order for somebody who waits for it, so that money is found though no webhook comes. */
export function watchOrders({ clock, log }: Till, look: Look) {
  const lookedAt = new Map<string, number>();

  return async function watch(order: Order): Promise<Order> {
    if (!isLive(order.state) || !isDue(order.id)) return order;
    try {
      return (await look(order.id)) ?? order;
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'an order could not be looked at');
      return order;
    }
  };

  function isDue(id: string): boolean {
    const now = clock.now();
    if (now - (lookedAt.get(id) ?? 0) < LOOK_EVERY_MS) return false;
    lookedAt.delete(id);
    lookedAt.set(id, now);
    const [oldest] = lookedAt.keys();
    if (lookedAt.size > REMEMBERED && oldest !== undefined) lookedAt.delete(oldest);
    return true;
  }
}
