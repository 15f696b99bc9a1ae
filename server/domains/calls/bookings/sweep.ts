import { and, type Column, eq, inArray, lte, sql } from 'drizzle-orm';
import { BOOKING_GRACE_MS, type BookingEvent } from '../../../../contract/calls/booking-rules.ts';
import { account } from '../../../platform/database/account.ts';
import type { Database, Transaction } from '../../../platform/database/connect.ts';
import { onlineStream } from '../../../platform/realtime/tables.ts';
import { anchor } from '../../people/tables.ts';
import { hasBlocked } from '../../people/target.ts';
import { liveCallsOf, lockUsers } from '../store.ts';
import { booking } from '../tables.ts';
import { notifyBooking } from './notify.ts';
import { type BookingRow, lockBooking, settleBooking } from './settle.ts';

const SWEPT_AT_ONCE = 100;
/** After the grace, a booking whose viewer and host are in a call with each other is checked again after this time (ms). */
const AGAIN_MS = 5_000;

/**
 * Ends and announces the bookings that are due: proposals that expired, calls that begin, and calls that one side missed. `aliveSince`:
 * since when this process received from clients; a call that could not begin because of an outage is missed by neither.
 */
export async function sweepBookings(db: Database, now: number, aliveSince: number): Promise<void> {
  const due = await db
    .select({ id: booking.id, viewer: booking.viewer, host: booking.host })
    .from(booking)
    .where(and(inArray(booking.state, ['proposed', 'accepted']), lte(booking.dueAt, now)))
    .orderBy(booking.dueAt)
    .limit(SWEPT_AT_ONCE);
  await eachLocked(db, due, (tx, row) => sweepOne(tx, row, now, aliveSince));
}

type Found = Pick<BookingRow, 'id' | 'viewer' | 'host'>;

async function eachLocked(
  db: Database,
  found: readonly Found[],
  run: (tx: Transaction, row: BookingRow) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const { id, viewer, host } of found) {
    await db
      .transaction(async (tx) => {
        await lockUsers(tx, [viewer, host]);
        const row = await lockBooking(tx, id);
        if (row) await run(tx, row);
      })
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function sweepOne(tx: Transaction, row: BookingRow, now: number, aliveSince: number): Promise<void> {
  if (row.dueAt > now || row.settledAt > 0) return;
  if (row.state === 'proposed') {
    // A proposal that is due earlier is one whose time the host gave to another viewer (`answerBooking`).
    await settleBooking(tx, row, now < row.expiresAt ? 'decline' : 'expire', now);
    return;
  }
  const missedAt = row.startsAt + BOOKING_GRACE_MS;
  if (now < missedAt) {
    await notifyBooking(tx, row, 'begin', now);
    await tx.update(booking).set({ dueAt: missedAt }).where(eq(booking.id, row.id));
    return;
  }
  const calls = await liveCallsOf(tx, [row.viewer, row.host]);
  const isTogether = calls.some(({ caller, callee }) => caller === row.viewer && callee === row.host);
  if (isTogether) {
    await tx
      .update(booking)
      .set({ dueAt: now + AGAIN_MS })
      .where(eq(booking.id, row.id));
    return;
  }
  const isHostBusy = calls.some(({ caller, callee }) => caller === row.host || callee === row.host);
  // An open app counts only while nothing shows the contrary: a host who let the viewer's call ring did not come.
  const isWaiting = row.viewerCame === 0 && !isHostBusy && (await hasOpenApp(tx, row.host));
  const isHostHere = row.hostCame > 0 || isWaiting;
  await settleBooking(tx, row, aliveSince > row.startsAt ? 'bothMiss' : missedBy(row.viewerCame > 0, isHostHere), now);
}

/**
 * The event of a booked call that was not connected, by who came. `bothMiss`, which costs nothing, also if both came: then a device or the
 * network failed.
 */
export function missedBy(hasViewerCome: boolean, hasHostCome: boolean): BookingEvent {
  if (hasViewerCome === hasHostCome) return 'bothMiss';
  return hasViewerCome ? 'hostMisses' : 'viewerMisses';
}

/** Whether the app of a user is open: a closed app that rings does not count, as nothing shows that its user is there. */
async function hasOpenApp(tx: Transaction, uid: number): Promise<boolean> {
  const [found] = await tx
    .select({ uid: onlineStream.uid })
    .from(onlineStream)
    .where(and(eq(onlineStream.uid, uid), sql`not ${onlineStream.brief}`))
    .limit(1);
  return found !== undefined;
}

/**
 * Ends the open bookings whose call cannot take place any more: one side blocked the other or closed the account, the host closed the
 * viewer's country or is no host any more. A viewer who blocks the host or closes the account has cancelled; otherwise all gems go back.
 */
export async function endBarredBookings(db: Database, now: number): Promise<void> {
  const isClosed = (uid: Column) =>
    sql`exists (select from ${account} where ${account.uid} = ${uid} and ${account.closedAt} is not null)`;
  const isHostGone = sql<boolean>`(not exists (select from ${anchor} where ${anchor.uid} = ${booking.host})
    or ${isClosed(booking.host)} or ${hasBlocked(booking.host, booking.viewer)})`;
  const isViewerGone = sql<boolean>`(${isClosed(booking.viewer)} or ${hasBlocked(booking.viewer, booking.host)})`;
  const barred = await db
    .select({ id: booking.id, viewer: booking.viewer, host: booking.host, isHostGone })
    .from(booking)
    .where(and(inArray(booking.state, ['proposed', 'accepted']), sql`(${isHostGone} or ${isViewerGone})`))
    .limit(SWEPT_AT_ONCE);
  const hostGone = new Set(barred.flatMap((one) => (one.isHostGone ? [one.id] : [])));
  await eachLocked(db, barred, async (tx, row) => {
    const live = await liveCallsOf(tx, [row.viewer]);
    if (row.settledAt > 0 || live.some(({ callee }) => callee === row.host)) return;
    // A viewer who came to the call pays nothing for leaving a host who did not.
    const isFree = hostGone.has(row.id) || row.viewerCame > 0;
    await settleBooking(tx, row, isFree ? 'hostCancels' : 'viewerCancels', now);
  });
}
