import type { OrderRow } from '#db/schema.ts';

/** State of a purchase as shown to the buyer, from its local and its server state. */
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

/**
 * Returns the state of a purchase. `asking`: it is being created on the server. `open`: the buyer must act. `waiting`: the bank
 * must act.
 */
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

/** Returns whether a purchase has ended (paid, failed, expired or refused), so that only the history still has it. */
export const isSettled = (state: OrderState): boolean => !isLive(state) && state !== 'review';

/**
 * Returns whether a purchase is unfinished (being created, not sent, or waiting for the buyer or the bank), so that the coin store shows it
 * and its page can be opened again.
 */
export const isLive = (state: OrderState): boolean =>
  state === 'asking' || state === 'unsent' || state === 'open' || state === 'waiting';
