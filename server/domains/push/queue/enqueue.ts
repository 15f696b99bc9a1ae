import { type SQL, sql } from 'drizzle-orm';
import { PUSH_RULES, type PushKind, type PushSubject } from '../../../../contract/push/kinds.ts';
import { SHOWN_IDS_PER_TAG } from '../../../../contract/push/rules.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { serverNow } from '../../../platform/database/server-now.ts';
import {
  PUSH_DISTANCE_MS,
  PUSH_FAR_DISTANCE_MS,
  PUSH_PACE_FORGOTTEN_MS,
  PUSHES_CLOSE,
  RINGS_UNANSWERED_MAX,
} from './bounds.ts';
import { closedHost, pushJob, pushToken } from './tables.ts';

/**
 * PostgreSQL notification channel on which queueing announces when a push is due (ms since the epoch); the senders of all processes wake
 * then.
 */
export const PUSH_DUE = 'push_due';

/** An event that an account is notified of by push while its app is closed. Events with the same `id` are the same event. */
export type AwayEvent = {
  readonly uid: number;
  readonly kind: PushKind;
  readonly id: string;
  /** Server time in ms since the epoch. */
  readonly at: number;
  readonly about: PushSubject;
  /** When the event expires; by default after the time of its kind. */
  readonly until?: number;
  /** How long further events are collected before the push; by default the time of the kind. */
  readonly dueInMs?: number;
};

/** One row that `enqueuePushes` passes to its statement; the field names are the columns that the SQL reads. */
type PushEventRow = {
  readonly uid: number;
  readonly tag: string;
  readonly kind: PushKind;
  readonly about: PushSubject;
  readonly ids: readonly string[];
  readonly at: number;
  readonly gathered: number;
  readonly until: number;
};

/** Combines the events of each notification into one row, because a statement must not update a row twice. */
function gathered(events: readonly AwayEvent[]): PushEventRow[] {
  const rows = new Map<string, PushEventRow>();
  for (const { uid, kind, id, at, about, until, dueInMs } of events) {
    const { tag: tagOf, gatheredForMs, keptForMs } = PUSH_RULES[kind];
    const tag = tagOf(about);
    const key = `${uid} ${tag}`;
    const before = rows.get(key);
    const ids = [...(before?.ids ?? []).filter((known) => known !== id), id].slice(-SHOWN_IDS_PER_TAG);
    rows.set(key, {
      uid,
      tag,
      kind,
      about: before?.about.asked && !about.asked ? before.about : about,
      ids,
      at,
      gathered: dueInMs ?? gatheredForMs,
      until: until ?? at + keptForMs,
    });
  }
  return [...rows.values()].toSorted((one, other) => one.uid - other.uid || (one.tag < other.tag ? -1 : 1));
}

const ms = (value: number) => sql`${value} * interval '1 ms'`;
const RINGS = sql`excluded.kind in ('call', 'callback')`;
const FRESH = sql`array(select id from unnest(excluded.ids) with ordinality one(id, place) where id <> all(job.ids) order by place)`;
const ALL = sql`job.ids || ${FRESH}`;
/** The subject of the push: one that the user asked for, and that is still to be sent, is not replaced by one without a request. */
const KEPT_ABOUT = sql`case when job.due_at is not null and job.about ->> 'asked' = 'true'
  and excluded.about ->> 'asked' is distinct from 'true' then job.about else excluded.about end`;
/** When the next push is due, by the pace of the row: see bounds.ts. */
const PACED = sql`greatest(excluded.due_at, case
  when job.pushes = 0 or job.pushed_at is null or job.pushed_at < ${serverNow} - ${ms(PUSH_PACE_FORGOTTEN_MS)} then excluded.due_at
  when job.pushes < ${PUSHES_CLOSE} then job.pushed_at + ${ms(PUSH_DISTANCE_MS)}
  else job.pushed_at + ${ms(PUSH_FAR_DISTANCE_MS)} end)`;

/**
 * Queues events for a push to all devices of their accounts, once the transaction is committed; the push is skipped if the user is active
 * in the app when it is due. For an account without a device it costs one index lookup; a known event changes nothing.
 */
export async function enqueuePushes(db: Pick<Queries, 'execute'>, events: readonly AwayEvent[]): Promise<void> {
  if (events.length === 0) return;
  const eventsSql = sql`select * from jsonb_to_recordset(${JSON.stringify(gathered(events))}::jsonb) as told(uid bigint, tag text,
    kind text, about jsonb, ids text[], at bigint, gathered int, "until" bigint)`;
  const rows = sql`${eventsSql} where exists (select from ${pushToken} where ${pushToken.uid} = told.uid)`;
  await db.execute(sql`with ${writing(rows)} select count(*) from announced_away`);
}

/** Queues one event for all accounts that have a push subscription, for an official message to all; the `uid` of the event is ignored. */
export async function enqueuePushToAll(db: Pick<Queries, 'execute'>, event: AwayEvent): Promise<void> {
  const eventsJson = JSON.stringify(gathered([event]));
  const rows = sql`select people.uid, tag, kind, about, ids, at, gathered, "until" from jsonb_to_recordset(${eventsJson}::jsonb) as told(
      tag text, kind text, about jsonb, ids text[], at bigint, gathered int, "until" bigint),
      (select distinct ${pushToken.uid} as uid from ${pushToken}) people order by people.uid`;
  await db.execute(sql`with ${writing(rows)} select count(*) from announced_away`);
}

