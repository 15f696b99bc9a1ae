import { anchorShareOf } from '../../../contract/wallet/shares.ts';

/**
 * Divides the gems or silver that a user pays for a call, booking, gift or media between anchor and house: the anchor's share is rounded
 * down to a whole amount, the rest is the house's.
 */
export function shareOf(gross: number, anchorPercent: number): { readonly anchor: number; readonly house: number } {
  const anchor = anchorShareOf(gross, anchorPercent);
  return { anchor, house: gross - anchor };
}
