import { and, eq, sql } from 'drizzle-orm';
import type { AppError, Result } from '../../contract/result.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { Job } from '../jobs.ts';
import { operation } from './tables.ts';

export type Answer = { readonly status: number; readonly body: unknown };
export type Operation = {
  readonly uid: number;
  readonly endpoint: string;
  readonly key: string;
  readonly bodyHash: string;
};
/** The effect and what to answer; an answer with an error status undoes the effect but is saved all the same. */
export type Effect = (tx: Transaction) => Promise<Answer>;

const KEY = /^[\w.~-]{8,64}$/;
const KEEP_DAYS = 30;
const FORGET_EVERY_MS = 600_000;
/** A fraction of a second of work, so that nobody waits for it. */
const FORGOTTEN_AT_ONCE = 2_000;

export const isOperationKey = (key: string) => KEY.test(key);

class Undo extends Error {}

/**
 * Runs the effect of an operation at most once. The answer is saved in the transaction of the effect, so that either
 * both happened or neither. A duplicate waits for the first at the primary key and gets its answer; another body
 * under the same key is a conflict. A crash (an effect that throws) saves nothing, so a retry runs it again.
 */
export async function onceOnly(db: Database, op: Operation, effect: Effect): Promise<Result<Answer>> {
  return db.transaction(async (tx) => {
    const claimed = await tx.insert(operation).values(op).onConflictDoNothing().returning({ uid: operation.uid });
    if (claimed.length === 0) return savedAnswer(tx, op);
    const answer = await undoOnFailure(tx, effect);
    await tx.update(operation).set({ status: answer.status, answer: answer.body }).where(isOperation(op));
    return { ok: true, value: answer };
  });
}

/** What was answered to this operation before. */
export async function savedAnswer(db: Database | Transaction, op: Operation): Promise<Result<Answer>> {
  const [saved] = await db.select().from(operation).where(isOperation(op));
  if (saved === undefined) return failed({ code: 'unauthorized' });
  if (saved.bodyHash !== op.bodyHash) return failed({ code: 'conflict' });
  return { ok: true, value: { status: saved.status, body: saved.answer } };
}

/** A key is honoured for 30 days, far longer than any queue keeps a call. Rows somebody works on wait for the next time. */
export const forgetOldOperations = (db: Database): Job => ({
  name: 'forget old operations',
  everyMs: FORGET_EVERY_MS,
  async run(signal) {
    for (let forgotten = FORGOTTEN_AT_ONCE; forgotten === FORGOTTEN_AT_ONCE && !signal.aborted; ) {
      const { rowCount } = await db.execute(sql`
        delete from ${operation} where ctid = any(array(
          select ctid from ${operation} where created_at < now() - make_interval(days => ${KEEP_DAYS})
          order by created_at limit ${FORGOTTEN_AT_ONCE} for update skip locked))`);
      forgotten = rowCount ?? 0;
    }
  },
});

/** A savepoint around the effect: a refused operation leaves nothing but its saved refusal. */
async function undoOnFailure(tx: Transaction, effect: Effect): Promise<Answer> {
  let answer: Answer | undefined;
  try {
    return await tx.transaction(async (inner) => {
      answer = await effect(inner);
      if (answer.status >= 400) throw new Undo();
      return answer;
    });
  } catch (error) {
    if (error instanceof Undo && answer !== undefined) return answer;
    throw error;
  }
}

const failed = (error: AppError) => ({ ok: false, error }) as const;

const isOperation = ({ uid, endpoint, key }: Operation) =>
  and(eq(operation.uid, uid), eq(operation.endpoint, endpoint), eq(operation.key, key));
