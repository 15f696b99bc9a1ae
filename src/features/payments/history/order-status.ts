import type { OrderRecord } from '#contract/payments/orders.ts';

const STATUS = {
  TXN_SUCCESS: 'paid',
  PENDING: 'pending',
  TXN_FAILURE: 'failed',
  TXN_EXPIRED: 'expired',
  TXN_REVIEW: 'review',
} as const satisfies Record<OrderRecord['payStatus'], string>;

/** What a purchase is called in the list: one that went back as a whole is that. */
export function statusOf({ payStatus, reversals }: OrderRecord) {
  const back = reversals.find(({ kind, state }) => kind !== 'surplus' && state !== 'refused' && state !== 'won');
  if (payStatus === 'TXN_SUCCESS' && back) return back.kind === 'refund' ? 'refunded' : 'disputed';
  return STATUS[payStatus];
}
