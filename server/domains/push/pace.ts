import { sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { ONLINE_PUSHES_PER_DAY, PUSHES_PER_HOUR, PUSHES_PER_MINUTE } from './bounds.ts';
import { pushPace } from './queue/tables.ts';

/**
 * Counts a push about a user who came online, before it is sent to the account `uid`; returns false when the account has had
 * `ONLINE_PUSHES_PER_DAY` today (UTC).
 */
export async function countOnlinePush(db: Pick<Queries, 'execute'>, uid: number, now: number): Promise<boolean> {
  const day = Math.floor(now / DAY_MS);
  const { rowCount } = await db.execute(sql`
    insert into ${pushPace} as pace (uid, minute, in_minute, hour, in_hour, online_day, in_day)
      values (${uid}, 0, 0, 0, 0, ${day}, 1)
    on conflict (uid) do update set online_day = ${day},
      in_day = case when pace.online_day = ${day} then pace.in_day + 1 else 1 end
      where pace.online_day <> ${day} or pace.in_day < ${ONLINE_PUSHES_PER_DAY}`);
  return rowCount !== 0;
}

/**
 * Counts a push of an account, over all processes, before it is sent. Returns 0 when it is allowed now, otherwise the time until the next
 * is allowed, in ms.
 */
export async function countPush(db: Pick<Queries, 'execute'>, uid: number, now: number): Promise<number> {
  const [minute, hour] = [Math.floor(now / MINUTE_MS), Math.floor(now / HOUR_MS)];
  const inMinute = sql`case when pace.minute = ${minute} then pace.in_minute else 0 end`;
  const inHour = sql`case when pace.hour = ${hour} then pace.in_hour else 0 end`;
  const { rowCount } = await db.execute(sql`
    insert into ${pushPace} as pace (uid, minute, in_minute, hour, in_hour) values (${uid}, ${minute}, 1, ${hour}, 1)
    on conflict (uid) do update set
      minute = ${minute}, in_minute = ${inMinute} + 1, hour = ${hour}, in_hour = ${inHour} + 1
      where ${inMinute} < ${PUSHES_PER_MINUTE} and ${inHour} < ${PUSHES_PER_HOUR}`);
  if (rowCount !== 0) return 0;
  const { rows } = await db.execute<{ full: boolean }>(
    sql`select ${inHour} >= ${PUSHES_PER_HOUR} as full from ${pushPace} pace where uid = ${uid}`,
  );
  return rows[0]?.full ? (hour + 1) * HOUR_MS - now : (minute + 1) * MINUTE_MS - now;
}
