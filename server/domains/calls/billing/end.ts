import { releaseAllowance } from '../allowances.ts';
import { endBooking, lockBooking, recordAttempt, withMinimum } from '../bookings/settle.ts';
import type { CallContext, Ending } from '../call-context.ts';
import { queueForAccount } from '../outbound.ts';
import { receiptOf } from '../receipts.ts';
import { endRingPush } from '../ring-push.ts';
import { withFairStart } from './fair-start.ts';
import { billedUntil, earnedMinutes, earnedMs, isCutShort } from './media-reports.ts';
import { cut, meteredAt, minutesOf, wholeMinutesOf } from './meter.ts';
import { postSilver, releaseSilver, settleMinutes } from './money.ts';
import { refundableMinutes } from './unusable.ts';

/**
 * Ends a call at `ending.at`, which may be in the past, and settles it: minutes started by then are charged as far as the callee's reports
 * confirm them and credited as far as the caller's do; later ones are released, as are those that unusable time gives back
 * (`refundableMinutes`). A call that an outage of the server cut short (`isCutShort`) is charged for whole minutes only, and one that ends
 * in its fair start costs nothing, up to a limit per day (`withFairStart`). A connected booked call ends its booking; a viewer who leaves
 * it early pays the minimum (`withMinimum`). Both accounts get the receipt.
 */
export async function endCall(context: CallContext, ending: Ending): Promise<void> {
  const { call, tx, now, settings } = context;
  const { at: when, by, isByTime = false, reason, rejectType, event } = ending;
  // The booking is locked before any wallet, the order of all code that settles a booking.
  const booked = call.booking === '' ? undefined : await lockBooking(tx, call.booking);
  const at = billedUntil(call, when, isByTime);
  const cutShort = isCutShort(call, when, settings.aliveSince());
  call.meteredIntervals = cut(call.meteredIntervals, at);
  const metered = meteredAt(call.meteredIntervals, at);
  const freeMs = call.freeSeconds * 1_000;
  call.seconds = Math.floor(metered / 1_000);
  const started = call.meteredIntervals.length === 0 ? 0 : (cutShort ? wholeMinutesOf : minutesOf)(metered, freeMs);
  const paid = Math.min(call.minutes, started);
  const counted = { paid, earned: Math.min(paid, earnedMinutes(call, at, when)) };
  const earned = earnedMs(call, at, when);
  const due =
    (booked && withMinimum(booked, call, ending, counted, { metered, earned, isCutShort: cutShort })) ??
    (await withFairStart(context, { at, by, paidMs: metered - freeMs, earnedMs: earned - freeMs }, counted));
  call.refundedMinutes = await refundableMinutes(context, due.paid, at);
  const charged = due.paid - call.refundedMinutes;
  await settleMinutes(context, charged, Math.min(charged, due.earned));
  await settleFreeTime(context, cutShort && metered < freeMs);
  if (booked && call.connectingTime > 0) await endBooking(tx, booked, 'keep', Math.min(charged, booked.minutes), now);
  else if (booked) await recordAttempt(tx, call, ending);
  Object.assign(call, { state: 'ended', endTime: at, settledAt: now, reason, rejectType });
  await endRingPush(tx, call);
  queueEnd(context, { reason, rejectType, event });
}

/**
 * Settles the silver and the allowance of a call. Silver is returned, with its allowance, when the call was not connected; a free allowance
 * when it was not answered; and either when an outage of the server prevented the call or cut short the free time.
 */
async function settleFreeTime(context: CallContext, isCut: boolean): Promise<void> {
  const { call, tx, settings } = context;
  const isConnected = call.connectingTime > 0;
  if (isConnected && !isCut) await postSilver(context);
  else await releaseSilver(context);
  const isPrevented = !isConnected && call.answerTime < settings.aliveSince();
  if (call.answerTime === 0 || isPrevented || isCut) await releaseAllowance(tx, call.sid);
}

/** Queues the event that a call has ended (SessionTerminate or SessionFail) for all devices of both accounts, each with its own receipt. */
function queueEnd(
  context: CallContext,
  { reason, rejectType, event }: Pick<Ending, 'reason' | 'rejectType' | 'event'>,
): void {
  for (const side of ['caller', 'callee'] as const) {
    queueForAccount(context, side, {
      name: event,
      data: { reason, rejectType, receipt: receiptOf(context.call, side) },
    });
  }
}
