import {
  boolean,
  type InferOutput,
  integer,
  maxValue,
  minValue,
  multipleOf,
  number,
  object,
  picklist,
  pipe,
} from 'valibot';
import { uid } from '../api/envelope.ts';
import { amount } from '../api/shapes.ts';
import { command, nothing } from '../command.ts';
import { externalId } from '../external-id.ts';
import { shownText } from '../text/typed-text.ts';
import { BOOKING_MINUTES, BOOKING_STATES, BOOKING_STEP_MS } from './booking-rules.ts';

/** Schema of a start on the grid of booked calls (server clock, ms). */
export const bookingStart = pipe(
  number(),
  integer(),
  minValue(0),
  maxValue(Number.MAX_SAFE_INTEGER),
  multipleOf(BOOKING_STEP_MS),
);

/** Schema of a booking as one of the two sees it. Times are of the server clock, in ms. */
export const booking = object({
  id: externalId,
  /** The reader's side. */
  side: picklist(['viewer', 'host']),
  peer: object({ uid, nickName: shownText, avatarUrl: shownText }),
  state: picklist(BOOKING_STATES),
  proposedAt: number(),
  expiresAt: number(),
  startsAt: number(),
  minutes: amount,
  /** Gems per minute that the viewer pays. */
  price: amount,
  /** Gems of the whole length, of the minimum, and of the charged minutes: the viewer's price, or the host's share of it. */
  gems: amount,
  minimumGems: amount,
  chargedGems: amount,
});
/** A booking as one of the two sees it. */
export type Booking = InferOutput<typeof booking>;

/** Commands of pages for booked calls. The row `bookings` of `app.state` has the user's bookings on both sides. */
export const bookingCommands = {
  /** Fetches the bookings of the signed-in user. */
  refreshBookings: command({ args: [], value: nothing }),
  /** Proposes a call with a host: start, minutes, and the gems per minute that the page shows. */
  proposeBooking: command({
    act: true,
    args: [uid, bookingStart, picklist(BOOKING_MINUTES), amount],
    value: nothing,
  }),
  /** Accepts (true) or declines a proposal, for its host. */
  answerBooking: command({ act: true, args: [externalId, boolean()], value: nothing }),
  /** Cancels a booking, for either side, if that costs no more gems than the page shows. */
  cancelBooking: command({ act: true, args: [externalId, amount], value: nothing }),
};
