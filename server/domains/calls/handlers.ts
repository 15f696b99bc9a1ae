import type { callsRows } from '../../../contract/calls/endpoints.ts';
import {
  FREE_FIRST_CALL_SECONDS,
  FREE_FIRST_CALL_TIMES,
  MATCH_TO_FLASH_SECONDS,
  PAID_USER_FREE_CALL_SECONDS,
  RECHARGE_REMINDER_SECONDS,
} from '../../../contract/calls/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { SILVER_CALL_PRICE_SILVER } from '../../../contract/rewards/rules.ts';
import { serverClock } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { Handlers } from '../../platform/http/callers.ts';
import type { Site } from '../account/site/site.ts';
import { remainingOf } from './allowances.ts';
import { type Greeting, triggerAutoMessage } from './auto-message.ts';
import { offeredFairStart } from './billing/fair-start.ts';
import { answerBooking, cancelBooking, listBookings, proposeBooking } from './bookings/bookings.ts';
import { rateCall } from './ratings.ts';
import { type RelaySettings, relaysFor, testOf } from './relays.ts';

const bookingsOf = async (db: Queries, uid: number, changed: Result<undefined> = ok(undefined)) =>
  changed.ok ? ok({ bookings: await listBookings(db, uid) }) : changed;

type CallsParts = { readonly site: Site; readonly greeting: Greeting; readonly relays: RelaySettings };

/** Creates the API handlers of calls: remaining allowances, automatic first messages, the relay test, ratings, and bookings. */
export function callsHandlers({
  site,
  greeting,
  relays,
}: CallsParts): Pick<Handlers, Exclude<keyof typeof callsRows, 'matchFrame'>> {
  return {
    firstCallInfo: async ({ db, uid }) =>
      ok({
        firstCallInfo: {
          freeFirstCallTotalTimes: FREE_FIRST_CALL_TIMES,
          freeFirstCallRemainingTimes: await remainingOf(db, 'first', uid, serverClock.now()),
          freeFirstCallDuration: FREE_FIRST_CALL_SECONDS,
        },
      }),

    paidUserFreeCall: async ({ db, uid }) => {
      const settings = await site.read(db);
      return ok({
        freeTimes: settings.enablePaidUserFreeCall ? await remainingOf(db, 'paidUserFree', uid, serverClock.now()) : 0,
        freeDuration: PAID_USER_FREE_CALL_SECONDS,
        rechargeReminderTime: RECHARGE_REMINDER_SECONDS,
        matchToFlashTime: MATCH_TO_FLASH_SECONDS,
        fairStartSeconds: await offeredFairStart(db, settings, uid, serverClock.now()),
      });
    },

    clubCallTimes: async ({ db, uid }) => {
      const { enableSilverClub, silverCallDuration } = await site.read(db);
      const now = serverClock.now();
      return ok({
        availableTimes: enableSilverClub ? await remainingOf(db, 'silver', uid, now) : 0,
        silverCallDuration,
        silverPrice: SILVER_CALL_PRICE_SILVER,
        paidTimes: enableSilverClub ? await remainingOf(db, 'silverPaid', uid, now) : 0,
      });
    },

    triggerAutoMessage: async ({ db, uid }, input) =>
      ok({ triggered: await triggerAutoMessage(db, greeting, uid, input) }),

    relayServers: async ({ uid }) => ok({ relays: relaysFor(relays, testOf(relays, uid, serverClock.now())) }),

    callRating: ({ db, uid }, rating) => rateCall(db, uid, rating),

    bookings: async ({ db, uid }) => bookingsOf(db, uid),
    async proposeBooking({ db, uid, once }, proposal) {
      if (once === undefined) return fail({ code: 'forbidden' });
      const proposed = { ...proposal, operation: once.operation };
      return bookingsOf(db, uid, await proposeBooking(db, uid, proposed, serverClock.now()));
    },
    answerBooking: async ({ db, uid }, answer) =>
      bookingsOf(db, uid, await answerBooking(db, uid, answer, serverClock.now())),
    cancelBooking: async ({ db, uid }, cancelled) =>
      bookingsOf(db, uid, await cancelBooking(db, uid, cancelled, serverClock.now())),
  };
}
