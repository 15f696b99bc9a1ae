import {
  array,
  type InferOutput,
  integer,
  isoDate,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  string,
} from 'valibot';
import { amount } from '../api/shapes.ts';
import { RATING_REASONS } from '../calls/calls.ts';

const signed = pipe(number(), integer());

/** Days that the earnings of a host cover, today included. */
export const STUDIO_DAYS = 30;
/** Ratings from which on the average of a host is shown. */
export const RATINGS_SHOWN_FROM = 5;

/** Schema of one UTC day of a host: changes of the gems by source, and calls. The five sources add up to the change of the balance. */
const studioDay = object({
  day: pipe(string(), isoDate()),
  calls: amount,
  /** Absent from older servers. */
  bookings: optional(amount, 0),
  gifts: amount,
  media: amount,
  /** Everything that was not earned: payouts, purchases, spending, corrections. */
  other: signed,
  minutes: amount,
  answered: amount,
  missed: amount,
});
/** One UTC day of a host. */
export type StudioDay = InferOutput<typeof studioDay>;

/** Schema of a host's earnings: the last `STUDIO_DAYS` days, newest first. `before` and all days add up to `balance`. */
export const studio = object({
  balance: amount,
  before: amount,
  days: array(studioDay),
  /**
   * Ratings by callers. Below `RATINGS_SHOWN_FROM` of them, `stars` is null and `reasons` is empty, so that no rating can be attributed
   * to its caller. `reasons`: how many ratings name each, most first; absent from older servers.
   */
  rating: object({
    stars: nullable(number()),
    count: amount,
    reasons: optional(array(object({ reason: picklist(RATING_REASONS), count: amount }))),
  }),
});
/** A host's earnings. */
export type Studio = InferOutput<typeof studio>;
