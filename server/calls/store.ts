import { and, eq, getTableColumns, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { CALL_PICTURE_TIMEOUT_MS, CALL_SETUP_TIMEOUT_MS } from '../../contract/calls/rules.ts';
import type { Queries, Transaction } from '../database/connect.ts';
import { wallet } from '../wallet/tables.ts';
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
 * wins. Undefined where it does not ring for them any more. `gems`: the caller's.
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
      gems: sql`coalesce((select amount from ${wallet} where ${wallet.uid} = ${callTable.caller} and currency = 'gems'), 0)`.mapWith(
        Number,
      ),
    });
  return found && { call: callOfRow(found.row), gems: found.gems };
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

/**
 * False where one of the two is in a call, on whichever side. The locks are held in one and the same order by everybody, and
 * by a statement of their own: the next one sees what was committed while it waited.
 */
export async function insertCall(tx: Transaction, call: Call): Promise<boolean> {
  const people = [call.caller.uid, call.callee.uid];
  await tx.execute(sql`select pg_advisory_xact_lock(${PERSON_LOCK}, who) from (
    select distinct hashtext(uid::text) as who from unnest(${sql.param(people)}::bigint[]) uid order by who) people`);
  const row = rowOfCall(call);
  const columns = Object.entries(getTableColumns(callTable)) as [keyof Row, PgColumn][];
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const values = columns.map(([key, column]) => sql`${sql.param(row[key], column)}`);
  const { rowCount } = await tx.execute(sql`
    insert into ${callTable} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
    where not exists (select from ${callTable} where state <> 'ended'
      and (caller = any (${sql.param(people)}::bigint[]) or callee = any (${sql.param(people)}::bigint[])))
    on conflict do nothing`);
  return rowCount === 1;
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
