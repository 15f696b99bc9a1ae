import { and, eq, getTableColumns, inArray, lte, ne, or, sql } from 'drizzle-orm';
import { CALL_AWAY_AFTER_MS, CALL_PICTURE_TIMEOUT_MS, CALL_SETUP_TIMEOUT_MS } from '../../contract/calls/rules.ts';
import type { Queries, Transaction } from '../database/connect.ts';
import { OURS } from '../wallet/ledger.ts';
import { type Call, callOfRow, rowOfCall } from './call.ts';
import { call as callTable } from './tables.ts';

type Row = typeof callTable.$inferSelect;

export async function findCall(db: Queries, sid: string): Promise<Call | undefined> {
  const [row] = await db.select().from(callTable).where(eq(callTable.sid, sid));
  return row && callOfRow(row);
}

/** Locks a call until the end of the transaction, so that its steps run one after the other. */
export async function lockCall(tx: Transaction, sid: string): Promise<Call | undefined> {
  const [row] = await tx.select().from(callTable).where(eq(callTable.sid, sid)).for('update');
  return row && callOfRow(row);
}

/**
 * Marks a call that rings as answered by this device of the callee, in one statement: of several devices the first one
 * wins. Undefined where it does not ring for them any more. `gems`: those that the caller can spend.
 */
export async function answerRinging(
  db: Queries,
  { sid, uid, jid, now }: { readonly sid: string; readonly uid: number; readonly jid: string; readonly now: number },
): Promise<{ readonly call: Call; readonly gems: number } | undefined> {
  const due = sql`${callTable.startTime} + ${CALL_SETUP_TIMEOUT_MS}`;
  const [found] = await db
    .update(callTable)
    .set({
      state: 'answered',
      answerTime: now,
      calleeJid: jid,
      dueAt: sql`least(${due}, ${now + CALL_PICTURE_TIMEOUT_MS}::bigint)`,
    })
    .where(
      and(
        ...[eq(callTable.sid, sid), eq(callTable.callee, uid), eq(callTable.state, 'ringing')],
        sql`${due} > ${now}::bigint`,
      ),
    )
    .returning({
      row: getTableColumns(callTable),
      gems: sql`spendable_gems(${callTable.caller})`.mapWith(Number),
    });
  return found && { call: callOfRow(found.row), gems: found.gems };
}

/**
 * Records that this device shows the other side's picture, in one statement, in the two cases of nearly every call: the caller's
 * first picture, and the callee's in an answered call, which starts the meter and holds the first minute where no free time comes
 * before it. Both write what `confirmMedia` and `advance` would. Undefined in any other case, as where silver was held or
 * something is due: those decide then, with the call locked. `started`: by the callee; `gems`: what the caller can spend yet.
 */
export async function confirmPicture(
  db: Queries,
  { sid, uid, jid, now }: { readonly sid: string; readonly uid: number; readonly jid: string; readonly now: number },
): Promise<{ readonly started?: { readonly call: Call; readonly gems: number } } | undefined> {
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
  return found.isStarted ? { started: { call: callOfRow(readRow(found)), gems: Number(found.gems) } } : {};
}

/** A row whose columns have the names of the table. */
function readRow(found: Readonly<Record<string, unknown>>): Row {
  const columns = Object.entries(getTableColumns(callTable));
  return Object.fromEntries(
    columns.map(([key, column]) => [key, column.mapFromDriverValue(found[column.name])]),
  ) as Row;
}

/** Writes the changed columns. */
export async function saveCall(tx: Transaction, before: Call, after: Call): Promise<void> {
  const [was, is] = [rowOfCall(before), rowOfCall(after)];
  const changed = (Object.keys(is) as (keyof Row)[]).filter((key) => was[key] !== is[key]);
  if (changed.length === 0) return;
  const set: Partial<Row> = Object.fromEntries(changed.map((key) => [key, is[key]]));
  await tx.update(callTable).set(set).where(eq(callTable.sid, is.sid));
}

const isLive = ne(callTable.state, 'ended');

/** The live calls that one of these people is in. */
export async function liveCallsOf(db: Queries, uids: readonly number[]) {
  if (uids.length === 0) return [];
  const people = [...uids];
  return db
    .select({ sid: callTable.sid, caller: callTable.caller, callee: callTable.callee })
    .from(callTable)
    .where(and(isLive, or(inArray(callTable.caller, people), inArray(callTable.callee, people))));
}

/** Those of them who are in a call: `BusyAmong` of the presence. */
export async function busyAmong(db: Queries, uids: readonly number[]): Promise<ReadonlySet<number>> {
  const calls = await liveCallsOf(db, uids);
  return new Set(calls.flatMap(({ caller, callee }) => [caller, callee]));
}

/** Those of these calls that nobody has answered yet. */
export async function ringingAmong(db: Queries, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ sid: callTable.sid })
    .from(callTable)
    .where(and(inArray(callTable.sid, [...sids]), eq(callTable.state, 'ringing')));
  return new Set(rows.map(({ sid }) => sid));
}

/** The sids of live calls that are to be looked at by now. */
export async function dueCalls(db: Queries, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ sid: callTable.sid })
    .from(callTable)
    .where(and(isLive, lte(callTable.dueAt, now)))
    .orderBy(callTable.dueAt)
    .limit(limit);
  return rows.map(({ sid }) => sid);
}
