import { eq, sql } from 'drizzle-orm';
import {
  BOOKING_EARLY_MS,
  BOOKING_GRACE_MS,
  BOOKING_RING_MS,
  type BookingEvent,
  isCancelledLate,
  nextBookingState,
} from '../../../../contract/calls/booking-rules.ts';
import { CALL_AWAY_AFTER_MS } from '../../../../contract/calls/rules.ts';
import type { Queries, Transaction } from '../../../platform/database/connect.ts';
import { post, release } from '../../wallet/ledger.ts';
import type { Call } from '../call.ts';
import type { Ending } from '../call-context.ts';
import { booking } from '../tables.ts';
import { notifyBooking } from './notify.ts';

/** A stored booking. */
export type BookingRow = typeof booking.$inferSelect;

/** The ledger key of the hold for a minute of a booking, counted from 1. */
export const heldMinuteOf = ({ id, viewer }: Pick<BookingRow, 'id' | 'viewer'>, minute: number) => ({
  operation: `booking:${id}:${minute}`,
  uid: viewer,
});

/** Reads and locks a booking until the end of the transaction; undefined if there is none. */
export async function lockBooking(tx: Transaction, id: string): Promise<BookingRow | undefined> {
  const [row] = await tx.select().from(booking).where(eq(booking.id, id)).for('update');
  return row;
}

/**
 * Ends a locked booking without a call: the minutes that the event costs the viewer (`chargedMinutes`) are shared between host and house,
 * the others go back to the viewer, and `notifyBooking` announces the end. Returns false, and does nothing, if the event is not possible in
 * its state.
 */
export async function settleBooking(
  tx: Transaction,
  row: BookingRow,
  event: BookingEvent,
  now: number,
): Promise<boolean> {
  if (nextBookingState(row.state, event) === undefined) return false;
  const charged = chargedMinutes(row, event, now);
  for (let minute = 1; minute <= row.minutes; minute += 1) {
    const held = heldMinuteOf(row, minute);
    const outcome = minute <= charged ? await post(tx, held, row.host, row.sharePercent) : await release(tx, held);
    if (outcome !== 'done') throw new Error(`A minute of a booking was settled before: ${outcome}`);
  }
  await endBooking(tx, row, event, charged, now);
  return true;
}

/** Minutes that a booking costs when this event ends it without a call: the minimum if the viewer missed it or cancelled late, else 0. */
function chargedMinutes(row: BookingRow, event: BookingEvent, now: number): number {
  const isLate =
    event === 'viewerMisses' || (event === 'viewerCancels' && isCancelledLate(row.state, row.startsAt, now));
  return isLate ? Math.min(row.minimumMinutes, row.minutes) : 0;
}

/** Stores the final state of a locked booking whose holds are settled, and announces it (`notifyBooking`). */
export async function endBooking(
  tx: Transaction,
  row: BookingRow,
  event: BookingEvent,
  charged: number,
  now: number,
): Promise<void> {
  const state = nextBookingState(row.state, event);
  if (state === undefined) throw new Error(`A booking in state ${row.state} cannot end by ${event}`);
  await tx.update(booking).set({ state, charged, settledAt: now }).where(eq(booking.id, row.id));
  await notifyBooking(tx, row, event, now);
}

/** SQL condition on `booking`: accepted, and its call can begin, from BOOKING_EARLY_MS before the start until the end of the grace. */
export const isCallable = (now: number) => sql`(${booking.state} = 'accepted'
  and ${booking.startsAt} - ${BOOKING_EARLY_MS} <= ${now} and ${now} < ${booking.startsAt} + ${BOOKING_GRACE_MS})`;

/**
 * Records that the viewer, or the host, came to a booked call. A moment before the start or after the grace does not count, and the first
 * one stays.
 */
export async function recordArrival(db: Queries, id: string, side: 'viewer' | 'host', at: number): Promise<void> {
  const came = side === 'viewer' ? booking.viewerCame : booking.hostCame;
  await db
    .update(booking)
    .set(side === 'viewer' ? { viewerCame: at } : { hostCame: at })
    .where(
      sql`${booking.id} = ${id} and ${came} = 0 and ${booking.state} = 'accepted'
        and ${booking.startsAt} <= ${at} and ${at} < ${booking.startsAt} + ${BOOKING_GRACE_MS}`,
    );
}

/** Records the arrival of a host who asks the viewer for the booked call by a callback, if the call can begin now. */
export async function recordHostArrival(db: Queries, host: number, viewer: number, now: number): Promise<void> {
  const rows = await db
    .select({ id: booking.id })
    .from(booking)
    .where(sql`${booking.host} = ${host} and ${booking.viewer} = ${viewer} and ${isCallable(now)}`);
  for (const { id } of rows) await recordArrival(db, id, 'host', now);
}

/**
 * Records who came to a booked call that was not connected: the host if they answered, and the viewer unless they cancelled before it rang
 * long enough for the host to answer.
 */
export async function recordAttempt(tx: Transaction, call: Call, { at, by }: Ending): Promise<void> {
  const isAnswered = call.answerTime > 0;
  const hasRung = by !== 'caller' || at - call.startTime >= BOOKING_RING_MS;
  if (isAnswered || hasRung) await recordArrival(tx, call.booking, 'viewer', at);
  if (isAnswered) await recordArrival(tx, call.booking, 'host', call.answerTime);
}

/**
 * The minutes of a connected booked call with the minimum, undefined if the call does not cost it. A viewer pays it who hangs up, or falls
 * silent, before the minimum is charged: not if the host or an outage of the server ended the call, if media were lost until a deadline, or
 * if the viewer never saw the host. The host earns it only if the viewer confirmed media for the whole time, so a host gains nothing by
 * making the viewer leave, and a viewer gains nothing by denying media.
 */
export function withMinimum(
  { minimumMinutes, minutes }: BookingRow,
  { caller }: Call,
  { by, isByTime = false, reason }: Ending,
  due: { readonly paid: number; readonly earned: number },
  { metered, earned, isCutShort }: { readonly metered: number; readonly earned: number; readonly isCutShort: boolean },
): { readonly paid: number; readonly earned: number } | undefined {
  const hasLeft = by === 'caller' && (!isByTime || reason === 'heartbeatLost');
  const minimum = Math.min(minimumMinutes, minutes);
  if (!hasLeft || isCutShort || !caller.seen || due.paid >= minimum) return undefined;
  const isConfirmed = earned + CALL_AWAY_AFTER_MS >= metered;
  return { paid: minimum, earned: isConfirmed ? minimum : due.earned };
}
