import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { ROLE_ANCHOR } from '../../../../contract/account/rules.ts';
import type { Booking } from '../../../../contract/calls/booking.ts';
import {
  BOOKING_MINIMUM_MINUTES,
  BOOKINGS_LISTED,
  BOOKINGS_OPEN_MAX,
  type BookingRefusal,
  bookingExpiry,
  isBookable,
  isBookingOpen,
  isCancelledLate,
} from '../../../../contract/calls/booking-rules.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { type AppError, fail, ok, type Result } from '../../../../contract/result.ts';
import { ANCHOR_SHARE_PERCENT } from '../../../../contract/wallet/rules.ts';
import { account } from '../../../platform/database/account.ts';
import type { Queries, Transaction } from '../../../platform/database/connect.ts';
import { profile } from '../../people/tables.ts';
import { findTarget } from '../../people/target.ts';
import { loadBalances } from '../../wallet/balances.ts';
import { hold } from '../../wallet/ledger.ts';
import { limitReached, paymentRefusal } from '../../wallet/limits.ts';
import { lockWallets } from '../../wallet/lock.ts';
import { shareOf } from '../../wallet/shares.ts';
import { anchorOf, roleOf } from '../people.ts';
import { liveCallsOf, lockUsers } from '../store.ts';
import { booking, call } from '../tables.ts';
import { notifyBooking } from './notify.ts';
import { type BookingRow, heldMinuteOf, lockBooking, settleBooking } from './settle.ts';

const OPEN = ['proposed', 'accepted'] as const;
const refused = (reason: BookingRefusal) => fail({ code: 'booking', reason } as const);

/** A proposal of a viewer; `price` is the gems per minute that the page showed. */
export type Proposal = {
  readonly operation: string;
  readonly host: number;
  readonly startsAt: number;
  readonly minutes: number;
  readonly price: number;
};

/**
 * Proposes a booked call and holds its gems, one hold for each minute. Repeating the operation changes nothing. Both users are locked, so
 * that of concurrent proposals, answers and calls one sees the other.
 */
export async function proposeBooking(
  db: Queries,
  viewer: number,
  proposal: Proposal,
  now: number,
): Promise<Result<undefined>> {
  const { operation, host, startsAt, minutes, price } = proposal;
  return db.transaction(async (tx): Promise<Result<undefined>> => {
    await lockUsers(tx, [viewer, host]);
    const [known] = await tx
      .select()
      .from(booking)
      .where(and(eq(booking.viewer, viewer), eq(booking.operation, operation)));
    if (known) return isSameProposal(known, proposal) ? ok(undefined) : fail({ code: 'conflict' });
    const refusal = await refusalOf(tx, viewer, proposal, now);
    if (refusal) return fail(refusal);
    const id = nanoid();
    const expiresAt = bookingExpiry(now, startsAt);
    const row = { id, viewer, operation, host, startsAt, minutes, price, proposedAt: now, expiresAt, dueAt: expiresAt };
    const terms = { sharePercent: ANCHOR_SHARE_PERCENT, minimumMinutes: BOOKING_MINIMUM_MINUTES };
    await tx.insert(booking).values({ ...row, ...terms });
    for (let minute = 1; minute <= minutes; minute += 1) {
      const held = heldMinuteOf(row, minute);
      const outcome = await hold(tx, held.operation, viewer, 'gems', price, { type: 'booking', id });
      if (outcome !== 'done') throw new Error(`A minute of a booking was not held: ${outcome}`);
    }
    await notifyBooking(tx, row, 'propose', now);
    return ok(undefined);
  });
}

const isSameProposal = (row: BookingRow, { host, startsAt, minutes, price }: Proposal): boolean =>
  row.host === host && row.startsAt === startsAt && row.minutes === minutes && row.price === price;

