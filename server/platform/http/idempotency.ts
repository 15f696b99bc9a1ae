import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Endpoint } from '../../../contract/api/endpoint.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import type { AppError, Result } from '../../../contract/result.ts';
import type { Database, Queries, Transaction } from '../database/connect.ts';
import type { Job } from '../jobs/jobs.ts';
import { OPERATION_REUSED } from './failures.ts';
import { operation } from './tables.ts';

/** A stored response of the API: its HTTP status and body, returned again to a retry. */
export type Answer = { readonly status: number; readonly body: unknown };
/** Identity of a change by an account: endpoint and operation id (Idempotency-Key), with the hash of its body. */
export type Operation = {
  readonly uid: number;
  readonly endpoint: string;
  readonly key: string;
  readonly bodyHash: string;
};
/**
 * The effect of an operation, which `runOnce` runs in its transaction; returns the answer. An error status rolls back the effect, but the
 * answer is still saved.
 */
export type Effect = (tx: Transaction) => Promise<Answer>;

const KEEP_DAYS = 30;
const FORGET_EVERY_MS = 600_000;
/** Rows deleted by one statement, which takes a fraction of a second, so that no request waits for it. */
const FORGOTTEN_AT_ONCE = 2_000;

/** Endpoints whose successful answers are not stored: a repeated request is answered from the current state. */
const RECOMPUTED_ENDPOINTS = Object.entries<Endpoint>(endpoints).flatMap(([name, row]) =>
  row.delivery === 'queued' && row.replay === 'recomputed' ? [name] : [],
);

class Undo extends Error {}

/** The store of the answer of one operation, by which `runOnce` recognizes a retry. */
export type AnswerStore = {
  /** Returns false when the operation was claimed before. Waits for a claim that is not committed yet. */
  claim(tx: Transaction): Promise<boolean>;
  /** Returns the stored answer, or `conflict` for another body; undefined when the operation is unknown. */
  find(db: Queries): Promise<Result<Answer> | undefined>;
  save(tx: Transaction, answer: Answer): Promise<void>;
};

/**
 * Runs the effect of an API change at most once. The answer is saved in the transaction of the effect, so that both are committed or
 * neither. A duplicate waits for the first at the primary key and gets its answer; another body under the same key is a conflict. When
 * the effect throws, nothing is saved, so a retry runs it again. `replay`: computes the answer to a duplicate of a successful operation,
 * instead of the stored one.
 */
export async function runOnce(
  db: Database,
  store: AnswerStore,
  effect: Effect,
  replay?: Effect,
): Promise<Result<Answer>> {
  return db.transaction(async (tx) => {
    if (!(await store.claim(tx))) {
      const saved = (await store.find(tx)) ?? failed({ code: 'conflict' });
      return replay && saved.ok && saved.value.status < 400 ? { ok: true, value: await replay(tx) } : saved;
    }
    const answer = await undoOnFailure(tx, effect);
    await store.save(tx, answer);
    return { ok: true, value: answer };
  });
}

/**
 * Runs an account's queued change at most once: `runOnce` with table `operation`. With `recompute`, a successful answer is not stored,
 * and a duplicate gets the result of `recompute`. A refusal is always stored with its answer: its reason may no longer apply, and a
 * duplicate must not succeed when the first did not.
 */
export const onceOnly = (db: Database, op: Operation, effect: Effect, recompute?: Effect): Promise<Result<Answer>> =>
  runOnce(db, operationStore(op, recompute !== undefined), effect, recompute);

const operationStore = (op: Operation, withoutAnswer: boolean): AnswerStore => ({
  async claim(tx) {
    const claimed = await tx.insert(operation).values(op).onConflictDoNothing().returning({ uid: operation.uid });
    return claimed.length > 0;
  },
  async find(db) {
    const [saved] = await db.select().from(operation).where(isOperation(op));
    if (saved === undefined) return undefined;
    if (saved.bodyHash !== op.bodyHash) return failed(OPERATION_REUSED);
    return { ok: true, value: { status: saved.status, body: saved.answer } };
  },
  async save(tx, { status, body }) {
    const answer = withoutAnswer && status < 400 ? null : body;
    await tx.update(operation).set({ status, answer }).where(isOperation(op));
  },
});

/** Returns the saved answer of this operation, for a retry with a revoked token; `unauthorized` when there is none. */
export const savedAnswer = async (db: Queries, op: Operation): Promise<Result<Answer>> =>
  (await operationStore(op, false).find(db)) ?? failed({ code: 'unauthorized' });

/**
 * Creates the job that deletes operations after 30 days, every 10 minutes; far longer than any client queue retains a call. Rows that are
 * locked are left for the next run.
 */
export function forgetOldOperations(db: Database): Job {
  let areCleared = false;
  return {
    name: 'forget old operations',
    everyMs: FORGET_EVERY_MS,
    async run(signal) {
      await inPieces(db, signal, (piece) => {
        const old = sql`created_at < now() - make_interval(days => ${KEEP_DAYS})`;
        return sql`delete from ${operation} where ${rowsOf(old, piece)}`;
      });
      // Runs until it has succeeded once in this process: older versions stored whole profiles, with telephone and address.
      if (areCleared) return;
      areCleared = await inPieces(db, signal, (piece) => {
        const isClearable = sql`endpoint = any(${sql.param(RECOMPUTED_ENDPOINTS)}::text[]) and status < 400 and answer is not null`;
        return sql`update ${operation} set answer = null where ${rowsOf(isClearable, piece)}`;
      });
    },
  };
}

const rowsOf = (condition: SQL, atMost: number) =>
  sql`ctid = any(array(select ctid from ${operation} where ${condition} order by created_at limit ${atMost} for update skip locked))`;

/** Runs a statement in batches. Returns false when it was aborted before the end. */
async function inPieces(db: Database, signal: AbortSignal, piece: (atMost: number) => SQL): Promise<boolean> {
  for (let done = FORGOTTEN_AT_ONCE; done === FORGOTTEN_AT_ONCE; ) {
    if (signal.aborted) return false;
    done = (await db.execute(piece(FORGOTTEN_AT_ONCE))).rowCount ?? 0;
  }
  return true;
}

/** Runs the effect in a savepoint, so that a refused operation leaves only its saved refusal. */
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
