import { sql } from 'drizzle-orm';
import { EARLY_ENDS_DAYS, EARLY_ENDS_LEAST, EARLY_ENDS_LEAST_PERCENT } from '../../../contract/calls/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { call } from './tables.ts';

/** A host whose calls end too soon: fair starts, those of them that the host ended, and all connected calls with a price per minute. */
type EarlyEnds = {
  readonly uid: number;
  readonly fairStarts: number;
  readonly endedByHost: number;
  readonly calls: number;
};

/**
 * The hosts of whose connected calls with a price, in the last EARLY_ENDS_DAYS, at least EARLY_ENDS_LEAST and at least
 * EARLY_ENDS_LEAST_PERCENT ended in their fair start, most first. The operator page lists them, because the picture may be missing or be
 * another one than shown.
 */
export async function listEarlyEnds(db: Queries, now: number, limit: number): Promise<readonly EarlyEnds[]> {
  const since = now - EARLY_ENDS_DAYS * DAY_MS;
  const { rows } = await db.execute<{ uid: string; fair_starts: number; ended_by_host: number; calls: number }>(sql`
    select early.*, own.calls from (
      select callee as uid, count(*)::int as fair_starts, count(*) filter (where fair_start = 'callee')::int as ended_by_host
      from ${call} where fair_start <> '' and end_time > ${since}::bigint
      group by callee having count(*) >= ${EARLY_ENDS_LEAST}::int
    ) early cross join lateral (
      select count(*)::int as calls from ${call}
      where callee = early.uid and settled_at > ${since}::bigint and connecting_time > 0 and price > 0
    ) own
    where fair_starts * 100 >= own.calls * ${EARLY_ENDS_LEAST_PERCENT}::int
    order by fair_starts desc, uid desc limit ${limit}::int`);
  return rows.map(({ uid, fair_starts: fairStarts, ended_by_host: endedByHost, calls }) => ({
    uid: Number(uid),
    fairStarts,
    endedByHost,
    calls,
  }));
}
