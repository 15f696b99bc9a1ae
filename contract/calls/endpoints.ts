import { boolean, integer, maxValue, minValue, nullable, number, object, optional, picklist, pipe } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { uid } from '../api/envelope.ts';
import { amount } from '../api/shapes.ts';
import { hubId, relays } from './hub-shapes.ts';
import { CALL_RATING_MAX } from './rules.ts';

/** Allowances of calls, and what is said after one (product 3.8). Durations are seconds. */
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
      /** Before the end of the free time a panel proposes to recharge. */
      rechargeReminderTime: amount,
      /** Before the end of a free match call a button offers to go on as a paid one. */
      matchToFlashTime: amount,
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
     * Null: there are none, for nobody. `availableTimes`: the free ones of today that are left; `paidTimes`: further ones, at
     * `silverPrice` silver each.
     */
    output: nullable(
      object({ availableTimes: amount, silverCallDuration: amount, silverPrice: amount, paidTimes: amount }),
    ),
  },
  /** Asks a present host to write first: the one named, or any whom the caller has not met. At most one a day from each on each occasion. */
  triggerAutoMessage: {
    path: '/api/common_service/trigger_auto_message',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ targetUid: optional(uid), scene: picklist(['login', 'profile', 'after_call']) }),
    output: object({ triggered: boolean() }),
  },
  /** Ours: the relay servers of a moment, to find out before a call whether they can be reached. */
  relayServers: {
    path: '/api/common_service/relay_servers',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({ relays }),
  },
  /** Ours: stars after a call, by either side, once; the last word counts. */
  callRating: {
    path: '/api/common_service/call_rating',
    access: 'user',
    effect: 'change',
    delivery: 'queued',
    replay: 'saved',
    input: object({
      sid: hubId,
      stars: pipe(number(), integer(), minValue(1), maxValue(CALL_RATING_MAX)),
    }),
    output: object({}),
  },
} as const satisfies EndpointTable;
