import { sql } from 'drizzle-orm';

/**
 * SQL condition on `posting` and `transfer`: the posting is an earning of a host, by a call, a booking, a gift or media. A refund to a
 * buyer and a voided hold are positive too, but no earnings.
 */
export const isEarning = sql`(posting.amount > 0 and (transfer.kind = 'post' and transfer.subject_type in ('call', 'booking', 'gift', 'media')
  or transfer.kind = 'move' and transfer.subject_type = 'gift'))`;

/** SQL condition: the posting takes an earning back, because the media were revoked later (`settle` in server/domains/media/locks.ts). */
export const isClawback = sql`(posting.amount < 0 and transfer.subject_type = 'reversal' and transfer.operation like 'unlock:%')`;
