import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { CallReason, RejectType } from '../../../../contract/calls/calls.ts';
import {
  CALL_AWAY_AFTER_MS,
  CALL_PICTURE_TIMEOUT_MS,
  CALL_SETUP_TIMEOUT_MS,
} from '../../../../contract/calls/rules.ts';
import { account } from '../../../platform/database/account.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { profile } from '../../people/tables.ts';
import { stoppingRing } from '../../push/queue/enqueue.ts';
import { OURS } from '../../wallet/ledger.ts';
import { wallet } from '../../wallet/tables.ts';
import { endingAway, isMissedFor } from '../away.ts';
import { type Call, callOfRow } from '../call.ts';
import { type Person, type ProfileTexts, shownPerson } from '../people.ts';
import { call as callTable } from '../tables.ts';

/**
 * Actions on a call as one statement each, for the cases of nearly every call: they write what `advance` and the action would.
 * They return undefined in any other case, which is then handled with the row locked.
 */

type Row = typeof callTable.$inferSelect;
type Found = Readonly<Record<string, unknown>>;
/** The requesting user, the full JID of the device, and the time in ms. */
type Asked = { readonly sid: string; readonly uid: number; readonly jid: string; readonly now: number };
/** A call after an action in one statement, with the gems that its caller can spend. */
export type CallAndGems = { readonly call: Call; readonly gems: number };

const late = sql`${CALL_AWAY_AFTER_MS}::bigint`;
const isCalm = (now: number): SQL => sql`call_is_calm(${callTable}, ${now}::bigint, ${late})`;

/** Converts a row that is keyed by column name to one that is keyed by property. */
function readRow(found: Found): Row {
  const columns = Object.entries(getTableColumns(callTable));
  return Object.fromEntries(
    columns.map(([key, column]) => [key, column.mapFromDriverValue(found[column.name])]),
  ) as Row;
}
const readCall = (found: Found): Call => callOfRow(readRow(found));
const withGems = (found: Found | undefined): CallAndGems | undefined =>
  found && { call: readCall(found), gems: Number(found['gems']) };

/**
 * Handles CallCheck in one statement: returns a call that rings for this callee, and its caller; undefined if it does not ring for them
 * any more.
 */
export async function checkRinging(
  db: Queries,
  { sid, uid, now }: Asked,
): Promise<{ readonly call: Call; readonly caller: Person } | undefined> {
  const { rows } = await db.execute<Found & ProfileTexts>(sql`
    select ${callTable}.*, nick_name as "nickName", avatar_url as "avatarUrl", country, lang
    from ${callTable} left join (${account} join ${profile} using (uid)) on ${account.uid} = caller
    where sid = ${sid} and callee = ${uid} and ${callTable.state} = 'ringing' and due_at > ${now}::bigint`);
  const [found] = rows;
  if (found === undefined) return undefined;
  const call = readCall(found);
  return { call, caller: shownPerson(call.caller.uid, found) };
}

/**
 * Handles CallReady in one statement: marks a ringing call as answered by this device of the callee, the first one to do so, and stops
 * its push ringing. Undefined when it does not ring for this user any more.
 */
export async function answerRinging(db: Queries, { sid, uid, jid, now }: Asked): Promise<CallAndGems | undefined> {
  const due = sql`start_time + ${CALL_SETUP_TIMEOUT_MS}`;
  const { rows } = await db.execute<Found>(sql`
    with answered as (
      update ${callTable} set state = 'answered', answer_time = ${now}::bigint, callee_jid = ${jid},
        due_at = least(${due}, ${now + CALL_PICTURE_TIMEOUT_MS}::bigint)
      where sid = ${sid} and callee = ${uid} and state = 'ringing' and ${due} > ${now}::bigint
      returning *, spendable_gems(caller) as gems
    ), quiet as (${stoppingRing(sql`uid = ${uid} and exists (select from answered)`, sid)})
    select * from answered`);
  return withGems(rows[0]);
}

