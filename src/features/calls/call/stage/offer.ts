import type { CallRow } from '#db/schema.ts';
import type { Meter } from './use-elapsed.ts';

/**
 * Proposal or price notice for the caller when the free time of a call ends (product 3.8).
 *
 * - `continue`: the free match call, or the booked one, can continue as a paid one
 * - `short`: the gems do not cover the first minute after the free time
 * - `soon`: the call costs gems after its free time, which is nearly over
 * - `paid`: the free time has just ended, and the call costs gems from now on
 */
export type Offer = 'none' | 'continue' | 'short' | 'soon' | 'paid';

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
/** How long the notice stays that the call now costs gems, in seconds. */
const PAID_NOTICE_S = 8;

/** Returns the gems that the caller pays per minute of this call; 0 if it costs no gems, such as a silver call. */
export const gemsAMinute = ({ kind, price }: Pick<CallRow, 'kind' | 'price'>): number =>
  kind === 'silver' ? 0 : price;

/**
 * Returns whether a match or booked call has only prepaid time left for the caller, so that the call ends with that time unless the caller
 * continues it as a paid one; false on the side of the callee.
 */
export const isFreeOnly = ({ kind, direction }: CallRow, { left, freeLeft }: Meter): boolean =>
  (kind === 'match' || kind === 'booked') && direction === 'out' && left !== undefined && left - freeLeft < ROUNDING_S;

/** Returns the proposal that the caller gets at this moment of the call; always `none` for the callee and in a call that costs no gems. */
export function offerOf(call: CallRow, meter: Meter, terms: OfferTerms): Offer {
  const { elapsed, freeLeft, left, running } = meter;
  if (call.direction === 'in' || gemsAMinute(call) === 0 || left === undefined) return 'none';
  if (freeLeft <= 0) {
    const isJustPaid = call.freeSeconds > 0 && elapsed < call.freeSeconds + PAID_NOTICE_S;
    return isJustPaid && running && left > 0 ? 'paid' : 'none';
  }
  const reminds = freeLeft <= terms.reminderSeconds;
  const isNearEnd = freeLeft <= terms.flashSeconds;
  if (!isFreeOnly(call, meter)) {
    if (reminds && left - freeLeft < MINUTE_S - ROUNDING_S) return 'short';
    return isNearEnd ? 'soon' : 'none';
  }
  if (terms.gems !== undefined && terms.gems < call.price) return reminds ? 'short' : 'none';
  return isNearEnd ? 'continue' : 'none';
}
