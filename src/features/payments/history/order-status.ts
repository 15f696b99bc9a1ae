import type { OrderRecord } from '#contract/payments/orders.ts';

const STATUS = {
  TXN_SUCCESS: 'paid',
  PENDING: 'pending',
  TXN_FAILURE: 'failed',
  TXN_EXPIRED: 'expired',
  TXN_REVIEW: 'review',
} as const satisfies Record<OrderRecord['payStatus'], string>;

/**
 * Returns the label of a purchase in the payment history. A paid one is `refunded` or `disputed` if it has a reversal, other than of a
 * surplus, that was neither refused nor won.
 */
export function statusOf({ payStatus, reversals }: OrderRecord) {
  const back = reversals.find(({ kind, state }) => kind !== 'surplus' && state !== 'refused' && state !== 'won');
  if (payStatus === 'TXN_SUCCESS' && back) return back.kind === 'refund' ? 'refunded' : 'disputed';
  return STATUS[payStatus];
}

/** Returns whether a purchase has the label `refunded`, also while the refund is pending; its price is then crossed out. */
export const isBack = (order: OrderRecord): boolean => statusOf(order) === 'refunded';
