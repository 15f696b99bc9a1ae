import { decimalOf, type Money } from '../../../../contract/payments/money.ts';
import type { NextStep, OrderStatus, PayStatus, Receipt } from '../../../../contract/payments/orders.ts';
import { CHARGE_ATTEMPTS_MAX, ORDER_POLL_S } from '../../../../contract/payments/rules.ts';
import type { Order } from './apply.ts';
import { isLive } from './step.ts';

const STATUSES = {
  created: 'PENDING',
  open: 'PENDING',
  action: 'PENDING',
  confirming: 'PENDING',
  paid: 'TXN_SUCCESS',
  failed: 'TXN_FAILURE',
  expired: 'TXN_EXPIRED',
  review: 'TXN_REVIEW',
} as const satisfies Record<Order['state'], PayStatus>;

/** The status of an order as clients receive it; every state in progress is `PENDING`. */
export const payStatusOf = ({ state }: Order): PayStatus => STATUSES[state];
/** The agreed price of an order in minor units; a charge must name the same. */
export const priceOf = ({ amountMinor, currency }: Order): Money => ({ amountMinor, currency });
/** Id, currency and decimal amount of an order, as clients receive them in `orderDetail` of `createOrder` and of status answers. */
export const detailOf = (order: Order) => ({
  orderId: order.id,
  currency: order.currency,
  amount: decimalOf(priceOf(order)),
});
/** The payer's next step for an order in progress; `wait` while the gateway has named none. */
export const nextOf = (order: Order): NextStep => (order.next as NextStep | null) ?? { kind: 'wait' };

/** The receipt of an order that was paid; null for any other. */
export function receiptOf(order: Order): Receipt | null {
  if (order.paidAt === null) return null;
  const { sku, gems, bonus, channel, card, paidAt } = order;
  return { paidAt: paidAt.getTime(), sku, price: priceOf(order), gems, bonus, channel, card };
}

/** Converts an order to the answer that its payer receives to polls, charges and cancellations. */
export function statusOf(order: Order, now: number): OrderStatus {
  const live = isLive(order.state);
  const receipt = receiptOf(order);
  return {
    payStatus: payStatusOf(order),
    orderDetail: detailOf(order),
    channel: order.channel,
    gems: order.gems,
    bonus: order.bonus,
    price: priceOf(order),
    ...(order.reason === null ? {} : { reason: order.reason }),
    ...(order.channel === 'card' ? { attemptsLeft: Math.max(0, CHARGE_ATTEMPTS_MAX - order.declines) } : {}),
    ...(live ? { next: nextOf(order) } : {}),
    expiresAt: order.expiresAt.getTime(),
    ...(receipt === null ? {} : { receipt }),
    againMs: againMs(order, now),
  };
}

/** After how many ms the client polls an order again: short at first, then each minute; 0 once the order has ended. */
export function againMs(order: Order, now: number): number {
  if (!isLive(order.state)) return 0;
  const ageS = (now - order.createdAt.getTime()) / 1_000;
  return (ORDER_POLL_S.find((after) => after > ageS / 2) ?? 60) * 1_000;
}
