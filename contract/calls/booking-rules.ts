import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';

/** Booked calls (product 1.4): a viewer proposes a time and a length, their gems are held, and the host accepts or declines. */

/** Lengths of a booked call that a viewer can choose, in minutes. */
export const BOOKING_MINUTES = [10, 20, 30] as const;
/** A booked call begins at a multiple of this. */
export const BOOKING_STEP_MS = 5 * MINUTE_MS;
/** Earliest start of a booked call after its proposal. */
export const BOOKING_LEAD_MS = HOUR_MS;
/** Latest start of a booked call after its proposal. */
export const BOOKING_AHEAD_MS = 14 * DAY_MS;
/** Time from a proposal in which the host can accept or decline it, unless `BOOKING_ANSWER_BEFORE_MS` ends earlier. */
export const BOOKING_ANSWER_MS = DAY_MS;
/** A proposal expires at least this long before its start. */
export const BOOKING_ANSWER_BEFORE_MS = 15 * MINUTE_MS;
/** A viewer who cancels an accepted booking later than this before its start pays the minimum. */
export const BOOKING_FREE_CANCEL_MS = 2 * HOUR_MS;
/** Minutes that a viewer pays at least who cancels an accepted booking late, does not come, or hangs up earlier. */
export const BOOKING_MINIMUM_MINUTES = 5;
/** How long before the start of a booking a call of its viewer to its host is already the booked one. */
export const BOOKING_EARLY_MS = 5 * MINUTE_MS;
/** How long after its start the booked call can begin; a side that has not come by then has missed it. */
export const BOOKING_GRACE_MS = 10 * MINUTE_MS;
/** A viewer who cancels the booked call after it rang for less than this counts as not having come. */
export const BOOKING_RING_MS = 20_000;
/** Most open bookings that a viewer may have. */
export const BOOKINGS_OPEN_MAX = 5;
/** Most bookings that an answer lists: those that are open first, then the latest others. */
export const BOOKINGS_LISTED = 50;

/**
 * States of a booking. `proposed`: waits for the host. `accepted`: the call is to take place. The others are final. `declined`: by the
 * host, or because the host accepted another booking for that time. `expired`: the host did not answer. `kept`: the call was connected.
 * `missedByViewer`, `missedByHost`: only the other one came. `missed`: neither came, both did and no call was connected, an outage of the
 * server prevented it, or the team cancelled it.
 */
export const BOOKING_STATES = [
  'proposed',
  'accepted',
  'declined',
  'expired',
  'cancelledByViewer',
  'cancelledByHost',
  'kept',
  'missedByViewer',
  'missedByHost',
  'missed',
] as const;
/** State of a booking, one of `BOOKING_STATES`. */
export type BookingState = (typeof BOOKING_STATES)[number];
/** An event that changes the state of a booking: a time, an act of the viewer, the host or an operator, or the end of the call. */
export type BookingEvent =
  | 'accept'
  | 'decline'
  | 'expire'
  | 'viewerCancels'
  | 'hostCancels'
  | 'teamCancels'
  | 'keep'
  | 'viewerMisses'
  | 'hostMisses'
  | 'bothMiss';

const OPEN = ['proposed', 'accepted'] as const;
const STEPS: Readonly<Record<BookingEvent, { readonly from: readonly BookingState[]; readonly to: BookingState }>> = {
  accept: { from: ['proposed'], to: 'accepted' },
  decline: { from: ['proposed'], to: 'declined' },
  expire: { from: ['proposed'], to: 'expired' },
  viewerCancels: { from: OPEN, to: 'cancelledByViewer' },
  hostCancels: { from: OPEN, to: 'cancelledByHost' },
  teamCancels: { from: OPEN, to: 'missed' },
  keep: { from: ['accepted'], to: 'kept' },
  viewerMisses: { from: ['accepted'], to: 'missedByViewer' },
  hostMisses: { from: ['accepted'], to: 'missedByHost' },
  bothMiss: { from: ['accepted'], to: 'missed' },
};

/** The state of a booking after an event; undefined if the event is not possible in this state. */
export const nextBookingState = (state: BookingState, event: BookingEvent): BookingState | undefined =>
  STEPS[event].from.includes(state) ? STEPS[event].to : undefined;

/** Whether a booking is proposed or accepted; its gems are held as long. */
export const isBookingOpen = (state: BookingState): boolean => OPEN.some((open) => open === state);

/** Whether a viewer who cancels now pays the minimum: the booking is accepted and starts in less than `BOOKING_FREE_CANCEL_MS`. */
export const isCancelledLate = (state: BookingState, startsAt: number, now: number): boolean =>
  state === 'accepted' && now > startsAt - BOOKING_FREE_CANCEL_MS;

/**
 * Time at which a proposal expires unanswered: `BOOKING_ANSWER_MS` after it was made, or `BOOKING_ANSWER_BEFORE_MS` before its start if
 * that is earlier.
 */
export const bookingExpiry = (proposedAt: number, startsAt: number): number =>
  Math.min(proposedAt + BOOKING_ANSWER_MS, startsAt - BOOKING_ANSWER_BEFORE_MS);

/** Whether a booked call may be proposed for this start: on the grid, neither too soon nor too far away. */
export const isBookable = (startsAt: number, now: number): boolean =>
  startsAt % BOOKING_STEP_MS === 0 && startsAt >= now + BOOKING_LEAD_MS && startsAt <= now + BOOKING_AHEAD_MS;

/**
 * Reasons to refuse a change of bookings. `time`: too soon, too far away or off the grid. `host`: the user is no host, or is hidden from or
 * blocked by the other. `hostTaken`: the host has accepted another booking at that time. `ownTaken`: the viewer has an open one at that
 * time. `tooMany`: the viewer has too many open bookings, or one with this host. `changed`: the booking no longer allows the change.
 */
export const BOOKING_REFUSALS = ['time', 'host', 'hostTaken', 'ownTaken', 'tooMany', 'changed'] as const;
/** Reason to refuse a change of bookings, one of `BOOKING_REFUSALS`. */
export type BookingRefusal = (typeof BOOKING_REFUSALS)[number];

/** Whether the call of a booking can begin: shortly before its start until the end of the grace. */
export const isBookingCallable = (
  { state, startsAt }: { readonly state: BookingState; readonly startsAt: number },
  now: number,
): boolean => state === 'accepted' && startsAt - BOOKING_EARLY_MS <= now && now < startsAt + BOOKING_GRACE_MS;
