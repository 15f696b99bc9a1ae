import { sql } from 'drizzle-orm';
import type { PushKind, PushSubject } from '../../../contract/push/kinds.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { serverNow } from '../../platform/database/server-now.ts';
import { PUSH_LEASE_MS } from './bounds.ts';
import { PUSH_DISTANCE_MS, PUSH_FAR_DISTANCE_MS, PUSHES_CLOSE } from './queue/bounds.ts';
import { pushJob } from './queue/tables.ts';

/** A due push that this process has leased and is sending: all events of one notification of an account. Times in ms since the epoch. */
export type PushJob = {
  readonly uid: number;
  readonly tag: string;
  readonly kind: PushKind;
  readonly about: PushSubject;
  readonly ids: readonly string[];
  readonly n: number;
  readonly at: number;
  readonly expiresAt: number;
  readonly revision: number;
  readonly tries: number;
  readonly left: readonly string[] | null;
  readonly pushes: number;
  readonly pushedAt: number | null;
};

type Row = { [K in keyof PushJob]: unknown } & Record<string, unknown>;
const epoch = (column: string) => sql.raw(`floor(extract(epoch from job.${column}) * 1000)::bigint`);
const orNull = (value: unknown) => (value === null ? null : Number(value));

/** Leases due push jobs to this process for `PUSH_LEASE_MS`, the oldest first. Jobs that another process has leased are not due. */
export async function takeDue(db: Pick<Queries, 'execute'>, limit: number): Promise<PushJob[]> {
  const { rows } = await db.execute<Row>(sql`
    with due as materialized (
      select uid, tag from ${pushJob} where due_at <= ${serverNow} order by due_at limit ${limit} for update skip locked
    )
    update ${pushJob} job set sending = job.revision, due_at = ${serverNow} + ${PUSH_LEASE_MS} * interval '1 ms'
    from due where job.uid = due.uid and job.tag = due.tag
    returning job.uid, job.tag, job.kind, job.about, job.ids, job.n, ${epoch('at')} as at,
      ${epoch('expires_at')} as "expiresAt", job.revision, job.tries, job.left_sessions as left, job.pushes,
      ${epoch('pushed_at')} as "pushedAt"`);
  return rows.map(
    (row) =>
      ({
        ...row,
        uid: Number(row.uid),
        at: Number(row.at),
        expiresAt: Number(row.expiresAt),
        pushedAt: orNull(row.pushedAt),
      }) as PushJob,
  );
}

/** Returns when the next push job is due, in ms since the epoch, for the timer of the sender; undefined when there is none. */
export async function nextDue(db: Pick<Queries, 'execute'>): Promise<number | undefined> {
  const { rows } = await db.execute<{ due: string | null }>(
    sql`select floor(extract(epoch from min(due_at)) * 1000)::bigint as due from ${pushJob} where due_at is not null`,
  );
  return rows[0]?.due == null ? undefined : Number(rows[0].due);
}

/** The outcome of a push job after an attempt: whether it was pushed, and when it is due again, for which sessions (`left`; null: all). */
export type PushOutcome = {
  readonly isPushed: boolean;
  readonly tries: number;
  readonly left: readonly string[] | null;
  /** When the job is due again, in ms from now; null for never. */
  readonly againInMs: number | null;
};

/**
 * Writes the outcome of a push job and ends its lease. If new events arrived while it was sent, it is due again for all devices, at the
 * pace of its row. Does nothing when the job was completed, or taken by another process.
 */
export async function saveOutcome(db: Pick<Queries, 'execute'>, job: PushJob, outcome: PushOutcome): Promise<void> {
  const { isPushed, tries, left, againInMs } = outcome;
  const pushes = sql`(job.pushes + ${isPushed ? 1 : 0})`;
  const paced = sql`${serverNow} + case when ${!isPushed} then 0 when ${pushes} < ${PUSHES_CLOSE} then ${PUSH_DISTANCE_MS}
    else ${PUSH_FAR_DISTANCE_MS} end * interval '1 ms'`;
  await db.execute(sql`
    update ${pushJob} job set sending = null, pushes = ${pushes},
      pushed_at = case when ${isPushed} then ${serverNow} else job.pushed_at end,
      due_at = case when job.revision > ${job.revision} then ${paced}
        when ${againInMs}::bigint is null then null else ${serverNow} + ${againInMs}::bigint * interval '1 ms' end,
      tries = case when job.revision > ${job.revision} then 0 else ${tries} end,
      left_sessions = case when job.revision > ${job.revision} then null else ${left === null ? null : sql.param([...left])}::text[] end
    where job.uid = ${job.uid} and job.tag = ${job.tag} and job.sending = ${job.revision}`);
}
