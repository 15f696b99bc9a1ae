import { sql } from 'drizzle-orm';
import { PAID_MINUTES_RECENT_DAYS } from '../../../../contract/calls/rules.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { anchor } from '../../people/tables.ts';
import { call } from '../tables.ts';

/**
 * Subtracts minutes of calls that ended more than PAID_MINUTES_RECENT_DAYS ago from the anchors' recent minutes, which rank hosts. Run
 * every ten minutes by the leader; `recent`, which this clears, makes each call be subtracted once.
 */
export async function forgetOldMinutes(db: Database, now: number): Promise<void> {
  const before = now - PAID_MINUTES_RECENT_DAYS * DAY_MS;
  await db.execute(sql`
    with old as (
      update ${call} set recent = false where recent and end_time < ${before} returning callee, posted
    ), sums as (select callee, sum(posted)::int as minutes from old group by callee)
    update ${anchor} set paid_minutes_recent = greatest(0, ${anchor.paidMinutesRecent} - sums.minutes)
    from sums where ${anchor.uid} = sums.callee`);
}