/**
 * Handles SessionSuccess in one statement: records that this device received the other side's picture, the caller's first or the
 * callee's in an answered call. The latter starts the meter and places the hold for the first minute if there is no free time;
 * `started` is then the call. Undefined: the row must be locked.
 */
export async function confirmPicture(
  db: Queries,
  { sid, uid, jid, now }: Asked,
): Promise<{ readonly started?: CallAndGems } | undefined> {
  const at = sql`${now}::bigint`;
  const isTheirs = (side: 'caller' | 'callee') =>
    sql`sid = ${sid} and ${sql.identifier(side)} = ${uid} and ${sql.identifier(`${side}_jid`)} = ${jid} and due_at > ${at}`;
  const { rows } = await db.execute<Record<string, unknown> & { isStarted: boolean; gems: string }>(sql`
    with seen as (
      update ${callTable} set caller_seen = true, caller_loss = 0,
        doubts = case state when 'connected' then jsonb_build_array(jsonb_build_array(caller_proof, ${at})) else doubts end,
        caller_proof = case state when 'connected' then ${at} else caller_proof end,
        caller_beat = case state when 'connected' then ${at} else caller_beat end
      where ${isTheirs('caller')} and not caller_seen
        and (state = 'answered' or state = 'connected' and caller_loss > 0 and doubts = '[]')
      returning *
    ), ready as materialized (
      select * from ${callTable} where ${isTheirs('callee')} and state = 'answered' and silver = 0 for update
    ), held as materialized (
      select ledger_transfer('call:' || sid || ':1', 'hold', 'gems', price, null, array[caller, ${OURS.held}::bigint],
        array[-price, price]::bigint[], 'call', sid) as outcome
      from ready where paid and price > 0 and free_seconds = 0
    ), started as (
      update ${callTable} set state = 'connected', callee_seen = true, connecting_time = ${at}, caller_proof = ${at},
        caller_beat = ${at}, callee_beat = ${at},
        caller_loss = case when ${callTable}.caller_seen then ${callTable}.caller_loss else ${at} end,
        stretches = jsonb_build_array(jsonb_build_array(${at}, null)), minutes = (held.outcome is not null)::int,
        due_at = ${at} + least(${CALL_AWAY_AFTER_MS + 1}::bigint, nullif(${callTable}.free_seconds, 0) * 1000::bigint)
      from ready left join held on true
      where ${callTable}.sid = ready.sid and coalesce(held.outcome, 'done') in ('done', 'known')
      returning ${callTable}.*, coalesce(held.outcome = 'done', false) as took
    )
    select *, false as took, false as "isStarted", 0::bigint as gems from seen
    union all select *, true, spendable_gems(started.caller) - case when took then price else 0 end from started`);
  const [found] = rows;
  if (found === undefined) return undefined;
  const started = found.isStarted ? withGems(found) : undefined;
  return started ? { started } : {};
}

/** A heartbeat with flowing media. `proof`: time of the one before it, if that one is not in the row. */
type SentBeat = { readonly jid: string; readonly at: number; readonly proof?: number };
/** Heartbeats of one call to write with `writeBeats`: at most one for each side. */
export type SentBeats = { readonly sid: string; readonly caller?: SentBeat; readonly callee?: SentBeat };
/**
 * A call whose heartbeats were written. `gems`: the caller's spendable gems, if the caller's heartbeat was written and the call is paid
 * and metered.
 */
export type WrittenBeats = { readonly call: Call; readonly gems: number | undefined };

/**
 * Writes the last heartbeats of calls in which nothing unusual is going on, and returns those calls; a minute may be due in them. The
 * missing ones, also those locked by other transactions, must be locked and advanced. Rows are locked in the order of `sid`.
 */
