import { and, eq, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../database/connect.ts';
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

/** Writes the changed columns. */
export async function saveCall(tx: Transaction, before: Call, after: Call): Promise<void> {
  const [was, is] = [rowOfCall(before), rowOfCall(after)];
  const changed = (Object.keys(is) as (keyof Row)[]).filter((key) => was[key] !== is[key]);
  if (changed.length === 0) return;
  const set: Partial<Row> = Object.fromEntries(changed.map((key) => [key, is[key]]));
  await tx.update(callTable).set(set).where(eq(callTable.sid, is.sid));
}

const PERSON_LOCK = 4_600_005;

/** False where one of the two is in a call, on whichever side. Held in one and the same order by everybody. */
export async function insertCall(tx: Transaction, call: Call): Promise<boolean> {
  const people = [call.caller.uid, call.callee.uid];
  await tx.execute(sql`select pg_advisory_xact_lock(${PERSON_LOCK}, who) from (
    select distinct hashtext(uid::text) as who from unnest(${sql.param(people)}::bigint[]) uid order by who) people`);
  if ((await liveCallsOf(tx, people)).length > 0) return false;
  const made = await tx
    .insert(callTable)
    .values(rowOfCall(call))
    .onConflictDoNothing()
    .returning({ sid: callTable.sid });
  return made.length > 0;
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
