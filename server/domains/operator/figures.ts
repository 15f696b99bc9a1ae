import { sql } from 'drizzle-orm';
import type { Money } from '../../../contract/payments/money.ts';
import type { Queries } from '../../platform/database/connect.ts';

/** Days that the figures list, today included. */
const FIGURE_DAYS = 7;

/** Figures of one day in UTC. */
type DayFigures = {
  /** The day, such as `2026-12-01`. */
  readonly day: string;
  readonly calls: number;
  /** Calls that the callee answered, and those of them that had a connection. */
  readonly answered: number;
  readonly connected: number;
  /** Paid orders, and money that was sent back to payers, each by currency. */
  readonly sales: readonly Money[];
  readonly refunds: readonly Money[];
};

/** The figures of the operator page: users online, running calls and due payouts; and calls, sales and refunds of the last seven days. */
export type Figures = {
  /** Accounts with an open stream; streams of headless sessions do not count. */
  readonly online: number;
  readonly callsNow: number;
  /** Payouts that are requested or approved. */
  readonly payoutsDue: number;
  readonly due: readonly Money[];
  /** The figures by day, the newest first. */
  readonly days: readonly DayFigures[];
};

type SumRow = { minor: string; currency: Money['currency'] };
type DaySumRow = SumRow & { day: string };

const sumsOf = (rows: readonly DaySumRow[], day: string): Money[] =>
  rows.filter((row) => row.day === day).map(({ minor, currency }) => ({ amountMinor: Number(minor), currency }));

/** Reads the figures from the tables of calls, orders, reversals and payouts, so that they equal what the other pages show. */
export async function readFigures(db: Queries): Promise<Figures> {
  const from = sql`(date_trunc('day', now() at time zone 'utc') - make_interval(days => ${FIGURE_DAYS - 1}))`;
  const dayOf = (moment: ReturnType<typeof sql>) => sql`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD')`;
  const { rows: present } = await db.execute<{ online: number; calls: number; payouts: number }>(sql`
    select (select count(distinct uid)::int from online_stream where not brief) as online,
      (select count(*)::int from call where state <> 'ended') as calls,
      (select count(*)::int from payout where state in ('requested', 'approved')) as payouts`);
  const { rows: due } = await db.execute<SumRow>(sql`
    select sum(amount_minor) as minor, currency from payout where state in ('requested', 'approved')
    group by currency order by currency`);
  const { rows: calls } = await db.execute<{ day: string; calls: number; answered: number; connected: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, count(call.sid)::int as calls,
      (count(*) filter (where call.answer_time > 0))::int as answered,
      (count(*) filter (where call.answer_time > 0 and (call.seconds > 0 or call.state = 'connected')))::int as connected
    from generate_series(${from}, now() at time zone 'utc', interval '1 day') as day
      left join call on call.start_time >= extract(epoch from day at time zone 'utc') * 1000
        and call.start_time < extract(epoch from (day + interval '1 day') at time zone 'utc') * 1000
    group by day order by day desc`);
  const { rows: sales } = await db.execute<DaySumRow>(sql`
    select ${dayOf(sql`paid_at`)} as day, sum(amount_minor) as minor, currency from payment_order
    where state = 'paid' and paid_at >= ${from} at time zone 'utc' group by 1, currency order by currency`);
  const { rows: refunds } = await db.execute<DaySumRow>(sql`
    select ${dayOf(sql`reversal.created_at`)} as day, sum(reversal.amount_minor) as minor, payment_order.currency
    from reversal join payment_order on payment_order.id = reversal.order_id
    where (reversal.kind = 'refund' and reversal.state = 'done' or reversal.kind = 'dispute' and reversal.state = 'lost')
      and reversal.created_at >= ${from} at time zone 'utc'
    group by 1, payment_order.currency order by payment_order.currency`);
  return {
    online: present[0]?.online ?? 0,
    callsNow: present[0]?.calls ?? 0,
    payoutsDue: present[0]?.payouts ?? 0,
    due: due.map(({ minor, currency }) => ({ amountMinor: Number(minor), currency })),
    days: calls.map((row) => ({ ...row, sales: sumsOf(sales, row.day), refunds: sumsOf(refunds, row.day) })),
  };
}