const writing = (rowsSql: SQL): SQL =>
  sql`told_away as (
      insert into ${pushJob} as job (uid, tag, kind, about, ids, n, at, due_at, expires_at)
      select uid, tag, kind, about, ids, cardinality(ids), to_timestamp(at / 1000.0), ${serverNow} + gathered * interval '1 ms',
        to_timestamp("until" / 1000.0)
      from (${rowsSql}) told
      on conflict (uid, tag) do update set
        kind = excluded.kind, about = ${KEPT_ABOUT}, at = excluded.at,
        ids = (${ALL})[greatest(cardinality(${ALL}) - ${SHOWN_IDS_PER_TAG - 1}::int, 1):],
        n = case when ${RINGS} then 1 else job.n + cardinality(${FRESH}) end,
        due_at = case when ${RINGS} then excluded.due_at
          when job.sending is not null and job.due_at > ${serverNow} then job.due_at
          else least(job.due_at, ${PACED}) end,
        expires_at = case when ${RINGS} then excluded.expires_at else greatest(job.expires_at, excluded.expires_at) end,
        revision = job.revision + 1, sending = case when ${RINGS} then null else job.sending end,
        tries = 0, left_sessions = null, pushes = case when ${RINGS} then 0 else job.pushes end, is_gone = false
        where cardinality(${FRESH}) > 0
      returning due_at
    ), announced_away as materialized (
      select pg_notify(${PUSH_DUE}, floor(extract(epoch from min(due_at)) * 1000)::bigint::text)
      from told_away having min(due_at) is not null
    )`;

/**
 * A notification (`tag`) of an account whose subject the user has seen on one of the devices. With `event`, the notification counts as seen
 * only if it is about nothing but this event, such as a message that its sender has deleted.
 */
export type SeenTag = { readonly uid: number; readonly tag: string; readonly event?: string };

/**
 * Cancels pending pushes of notifications whose subject the user has seen, and marks shown ones to be closed. The ids are retained, so
 * that a message that is sent again does not count as new.
 */
export async function cancelSeenPushes(db: Pick<Queries, 'execute'>, looked: readonly SeenTag[]): Promise<void> {
  if (looked.length === 0) return;
  const seen = sql`jsonb_to_recordset(${JSON.stringify(looked)}::jsonb) as seen(uid bigint, tag text, event text)`;
  await db.execute(sql`
    with locked as materialized (
      select job.uid, job.tag from ${pushJob} job
      where job.n > 0 and exists (select from ${seen} where seen.uid = job.uid and seen.tag = job.tag
        and (seen.event is null or (job.n = 1 and job.ids[cardinality(job.ids)] = seen.event)))
      order by job.uid, job.tag for update of job
    )
    update ${pushJob} job set n = 0, due_at = null, sending = null, tries = 0, left_sessions = null,
      is_gone = job.is_gone or job.pushes > 0, pushes = 0
    from locked where job.uid = locked.uid and job.tag = locked.tag`);
}

/** Cancels the push of a call that was answered or has ended, so that it does not ring again. */
export async function stopRinging(db: Pick<Queries, 'execute'>, uid: number, sid: string): Promise<void> {
  await db.execute(deleteRing(uid, sid));
}

const deleteRing = (uid: number, sid: string): SQL =>
  sql`delete from ${pushJob} where uid = ${uid} and tag = ${PUSH_RULES.call.tag()} and about ->> 'sid' = ${sid}`;

/**
 * Called when a push service has accepted a push that closes the account's notifications of these conversations: later pushes then no
 * longer close them.
 */
export async function forgetClosedThreads(
  db: Pick<Queries, 'execute'>,
  uid: number,
  tids: readonly string[],
): Promise<void> {
  const tags = tids.map((tid) => PUSH_RULES.message.tag({ tid }));
  await db.execute(
    sql`update ${pushJob} set is_gone = false where uid = ${uid} and tag = any(${sql.param(tags)}::text[])`,
  );
}

/**
 * Called when a call ends: cancels its push, and counts the call if the callee is a host whose app is closed. After `RINGS_UNANSWERED_MAX`
 * missed calls in a row (`isMissed`) the host cannot be called until they return; a call that was not missed resets the count.
 */
export async function endRing(
  db: Pick<Queries, 'execute'>,
  uid: number,
  sid: string,
  isMissed: boolean,
): Promise<void> {
  await db.execute(
    isMissed
      ? sql`with ring as (${deleteRing(uid, sid)}), gone as (
          delete from ${closedHost} where uid = ${uid} and unanswered + 1 >= ${RINGS_UNANSWERED_MAX}
        )
        update ${closedHost} set unanswered = unanswered + 1 where uid = ${uid} and unanswered + 1 < ${RINGS_UNANSWERED_MAX}`
      : sql`with ring as (${deleteRing(uid, sid)})
        update ${closedHost} set unanswered = 0 where uid = ${uid} and unanswered > 0`,
  );
}
