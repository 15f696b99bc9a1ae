import { desc, eq, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { MESSAGE_MAX_CHARS } from '../../../../contract/chat/rules.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { isInBookedCall } from '../../calls/bookings/bookings.ts';
import { type BookingRow, lockBooking, settleBooking } from '../../calls/bookings/settle.ts';
import { lockUsers } from '../../calls/store.ts';
import { booking } from '../../calls/tables.ts';
import { enqueueOfficialMessage } from '../../chat/service-outbox/enqueue.ts';
import { act, Refused } from '../act.ts';
import { bookingId, uid as uidField, words } from '../fields.ts';

const LISTED = 50;

const idLabel = { label: 'Booked call', hint: 'its id' } as const;
const timeOf = (ms: number) => (ms === 0 ? 'no' : new Date(ms).toISOString());
const shown = ({ id, state, viewer, host, startsAt, minutes }: BookingRow) =>
  `${id} ${state}: ${timeOf(startsAt)}, ${minutes} min, viewer ${viewer}, host ${host}`;

async function needBooking(db: Queries, id: string): Promise<BookingRow> {
  const [found] = await db.select().from(booking).where(eq(booking.id, id));
  if (!found) throw new Refused(`there is no booked call ${id}`);
  return found;
}

const list = act({
  name: 'bookings',
  title: 'Find booked calls',
  about: `The open ones first, then the newest, up to ${LISTED}: of all, or of one viewer or host.`,
  kind: 'look',
  where: 'everywhere',
  entries: { uid: v.optional(uidField) },
  fields: { uid: { label: 'Account', hint: 'its number; those of all if empty' } },
  async run(tx, { uid }) {
    const rows = await tx
      .select()
      .from(booking)
      .where(uid === undefined ? undefined : or(eq(booking.viewer, uid), eq(booking.host, uid)))
      .orderBy(sql`(${booking.settledAt} = 0) desc`, desc(booking.proposedAt), booking.id)
      .limit(LISTED);
    const lines = rows.map((row) => ({ text: shown(row), next: 'booking', given: { id: row.id } }));
    return { lines: lines.length > 0 ? lines : ['there is no booked call'] };
  },
});

const show = act({
  name: 'booking',
  title: 'Show a booked call',
  about: 'Its terms and times, who came, and the gems of each minute in the ledger: held, paid or given back.',
  kind: 'look',
  where: 'everywhere',
  entries: { id: bookingId },
  fields: { id: idLabel },
  async run(tx, { id }) {
    const row = await needBooking(tx, id);
    const { rows } = await tx.execute<{ state: string; minutes: number; gems: string }>(sql`
      select coalesce(later.kind, 'held') as state, count(*)::int as minutes, sum(hold.gross) as gems
      from transfer as hold left join transfer as later on later.settles = hold.id
      where hold.kind = 'hold' and hold.subject_type = 'booking' and hold.subject_id = ${id} group by 1 order by 1`);
    const words: Readonly<Record<string, string>> = { held: 'held', post: 'paid', void: 'given back' };
    return {
      lines: [
        shown(row),
        `${row.price} gems a minute, host's share ${row.sharePercent} %, minimum ${row.minimumMinutes} min`,
        `proposed: ${timeOf(row.proposedAt)}, answer until ${timeOf(row.expiresAt)}`,
        `call: ${timeOf(row.startsAt)} to ${timeOf(row.startsAt + row.minutes * MINUTE_MS)}`,
        `came: viewer ${timeOf(row.viewerCame)}, host ${timeOf(row.hostCame)}`,
        `ended: ${timeOf(row.settledAt)}, ${row.charged} min charged`,
        ...rows.map(({ state, minutes, gems }) => `${minutes} min, ${gems} gems: ${words[state] ?? state}`),
      ],
      about: { id, uid: String(row.viewer), to: String(row.viewer) },
    };
  },
});

const cancel = act({
  name: 'booking cancel',
  title: 'Cancel a booked call',
  about: 'All held gems go back to the viewer, and both read your message. Not while the two are in the call.',
  kind: 'change',
  where: 'everywhere',
  entries: { id: bookingId, words: words(MESSAGE_MAX_CHARS) },
  fields: { id: idLabel, words: { label: 'Message to both', hint: 'says why', shape: 'text' } },
  async run(tx, { id, words: message }) {
    const { viewer, host } = await needBooking(tx, id);
    await lockUsers(tx, [viewer, host]);
    const row = await lockBooking(tx, id);
    if (!row || row.settledAt > 0) throw new Refused(`${id} is over`);
    if (await isInBookedCall(tx, row)) throw new Refused(`${id} takes place now`);
    await settleBooking(tx, row, 'teamCancels', Date.now());
    for (const uid of [viewer, host]) await enqueueOfficialMessage(tx, uid, message);
    return {
      lines: [
        `${id} is cancelled: ${row.minutes * row.price} gems go back to ${viewer}`,
        `to ${viewer} and ${host}: ${message}`,
      ],
      about: { id, uid: String(viewer), to: String(viewer) },
    };
  },
});

/** Actions on booked calls: find, show, cancel. */
export const BOOKING_ACTS = [list, show, cancel] as const;
