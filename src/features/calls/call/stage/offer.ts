import type { CallRow } from '#db/schema.ts';
import type { Meter } from './use-elapsed.ts';

/**
 * Proposal to the caller before free time ends (product 3.8).
 *
 * - `flash`: the free match call can continue as a paid one
 * - `short`: the gems do not cover the minute after it
 */
export type Offer = 'none' | 'flash' | 'short';

/**
 * Input of `offerOf`: when each proposal appears, in seconds before the end of the free time, and the caller's gems (undefined
 * until known).
 */
export type OfferTerms = {
  readonly flashSeconds: number;
  readonly reminderSeconds: number;
  readonly gems: number | undefined;
};

/** Tolerance in seconds: the hub rounds remaining time down and remaining free time up. */
const ROUNDING_S = 2;
const MINUTE_S = 60;

/** Returns the gems that the caller pays per minute of this call; 0 if it costs no gems, such as a silver call. */
export const gemsAMinute = ({ kind, price }: Pick<CallRow, 'kind' | 'price'>): number =>
  kind === 'silver' ? 0 : price;

/** Returns whether a match call has only free time left, so that it ends with it unless the caller continues it as a paid call. */
export const isFreeOnly = ({ kind, direction }: CallRow, { left, freeLeft }: Meter): boolean =>
  kind === 'match' && direction === 'out' && left !== undefined && left - freeLeft < ROUNDING_S;

/** Returns the proposal that the caller gets at this moment of the call. */
export function offerOf(call: CallRow, meter: Meter, terms: OfferTerms): Offer {
  const { freeLeft, left } = meter;
  if (call.direction === 'in' || call.kind === 'silver' || left === undefined || freeLeft <= 0) return 'none';
  const reminds = freeLeft <= terms.reminderSeconds;
  if (!isFreeOnly(call, meter)) return reminds && left - freeLeft < MINUTE_S - ROUNDING_S ? 'short' : 'none';
  if (terms.gems !== undefined && terms.gems < call.price) return reminds ? 'short' : 'none';
  return freeLeft <= terms.flashSeconds ? 'flash' : 'none';
}
