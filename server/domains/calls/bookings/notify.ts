import { inArray } from 'drizzle-orm';
import { BOOKING_GRACE_MS, type BookingEvent } from '../../../../contract/calls/booking-rules.ts';
import { tidOfUid } from '../../../../contract/ids.ts';
import type { NoticeTemplate } from '../../../../contract/notices/item.ts';
import { account } from '../../../platform/database/account.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { addNotices } from '../../notices/telling/add.ts';
import { announceProfile } from '../../people/notify.ts';
import { enqueuePushes } from '../../push/queue/enqueue.ts';
import type { booking } from '../tables.ts';

/** The columns of a booking that `notifyBooking` needs. */
export type NotifiedBooking = Pick<typeof booking.$inferSelect, 'id' | 'viewer' | 'host' | 'startsAt'>;
type Reader = 'viewer' | 'host';

/** The entry in the notification list for each change of a booking, and its readers: not the side that made the change; none for `keep`. */
const BOOKING_NOTICES: Readonly<
  Record<BookingEvent | 'propose' | 'begin', { to: readonly Reader[]; template: NoticeTemplate }>
> = {
  propose: { to: ['host'], template: 'bookingProposed' },
  accept: { to: ['viewer'], template: 'bookingAccepted' },
  decline: { to: ['viewer'], template: 'bookingOff' },
  expire: { to: ['viewer'], template: 'bookingOff' },
  viewerCancels: { to: ['host'], template: 'bookingOff' },
  hostCancels: { to: ['viewer'], template: 'bookingOff' },
  teamCancels: { to: ['viewer', 'host'], template: 'bookingOff' },
  begin: { to: ['viewer', 'host'], template: 'bookingBegins' },
  keep: { to: [], template: 'bookingOff' },
  viewerMisses: { to: ['viewer', 'host'], template: 'bookingMissed' },
  hostMisses: { to: ['viewer', 'host'], template: 'bookingMissed' },
  bothMiss: { to: ['viewer', 'host'], template: 'bookingMissed' },
};

/**
 * Announces a change of a booking: the sides that BOOKING_NOTICES names get an entry in their notification list and a push, once per booking and
 * change, and the open pages of both sides fetch the bookings.
 */
export async function notifyBooking(
  db: Queries,
  { id, viewer, host, startsAt }: NotifiedBooking,
  event: BookingEvent | 'propose' | 'begin',
  now: number,
): Promise<void> {
  const { to, template } = BOOKING_NOTICES[event];
  const people = to.map((side) => (side === 'viewer' ? { uid: viewer, peer: host } : { uid: host, peer: viewer }));
  const names = await readNames(db, [viewer, host]);
  const key = `booking:${id}:${event}`;
  await addNotices(
    db,
    people.map(({ uid, peer }) => ({
      uid,
      key,
      about: peer,
      content: { template, values: { name: names.get(peer) ?? '' } },
    })),
  );
  const kind = event === 'begin' ? 'bookingBegins' : 'booking';
  const until = event === 'begin' ? startsAt + BOOKING_GRACE_MS : undefined;
  await enqueuePushes(
    db,
    people.map(({ uid, peer }) => ({
      uid,
      kind,
      id: key,
      at: now,
      about: { uid: peer, tid: tidOfUid(peer) },
      ...(until !== undefined && { until }),
    })),
  );
  for (const uid of [viewer, host]) await announceProfile(db, uid, 'own');
}

async function readNames(db: Queries, uids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { uid, nickName } = account;
  const rows = await db
    .select({ uid, nickName })
    .from(account)
    .where(inArray(uid, [...uids]));
  return new Map(rows.map((row) => [row.uid, row.nickName]));
}