/** Why a proposal is refused; undefined if it is not. The viewer's wallet stays locked, so that its holds succeed. */
async function refusalOf(
  tx: Transaction,
  viewer: number,
  { host, startsAt, minutes, price }: Proposal,
  now: number,
): Promise<AppError | undefined> {
  if (!isBookable(startsAt, now)) return refused('time').error;
  const target = await findTarget(tx, viewer, host);
  const listed = await anchorOf(tx, host);
  if (!target || target.hidden || target.blocked || !listed) return refused('host').error;
  if ((await roleOf(tx, viewer)) === ROLE_ANCHOR) return { code: 'forbidden' };
  if (listed.price !== price) return { code: 'price-changed', price: listed.price };
  const open = await tx
    .select()
    .from(booking)
    .where(and(inArray(booking.state, OPEN), or(eq(booking.viewer, viewer), eq(booking.host, host))));
  const own = open.filter((one) => one.viewer === viewer);
  if (own.length >= BOOKINGS_OPEN_MAX || own.some((one) => one.host === host)) return refused('tooMany').error;
  const wanted = { startsAt, minutes };
  if (own.some((one) => isOverlapping(one, wanted))) return refused('ownTaken').error;
  if (open.some((one) => one.state === 'accepted' && isOverlapping(one, wanted))) return refused('hostTaken').error;
  const gems = price * minutes;
  await lockWallets(tx, viewer);
  const unpaid = await paymentRefusal(tx, viewer, gems);
  if (unpaid === 'locked') return { code: 'locked' };
  if (unpaid === 'limited') return limitReached(tx, viewer, now);
  if (unpaid === undefined) return undefined;
  const { gems: balance } = await loadBalances(tx, viewer);
  return { code: 'gems-insufficient', need: gems - balance, balance };
}

type Span = Pick<BookingRow, 'startsAt' | 'minutes'>;
const endOf = ({ startsAt, minutes }: Span) => startsAt + minutes * MINUTE_MS;
const isOverlapping = (one: Span, other: Span): boolean => one.startsAt < endOf(other) && other.startsAt < endOf(one);

/** Reads a booking and locks it with both users, for a change by `uid`; undefined if there is none of which `uid` is a side. */
async function lockOwn(tx: Transaction, uid: number, id: string): Promise<BookingRow | undefined> {
  const [found] = await tx.select().from(booking).where(eq(booking.id, id));
  if (!found || (found.viewer !== uid && found.host !== uid)) return undefined;
  await lockUsers(tx, [found.viewer, found.host]);
  return lockBooking(tx, id);
}

/**
 * Accepts or declines a proposal, for its host. Repeating the same answer changes nothing. Other proposals for that time become due: the
 * sweeper declines them, because their viewers cannot be locked beside these two.
 */
export async function answerBooking(
  db: Queries,
  host: number,
  { id, accepts }: { readonly id: string; readonly accepts: boolean },
  now: number,
): Promise<Result<undefined>> {
  return db.transaction(async (tx): Promise<Result<undefined>> => {
    const row = await lockOwn(tx, host, id);
    if (row?.host !== host) return fail({ code: 'not-found' });
    if (row.state === (accepts ? 'accepted' : 'declined')) return ok(undefined);
    if (row.state !== 'proposed' || now >= row.expiresAt) return refused('changed');
    if (!accepts) {
      await settleBooking(tx, row, 'decline', now);
      return ok(undefined);
    }
    const target = await findTarget(tx, host, row.viewer);
    if (!target || target.hidden || target.blocked || !(await anchorOf(tx, host))) return refused('changed');
    const accepted = await tx
      .select()
      .from(booking)
      .where(and(eq(booking.host, host), eq(booking.state, 'accepted')));
    if (accepted.some((one) => isOverlapping(one, row))) return refused('hostTaken');
    await tx.update(booking).set({ state: 'accepted', dueAt: row.startsAt }).where(eq(booking.id, id));
    const ends = sql`${booking.startsAt} + ${booking.minutes} * ${MINUTE_MS}::bigint`;
    await tx
      .update(booking)
      .set({ dueAt: now })
      .where(
        sql`${booking.host} = ${host} and ${booking.state} = 'proposed' and ${booking.startsAt} < ${endOf(row)} and ${row.startsAt} < ${ends}`,
      );
    await notifyBooking(tx, row, 'accept', now);
    return ok(undefined);
  });
}

