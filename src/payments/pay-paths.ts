import type { ReturnTo } from '#contract/payments/commands.ts';
import type { Channel } from '#contract/payments/orders.ts';
import { CLUB, MATCH, OWN_HOME, profilePath, threadPath, videoPath } from '../paths.ts';

/** The page on which a purchase is paid. Entered by loading the document: its headers are its own. */
export const payPath = (op: string, channel: Channel): string =>
  `${channel === 'upi' ? '/upi' : '/checkoutCards'}?op=${encodeURIComponent(op)}`;
export const bindPath = (op: string): string => `/bindcheckout?op=${encodeURIComponent(op)}`;
export const upiWaitPath = (orderId: string): string => `/upiprocess?order=${encodeURIComponent(orderId)}`;
export const resultPath = (orderId: string): string => `/payresult?order=${encodeURIComponent(orderId)}`;

/** Where a purchase leads back to. `jid`: of the peer of the call that goes on, if one does. */
export function returnPath(returnTo: ReturnTo | undefined, jid: string | undefined): string {
  switch (returnTo?.to) {
    case 'thread':
      return threadPath(returnTo.tid);
    case 'profile':
      return profilePath(returnTo.uid);
    case 'club':
      return CLUB;
    case 'match':
      return MATCH;
    case 'call':
      return jid === undefined ? OWN_HOME : videoPath(jid);
    default:
      return OWN_HOME;
  }
}
