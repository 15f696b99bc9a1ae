import { and, eq, sql } from 'drizzle-orm';
import type { PayoutStatement } from '../../../../contract/hosting/payouts.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { isEarning } from '../../wallet/earned.ts';
import { payout } from '../tables.ts';
import { payeeOf } from './account.ts';

type Sums = Readonly<
  Record<'from_ms' | 'before' | 'after' | 'calls' | 'bookings' | 'gifts' | 'media' | 'total', string>
>;

/**
 * Reads the statement of a host's payout from the ledger: the postings after the hold of the payout before it, up to its own hold.
 * Undefined if the host has no such payout.
 */
export async function readStatement(db: Queries, uid: number, id: string): Promise<PayoutStatement | undefined> {
  const [found] = await db
    .select()
    .from(payout)
    .where(and(eq(payout.id, id), eq(payout.uid, uid)));
  if (!found) return undefined;
  const { rows } = await db.execute<Sums>(sql`
    with held as (
      select posting.id, posting."after", transfer.created_at as at, transfer.subject_id
      from posting join transfer on transfer.id = posting.transfer_id
      where posting.uid = ${uid} and transfer.kind = 'hold' and transfer.subject_type = 'payout'
    ), own as (select * from held where subject_id = ${id}
    ), earlier as (select * from held where id < (select id from own) order by id desc limit 1
    ), moved as (
      select posting.amount, transfer.subject_type as source, ${isEarning} as earned
      from posting join transfer on transfer.id = posting.transfer_id
      where posting.uid = ${uid} and posting.currency = 'gems'
        and posting.id > coalesce((select id from earlier), 0) and posting.id < (select id from own)
    )
    select coalesce((select extract(epoch from at) * 1000 from earlier), 0)::bigint as from_ms,
      coalesce((select "after" from earlier), 0) as before, (select "after" from own) as after,
      coalesce(sum(amount) filter (where earned and source = 'call'), 0) as calls,
      coalesce(sum(amount) filter (where earned and source = 'booking'), 0) as bookings,
      coalesce(sum(amount) filter (where earned and source = 'gift'), 0) as gifts,
      coalesce(sum(amount) filter (where earned and source = 'media'), 0) as media,
      coalesce(sum(amount), 0) as total
    from moved`);
  const [sums] = rows;
  if (!sums) throw new Error('The ledger did not answer');
  const calls = Number(sums.calls);
  const bookings = Number(sums.bookings);
  const gifts = Number(sums.gifts);
  const media = Number(sums.media);
  const { holder, last4 } = await payeeOf(db, found);
  const { gems, amountMinor, currency, state, requestedAt, stateAt, reference } = found;
  return {
    id,
    gems,
    money: { amountMinor, currency },
    holder,
    last4,
    state,
    requestedAt: requestedAt.getTime(),
    stateAt: stateAt.getTime(),
    reference,
    from: Number(sums.from_ms),
    before: Number(sums.before),
    calls,
    bookings,
    gifts,
    media,
    other: Number(sums.total) - calls - bookings - gifts - media,
    after: Number(sums.after),
  };
}