/**
 * Cancels a booking, for either side; a host who cancels a proposal declines it. `gems`: the cost for the viewer that the page showed; a
 * higher cost refuses it with `price-changed`. Cancelling a cancelled one again changes nothing. Refused while the two are in the call, and
 * from the start on: then the call, or the end of the grace, decides.
 */
export async function cancelBooking(
  db: Queries,
  uid: number,
  { id, gems }: { readonly id: string; readonly gems: number },
  now: number,
): Promise<Result<undefined>> {
  return db.transaction(async (tx): Promise<Result<undefined>> => {
    const row = await lockOwn(tx, uid, id);
    if (!row) return fail({ code: 'not-found' });
    const isViewer = row.viewer === uid;
    const cancelled: readonly BookingRow['state'][] = isViewer
      ? ['cancelledByViewer']
      : ['cancelledByHost', 'declined'];
    if (cancelled.includes(row.state)) return ok(undefined);
    if (!isBookingOpen(row.state) || now >= row.startsAt || (await isInBookedCall(tx, row))) return refused('changed');
    const isLate = isViewer && isCancelledLate(row.state, row.startsAt, now);
    const cost = isLate ? Math.min(row.minimumMinutes, row.minutes) * row.price : 0;
    if (gems < cost) return fail({ code: 'price-changed', price: cost });
    const event = isViewer ? 'viewerCancels' : row.state === 'proposed' ? 'decline' : 'hostCancels';
    await settleBooking(tx, row, event, now);
    return ok(undefined);
  });
}

/** Whether the two are in a call of this booking. Both users must be locked, so that none begins meanwhile. */
export async function isInBookedCall(tx: Transaction, { id, viewer }: BookingRow): Promise<boolean> {
  const live = await liveCallsOf(tx, [viewer]);
  if (live.length === 0) return false;
  const rows = await tx
    .select({ booking: call.booking })
    .from(call)
    .where(
      inArray(
        call.sid,
        live.map(({ sid }) => sid),
      ),
    );
  return rows.some((one) => one.booking === id);
}

/** The bookings of a user on either side, at most BOOKINGS_LISTED: the open ones first, each group newest first. */
export async function listBookings(db: Queries, uid: number): Promise<Booking[]> {
  const peer = sql`case when ${booking.viewer} = ${uid} then ${booking.host} else ${booking.viewer} end`;
  const rows = await db
    .select({ row: booking, peer: account.uid, nickName: account.nickName, avatarUrl: profile.avatarUrl })
    .from(booking)
    .innerJoin(account, sql`${account.uid} = ${peer}`)
    .leftJoin(profile, eq(profile.uid, account.uid))
    .where(or(eq(booking.viewer, uid), eq(booking.host, uid)))
    .orderBy(sql`(${booking.settledAt} = 0) desc`, desc(booking.proposedAt), booking.id)
    .limit(BOOKINGS_LISTED);
  return rows.map(({ row, peer: peerUid, nickName, avatarUrl }) => {
    const side = row.viewer === uid ? ('viewer' as const) : ('host' as const);
    const gemsOf = (minutes: number) =>
      minutes * (side === 'viewer' ? row.price : shareOf(row.price, row.sharePercent).anchor);
    const { id, state, proposedAt, expiresAt, startsAt, minutes, price, minimumMinutes, charged } = row;
    return {
      id,
      side,
      state,
      proposedAt,
      expiresAt,
      startsAt,
      minutes,
      price,
      peer: { uid: peerUid, nickName, avatarUrl: avatarUrl ?? '' },
      gems: gemsOf(minutes),
      minimumGems: gemsOf(Math.min(minimumMinutes, minutes)),
      chargedGems: gemsOf(charged),
    };
  });
}
