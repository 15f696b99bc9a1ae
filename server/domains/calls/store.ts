import { and, eq, inArray, lte, ne, or, sql } from 'drizzle-orm';
import { CALL_AWAY_AFTER_MS } from '../../../contract/calls/rules.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { type Call, callOfRow, rowOfCall } from './call.ts';
import { call as callTable } from './tables.ts';

type Row = typeof callTable.$inferSelect;

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

/** Those of these users who are in a call that has not ended, with their partners; shown as busy in lists of hosts. */
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

/** Calls that have not ended and whose `due_at` has passed, for the sweep; `isCalm`: at most a minute is due (`call_is_calm` in SQL). */
export async function dueCalls(db: Queries, now: number, limit: number) {
  return db
    .select({
      sid: callTable.sid,
      isCalm: sql<boolean>`call_is_calm(${callTable}, ${now}::bigint, ${CALL_AWAY_AFTER_MS})`,
    })
    .from(callTable)
    .where(and(isLive, lte(callTable.dueAt, now)))
    .orderBy(callTable.dueAt)
    .limit(limit);
}
