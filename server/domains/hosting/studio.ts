import { sql } from 'drizzle-orm';
import type { RatingReason } from '../../../contract/calls/calls.ts';
import { RATINGS_SHOWN_FROM, STUDIO_DAYS, type Studio } from '../../../contract/hosting/studio.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { anchor } from '../people/tables.ts';
import { isEarning } from '../wallet/earned.ts';

type Row = Readonly<
  Record<'day' | 'calls' | 'bookings' | 'gifts' | 'media' | 'other' | 'minutes' | 'answered' | 'missed', string>
> & {
  readonly balance: string;
  readonly before: string;
};

/** Average stars that callers gave to the calls of a host, from the sums of the host; null below `RATINGS_SHOWN_FROM` ratings. */
async function readStars(db: Queries, uid: number): Promise<Pick<Studio['rating'], 'stars' | 'count'>> {
  const { rows } = await db.execute<{ stars: string; count: number }>(sql`
    select round(rating_stars::numeric / greatest(rating_count, 1), 1) as stars, rating_count as count
    from ${anchor} where uid = ${uid}`);
  const { stars = '', count = 0 } = rows[0] ?? {};
  return { stars: count < RATINGS_SHOWN_FROM ? null : Number(stars), count };
}

/**
 * Reads the rating of a host for the studio: average and number of ratings, and how many of them name each reason. Below
 * `RATINGS_SHOWN_FROM` ratings only their number.
 */
export async function readRating(db: Queries, uid: number): Promise<Required<Studio['rating']>> {
  const shown = await readStars(db, uid);
  if (shown.stars === null) return { ...shown, reasons: [] };
  const { rows } = await db.execute<{ reason: RatingReason; count: number }>(sql`
    select named.reason, count(*)::int as count
    from call_rating join call on call.sid = call_rating.sid and call.caller = call_rating.uid, unnest(reasons) as named (reason)
    where call.callee = ${uid} group by named.reason order by count desc, named.reason`);
  return { ...shown, reasons: rows };
}

/** The rating of a host as others see it; null below `RATINGS_SHOWN_FROM` ratings. */
export async function shownRating(db: Queries, uid: number): Promise<{ stars: number; count: number } | null> {
  const { stars, count } = await readStars(db, uid);
  return stars === null ? null : { stars, count };
}

/**
 * Reads what the studio shows to a host: balance, changes of the gems and calls (minutes, answered, missed) in each of the last
 * `STUDIO_DAYS` UTC days, and the rating. Balance, days and the balance before them are one statement, so that they always add up. A
 * call is counted on the day on which it was settled.
 */
export async function readStudio(db: Queries, uid: number): Promise<Studio> {
  const { rows } = await db.execute<Row>(sql`
    with span as (
      select utc_day(ledger_now()) - ${STUDIO_DAYS - 1}::int as first, utc_day(ledger_now()) as last
    ), moved as (
      select utc_day(transfer.created_at) as day, sum(posting.amount) as total,
        coalesce(sum(posting.amount) filter (where ${isEarning} and transfer.subject_type = 'call'), 0) as calls,
        coalesce(sum(posting.amount) filter (where ${isEarning} and transfer.subject_type = 'booking'), 0) as bookings,
        coalesce(sum(posting.amount) filter (where ${isEarning} and transfer.subject_type = 'gift'), 0) as gifts,
        coalesce(sum(posting.amount) filter (where ${isEarning} and transfer.subject_type = 'media'), 0) as media
      from posting join transfer on transfer.id = posting.transfer_id
      where posting.uid = ${uid} and posting.currency = 'gems' group by 1
    ), called as (
      select utc_day(to_timestamp(settled_at / 1000.0)) as day, sum(posted) as minutes,
        count(*) filter (where kind <> 'match' and answer_time > 0) as answered,
        count(*) filter (where kind <> 'match' and connecting_time = 0 and answer_time = 0 and reason not in ('decline', 'answeredElsewhere')) as missed
      from call where callee = ${uid} and settled_at > 0 group by 1
    )
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(calls, 0) as calls, coalesce(bookings, 0) as bookings,
      coalesce(gifts, 0) as gifts, coalesce(media, 0) as media, coalesce(total - calls - bookings - gifts - media, 0) as other,
      coalesce(minutes, 0) as minutes, coalesce(answered, 0) as answered, coalesce(missed, 0) as missed,
      (select coalesce(sum(total), 0) from moved) as balance,
      (select coalesce(sum(total), 0) from moved where moved.day < span.first) as before
    from span, lateral (select generate_series(span.first, span.last, interval '1 day')::date as day) as days
      left join moved on moved.day = days.day
      left join called on called.day = days.day
    order by days.day desc`);
  const [{ balance, before } = { balance: '0', before: '0' }] = rows;
  return {
    balance: Number(balance),
    before: Number(before),
    days: rows.map(({ day, ...counts }) => ({
      day,
      calls: Number(counts.calls),
      bookings: Number(counts.bookings),
      gifts: Number(counts.gifts),
      media: Number(counts.media),
      other: Number(counts.other),
      minutes: Number(counts.minutes),
      answered: Number(counts.answered),
      missed: Number(counts.missed),
    })),
    rating: await readRating(db, uid),
  };
}
