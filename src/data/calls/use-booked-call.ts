import type { Booking } from '#contract/calls/booking.ts';
import { isBookingCallable } from '#contract/calls/booking-rules.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/durations.ts';
import { useAppState } from '../use-app-state.ts';
import { useServerNow } from '../use-server-now.ts';

/** Terms of a booked call that can begin: the gems per minute, and the seconds that the booking pays. */
export type BookedTerms = { readonly price: number; readonly seconds: number };

/** Returns the terms of the booked call that this user can begin with a person now; undefined if there is none. `now`: server clock. */
export function bookedTermsOf(
  bookings: readonly Booking[] | undefined,
  uid: number,
  now: number,
): BookedTerms | undefined {
  const own = bookings?.find(
    ({ side, peer, ...one }) => side === 'viewer' && peer.uid === uid && isBookingCallable(one, now),
  );
  return own && { price: own.price, seconds: (own.minutes * MINUTE_MS) / SECOND_MS };
}

/** Returns the terms of the booked call that the signed-in user can begin with a person now; undefined if there is none. */
export function useBookedCall(uid: number): BookedTerms | undefined {
  const now = useServerNow();
  return bookedTermsOf(useAppState('bookings')?.bookings, uid, now);
}
