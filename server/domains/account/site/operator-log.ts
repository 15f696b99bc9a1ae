import { hostname, userInfo } from 'node:os';
import { and, desc, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queries } from '../../../platform/database/connect.ts';
import { operatorLog } from './tables.ts';

type Entry = { readonly command: string; readonly what: unknown; readonly reason: string };
/** Author of an entry: an operator of the page, with the id of the submitted form; without a form the user of a command, or Stripe. */
type By = { readonly who: string; readonly form?: string | undefined };

/** Login name and host of the user who runs an operator command on this machine, as author in the operator log. */
export const whoRuns = (): string => `${loginName()}@${hostname()}`;

/**
 * Logs an operator's change in the transaction that makes it and returns the id of the entry. Undefined if the same form of the operator
 * page was already submitted; the change must then not be made again.
 */
export async function noteOnce(tx: Queries, { command, what, reason }: Entry, { who, form }: By) {
  const logged = tx.insert(operatorLog).values({ who, command, what, reason, form }).onConflictDoNothing();
  const [row] = await logged.returning({ id: operatorLog.id });
  return row && `op:${row.id}`;
}

/** Logs a change that is made by a command on this machine, in the transaction that makes it; returns the id of the entry. */
export async function noteOperator(tx: Queries, entry: Entry): Promise<string> {
  const noted = await noteOnce(tx, entry, { who: whoRuns() });
  if (noted === undefined) throw new Error('An entry without a form was there before');
  return noted;
}

/** The author of an entry in the operator log, by the id that `noteOnce` returned. Throws if there is no such entry. */
export async function readAuthor(db: Queries, entry: string): Promise<string> {
  const id = Number(entry.replace(/^op:/, ''));
  const [row] = await db.select({ who: operatorLog.who }).from(operatorLog).where(eq(operatorLog.id, id));
  if (!row) throw new Error(`The operator log has no entry ${entry}`);
  return row.who;
}

/**
 * The uid on which an operator acted, by the number of the log entry, if this author ran this command at most `minutes` ago; undefined
 * otherwise.
 */
export async function readFreshEntry(
  db: Queries,
  id: number,
  { who, command, minutes }: { readonly who: string; readonly command: string; readonly minutes: number },
): Promise<{ readonly uid: number } | undefined> {
  const isFresh = sql`${operatorLog.at} > now() - make_interval(mins => ${minutes})`;
  const [row] = await db
    .select({ what: operatorLog.what })
    .from(operatorLog)
    .where(and(eq(operatorLog.id, id), eq(operatorLog.who, who), eq(operatorLog.command, command), isFresh));
  const parsed = v.safeParse(v.object({ uid: v.number() }), row?.what);
  return parsed.success ? parsed.output : undefined;
}

/**
 * The newest entries of the operator log, each formatted as one row of text, for the operator page and command. `author`: only the
 * entries of this one.
 */
export async function readOperatorLog(db: Queries, limit: number, author?: string): Promise<readonly string[]> {
  const isListed = author === undefined ? undefined : eq(operatorLog.who, author);
  const rows = await db.select().from(operatorLog).where(isListed).orderBy(desc(operatorLog.id)).limit(limit);
  return rows.map(({ id, at, who, command, what, reason }) =>
    [`${at.toISOString()} op:${id}`, who, command, JSON.stringify(what), reason].join(' '),
  );
}

/** Details that the action `answer` stores in the log. */
const answerEntry = v.object({ by: v.string(), text: v.string() });

/**
 * The newest `limit` answers of the team to an account: time, author in the log (`who`), the name under which it was signed (`by`), and
 * text.
 */
export async function readAnswersTo(db: Queries, uid: number, limit: number) {
  const isTo = and(eq(operatorLog.command, 'answer'), sql`${operatorLog.what} ->> 'to' = ${String(uid)}`);
  const rows = await db.select().from(operatorLog).where(isTo).orderBy(desc(operatorLog.id)).limit(limit);
  return rows.flatMap(({ at, who, what }) => {
    const { success, output } = v.safeParse(answerEntry, what);
    return success ? [{ at, who, ...output }] : [];
  });
}

// In a container the process may have a uid without a name.
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
