import { profilePath, threadPath } from '#contract/paths.ts';
import type { ReturnTo } from '#contract/payments/commands.ts';
import type { PaymentChannel } from '#contract/payments/orders.ts';
import { CARD_BINDING, CARD_CHECKOUT, UPI_CHECKOUT, UPI_WAIT } from '#contract/payments/paths.ts';
import { CLUB, MATCH_FEED, OWN_HOME, videoPath } from '../paths.ts';

/**
 * Returns the path of the page that pays a purchase. Entered by a document load, because it has its own response headers. `op`:
 * the purchase's idempotency key.
 */
export const payPath = (op: string, channel: PaymentChannel): string =>
  `${channel === 'upi' ? UPI_CHECKOUT : CARD_CHECKOUT}?op=${encodeURIComponent(op)}`;
/** Returns the path of the page that saves a card without a purchase. */
export const bindPath = (op: string): string => `${CARD_BINDING}?op=${encodeURIComponent(op)}`;
/** Returns the path of the page that waits for a UPI payment. */
export const upiWaitPath = (orderId: string): string => `${UPI_WAIT}?order=${encodeURIComponent(orderId)}`;

/**
 * Returns the path to return to after a purchase: the own page without a target, for the store, or for a call that has ended. `jid`: the
 * peer of the active call, if there is one.
 */
export function returnPath(returnTo: ReturnTo | undefined, jid: string | undefined): string {
  switch (returnTo?.to) {
    case 'thread':
      return threadPath(returnTo.tid);
    case 'profile':
      return profilePath(returnTo.uid);
    case 'club':
      return CLUB;
    case 'match':
      return MATCH_FEED;
    case 'call':
      return jid === undefined ? OWN_HOME : videoPath(jid);
    default:
      return OWN_HOME;
  }
}
