import {
  array,
  boolean,
  integer,
  maxLength,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
} from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { uid } from '../api/envelope.ts';
import { amount } from '../api/shapes.ts';
import { booking, bookingStart } from './booking.ts';
import { BOOKING_MINUTES } from './booking-rules.ts';
import { RATING_REASONS } from './calls.ts';
import { callFrame, hubId, relays } from './hub-shapes.ts';
import { CALL_RATING_MAX } from './rules.ts';

const bookings = object({ bookings: array(booking) });

/**
 * HTTP endpoints around calls: allowances, relay servers for a test, automatic messages, frames of random matches, ratings and bookings
 * (product 3.8). The call itself runs over the hub (hub.ts). Durations are seconds.
 */
export const callsRows = {
  firstCallInfo: {
    path: '/api/account_service/first_call_info',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({
      firstCallInfo: object({
        freeFirstCallTotalTimes: amount,
        freeFirstCallRemainingTimes: amount,
        freeFirstCallDuration: amount,
      }),
    }),
  },
  paidUserFreeCall: {
    path: '/api/account_service/paid_user_free_call',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({
      freeTimes: amount,
      freeDuration: amount,
      /** Seconds before the end of the free time at which a panel proposes to buy gems, if they do not cover the next minute. */
      rechargeReminderTime: amount,
      /** Seconds before the end of the free time or held minutes at which a match or booked call can be continued as a paid one. */
      matchToFlashTime: amount,
      /** Extension: paid seconds before which a call that ends costs nothing; 0 when the caller has no fair start left today. */
      fairStartSeconds: optional(amount),
    }),
  },
  clubCallTimes: {
    path: '/api/common_service/club_call_times',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    /**
     * Null: the server has no silver calls; this server answers zeros while the silver club is off. `availableTimes`: today's remaining
     * free ones; `paidTimes`: further ones at `silverPrice` silver each.
     */
    output: nullable(
      object({ availableTimes: amount, silverCallDuration: amount, silverPrice: amount, paidTimes: amount }),
    ),
  },
  /**
   * Makes an online host write to the requesting user first: the target, or a host whom the user has not met. At most once a day (UTC) per
   * host and scene. `triggered` false: no host will write, as without demo hosts, or if the user's setting `privateMessages` is off.
   */
  triggerAutoMessage: {
    path: '/api/common_service/trigger_auto_message',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ targetUid: optional(uid), scene: picklist(['login', 'profile', 'after_call']) }),
    output: object({ triggered: boolean() }),
  },
  /** Extension: relay servers for a reachability test before a call. */
  relayServers: {
    path: '/api/common_service/relay_servers',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({ relays }),
  },
  /** Extension: bookings (product 1.4) of the requesting user, as viewer or as host. All changes of them answer with the new list. */
  bookings: {
    path: '/api/common_service/bookings',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: bookings,
  },
  /**
   * Proposes a booked call at the price per minute that was shown, and holds its gems. Refused with `booking` and the reason, with
   * `price-changed`, or as any spending.
   */
  proposeBooking: {
    path: '/api/common_service/propose_booking',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({
      host: uid,
      startsAt: bookingStart,
      minutes: picklist(BOOKING_MINUTES),
      price: pipe(amount, minValue(1)),
    }),
    output: bookings,
  },
  /** Accepts or declines a proposal, for its host. */
  answerBooking: {
    path: '/api/common_service/answer_booking',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ id: hubId, accepts: boolean() }),
    output: bookings,
  },
  /**
   * Cancels a booking before its start, for either side. Refused with `price-changed` if it costs the viewer more than the `gems` that were
   * shown, and with `booking` from its start on or while the two are in its call.
   */
  cancelBooking: {
    path: '/api/common_service/cancel_booking',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ id: hubId, gems: amount }),
    output: bookings,
  },
  /**
   * Extension: a frame of the own picture in a random match, from either side, which the server judges (`MEDIA_CHECK_URL`) and stores only
   * if it is refused. Sent if MatchAgreed says that pictures are checked. `not-found`: the user is in no such match, so no further frame
   * is sent.
   */
  matchFrame: {
    path: '/api/common_service/match_frame',
    access: 'user',
    effect: 'read',
    delivery: 'now',
    input: object({ sid: hubId, frame: callFrame }),
    output: object({}),
  },
  /**
   * Extension: stars after a call, from either side, with reasons that fit them (`ratingReasonsOf`); the last rating wins. A rating
   * without `reasons` has none.
   */
  callRating: {
    path: '/api/common_service/call_rating',
    access: 'user',
    effect: 'change',
    delivery: 'queued',
    replay: 'saved',
    input: object({
      sid: hubId,
      stars: pipe(number(), integer(), minValue(1), maxValue(CALL_RATING_MAX)),
      reasons: optional(pipe(array(picklist(RATING_REASONS)), maxLength(RATING_REASONS.length)), []),
    }),
    output: object({}),
  },
} as const satisfies EndpointTable;
