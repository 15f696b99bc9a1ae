import { and, eq, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { type Call, callOfRow, rowOfCall } from './call.ts';
import { call as callTable } from './tables.ts';

type Row = typeof callTable.$inferSelect;
/** A call, and the gems that its caller can spend. */
export type CallAndGems = { readonly call: Call; readonly gems: number };

/** Namespace of the advisory locks on the users of calls. */
const CALL_USER_LOCKS = 4_600_005;

/** Reads a call without a lock, to relay a signal or to store a rating; undefined if there is none. */
export async function findCall(db: Queries, sid: string): Promise<Call | undefined> {
  const [row] = await db.select().from(callTable).where(eq(callTable.sid, sid));
  return row && callOfRow(row);
}

/** Reads and locks a call until the end of the transaction, so that its changes are serialized; undefined if there is none. */
export async function lockCall(tx: Transaction, sid: string): Promise<Call | undefined> {
  const [row] = await tx.select().from(callTable).where(eq(callTable.sid, sid)).for('update');
  return row && callOfRow(row);
}

/**
 * Locks these users until the end of the transaction that creates a call between them, so that each user is in at most one call; or that
 * changes a booking of them, so that no call begins meanwhile. Taken before any other lock of the transaction, always in the same order.
 */
export async function lockUsers(tx: Transaction, uids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(${CALL_USER_LOCKS}::int, key)
    from (select distinct hashtext(uid::text) as key from unnest(${sql.param([...uids])}::bigint[]) uid order by key) keys`);
}

/**
 * Reads and locks these calls, in the order of `sid`, except those that another transaction has locked. `gems`: what the caller of a
 * call that is charged per minute can spend, otherwise 0.
 */
export async function lockFreeCalls(tx: Transaction, sids: readonly string[]): Promise<CallAndGems[]> {
  const { price, paid, caller } = callTable;
  const rows = await tx
    .select({
      row: callTable,
      gems: sql<string>`case when ${price} > 0 and ${paid} then spendable_gems(${caller}) else 0 end`.mapWith(Number),
    })
    .from(callTable)
    .where(inArray(callTable.sid, [...sids]))
    .orderBy(callTable.sid)
    .for('update', { skipLocked: true });
  return rows.map(({ row, gems }) => ({ call: callOfRow(row), gems }));
}

/** Writes the times of the last heartbeats of locked calls, and when they are due, in one statement. */
export async function saveHeartbeats(tx: Transaction, calls: readonly Call[]): Promise<void> {
  if (calls.length === 0) return;
  const rows = calls.map(({ sid, caller, callee, callerProof, dueAt }) => ({
    sid,
    caller_beat: caller.beat,
    callee_beat: callee.beat,
    caller_proof: callerProof,
    due_at: dueAt,
  }));
  await tx.execute(sql`
    update ${callTable} set caller_beat = sent.caller_beat, callee_beat = sent.callee_beat, caller_proof = sent.caller_proof,
      due_at = sent.due_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as sent (sid text, caller_beat bigint, callee_beat bigint, caller_proof bigint, due_at bigint)
    where ${callTable.sid} = sent.sid`);
}

/** Writes the columns that differ between `before` and `after`, at the end of the transaction that locked the call. */
export async function saveCall(tx: Transaction, before: Call, after: Call): Promise<void> {
  const [was, is] = [rowOfCall(before), rowOfCall(after)];
  const changed = (Object.keys(is) as (keyof Row)[]).filter((key) => was[key] !== is[key]);
  if (changed.length === 0) return;
  const set: Partial<Row> = Object.fromEntries(changed.map((key) => [key, is[key]]));
  await tx.update(callTable).set(set).where(eq(callTable.sid, is.sid));
}

const isLive = ne(callTable.state, 'ended');

/** The calls that have not ended in which one of these users is caller or callee. */
export async function liveCallsOf(db: Queries, uids: readonly number[]) {
  if (uids.length === 0) return [];
  const people = [...uids];
  return db
    .select({ sid: callTable.sid, caller: callTable.caller, callee: callTable.callee })
    .from(callTable)
    .where(and(isLive, or(inArray(callTable.caller, people), inArray(callTable.callee, people))));
}

/**
 * Returns which of these users are in a call that has not ended. The result also has the other parties of their calls, asked for or not.
 * `PgPresence` shows them as busy: in all lists, in `onlineStatus` and to those who watch their presence.
 */
export async function busyAmong(db: Queries, uids: readonly number[]): Promise<ReadonlySet<number>> {
  const calls = await liveCallsOf(db, uids);
  return new Set(calls.flatMap(({ caller, callee }) => [caller, callee]));
}

/** Those of these calls that still ring; the push service asks before it sends a ring. */
export async function ringingAmong(db: Queries, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ sid: callTable.sid })
    .from(callTable)
    .where(and(inArray(callTable.sid, [...sids]), eq(callTable.state, 'ringing')));
  return new Set(rows.map(({ sid }) => sid));
}

/** Sids of the calls that have not ended and whose `due_at` has passed, for the sweep. */
export async function dueCalls(db: Queries, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ sid: callTable.sid })
    .from(callTable)
    .where(and(isLive, lte(callTable.dueAt, now)))
    .orderBy(callTable.dueAt)
    .limit(limit);
  return rows.map(({ sid }) => sid);
}
