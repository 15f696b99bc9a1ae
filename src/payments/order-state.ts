import type { OrderRow } from '#db/schema.ts';

/** What a buyer is told of a purchase. */
export type OrderState =
  | 'asking'
  | 'unsent'
  | 'refused'
  | 'open'
  | 'waiting'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'review';

/** `open`: something is to be done by the buyer; `waiting`: by their bank. */
export function stateOf({ state, status }: Pick<OrderRow, 'state' | 'status'>): OrderState {
  if (state !== 'made' || !status) return state === 'made' ? 'asking' : state;
  switch (status.payStatus) {
    case 'TXN_SUCCESS':
      return 'paid';
    case 'TXN_FAILURE':
      return 'failed';
    case 'TXN_EXPIRED':
      return 'expired';
    case 'TXN_REVIEW':
      return 'review';
    case 'PENDING':
      return status.next && status.next.kind !== 'wait' ? 'open' : 'waiting';
  }
}

/** Whether the purchase still needs the buyer's or the bank's attention. */
export const isLive = (state: OrderState): boolean =>
  state === 'asking' || state === 'unsent' || state === 'open' || state === 'waiting';