export async function writeBeats(db: Queries, sent: readonly SentBeats[], now: number): Promise<WrittenBeats[]> {
  const rows = sent.map(({ sid, caller, callee }) => ({
    sid,
    caller_at: caller?.at,
    caller_device: caller?.jid,
    proof: caller?.proof,
    callee_at: callee?.at,
    callee_device: callee?.jid,
  }));
  const callerBeat = sql`case when caller_jid = caller_device then greatest(caller_beat, caller_at) else caller_beat end`;
  const calleeBeat = sql`case when callee_jid = callee_device then greatest(callee_beat, callee_at) else callee_beat end`;
  const { rows: found } = await db.execute<Found>(sql`
    with sent as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (sid text, caller_at bigint, caller_device text,
        proof bigint, callee_at bigint, callee_device text)
    ), calm as materialized (
      select ${callTable}.sid from ${callTable} join sent using (sid)
      where (caller_jid = caller_device or callee_jid = callee_device) and ${isCalm(now)}
      order by sid for update of ${callTable} skip locked
    )
    update ${callTable} set caller_beat = ${callerBeat}, callee_beat = ${calleeBeat},
      caller_proof = case when caller_jid = caller_device then greatest(caller_proof, coalesce(proof, caller_beat)) else caller_proof end,
      due_at = least(call_minute_at(${callTable}), ${callerBeat} + ${late} + 1, ${calleeBeat} + ${late} + 1)
    from calm join sent using (sid) where ${callTable.sid} = calm.sid
    returning ${callTable}.*,
      case when caller_jid = caller_device and price > 0 and paid then spendable_gems(${callTable.caller}) end as gems`);
  return found.map((row) => ({
    call: readCall(row),
    gems: row['gems'] === null ? undefined : Number(row['gems']),
  }));
}

/**
 * Charges the minute that is due in one statement, if nothing else is due and it can be paid; captures earlier minutes that are surely
 * earned. Undefined otherwise: the call must be locked and advanced.
 */
export async function takeMinute(db: Queries, sid: string, now: number): Promise<CallAndGems | undefined> {
  const { rows } = await db.execute<Found>(
    sql`select (taken.changed).*, gems from take_minute(${sid}, ${now}::bigint, ${late}) as taken`,
  );
  return withGems(rows[0]);
}

/**
 * Handles MatchToFlash in one statement: the match continues as a paid call after its free time, if the price is as `shown` and its
 * caller has and may spend the gems of a minute. Undefined otherwise: the row must be locked.
 */
export async function convertMatch(
  db: Queries,
  { sid, uid, now }: Asked,
  shown: number,
): Promise<CallAndGems | undefined> {
  const { rows } = await db.execute<Found>(sql`
    with calm as materialized (
      select sid from ${callTable} where sid = ${sid} and caller = ${uid} and kind = 'match' and not paid and price = ${shown} and ${isCalm(now)}
        and call_minute_at(${callTable}) > ${now}::bigint
        and spending_refusal(caller, 'gems', price, ledger_now()) is null
        and exists (select from ${wallet} where uid = caller and currency = 'gems' and amount >= price)
      for update
    )
    update ${callTable} set paid = true from calm where ${callTable.sid} = calm.sid
    returning ${callTable}.*, spendable_gems(${callTable.caller}) as gems`);
  return withGems(rows[0]);
}

/** Why a user ends a call, for `endForParty`; `cancels`: the request is a CallCancel, which only the caller may send. */
export type CallEnding = { readonly reason: CallReason; readonly rejectType: RejectType; readonly cancels: boolean };

/**
 * Ends a call for one side in one statement and settles it; a missed call is pushed to the callee. `aliveSince` (ms): the allowance of
 * a call that was answered before then, and never connected, is returned. Undefined in unusual cases: the call must be locked and
 * advanced.
 */
export async function endForParty(
  db: Queries,
  { sid, uid, now }: Asked,
  { reason, rejectType, cancels }: CallEnding,
  aliveSince: number,
): Promise<Call | undefined> {
  const { rows } = await db.execute<Found>(sql`
    with ended as materialized (
      select * from end_call(${sid}, ${uid}, ${now}::bigint, ${late}, ${reason}, ${rejectType}, ${cancels}::boolean,
        ${isMissedFor(reason)}::boolean, ${aliveSince}::bigint)
    ), ${endingAway(sid, { uid, now, reason })}
    select ended.* from ended, (select count(*) from announced_away) as told`);
  return rows[0] && readCall(rows[0]);
}
