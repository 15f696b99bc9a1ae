import { and, eq, sql } from 'drizzle-orm';
import type { SubjectType } from '../../../contract/wallet/records.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { shareOf } from './shares.ts';
import { type Currency, transfer, wallet } from './tables.ts';

/**
 * Internal wallets, which belong to no account; their balance is the sum of their postings. `house`: the operator's share; `held`:
 * amounts of open holds; `mint`: the source of all money that enters the ledger.
 */
export const OURS = { house: 0, held: -1, mint: -2 } as const;

/**
 * - `done`: the money was moved
 * - `known`: this operation was done before, nothing was moved
 * - `settled`: the hold was posted or voided before by another operation, nothing was moved
 * - `insufficient`: the balance is too low, nothing was moved or recorded
 * - `limited`: the user's own spend limit is exceeded (wallet/limits.ts), nothing was moved or recorded
 * - `locked`: the account may not spend (wallet/lock.ts), nothing was moved or recorded
 */
export type Outcome = 'done' | 'known' | 'settled' | Unpaid;
/** Outcomes for which no money was moved because the account cannot pay. */
export type Unpaid = 'insufficient' | 'limited' | 'locked';

/** The reason for a transfer: a call by its sid, a gift by the stanza id of its message, media by its lock, an order by its id. */
export type Subject = { readonly type: SubjectType; readonly id: string };

type Leg = readonly [uid: number, amount: number];
/** A transfer to record. */
export type Movement = {
  /** Idempotency key: repeating the operation changes nothing. */
  readonly operation: string;
  readonly kind: 'move' | 'hold' | 'post' | 'void';
  readonly currency: Currency;
  readonly gross: number;
  readonly subject: Subject;
  /** The id of the hold that a `post` or `void` settles. */
  readonly settles?: number;
  /** At most one per wallet; the amounts sum to zero. */
  readonly legs: readonly Leg[];
};

/** Records a transfer in the given transaction, if it is one. Throws when an operation is repeated with another movement. */
export async function move(db: Queries, movement: Movement): Promise<Outcome> {
  const { operation, kind, currency, gross, subject, settles = null, legs } = movement;
  if (!Number.isSafeInteger(gross) || gross < 1) throw new RangeError('Money is moved in whole, positive amounts');
  const uids = sql.param(legs.map(([uid]) => uid));
  const amounts = sql.param(legs.map(([, amount]) => amount));
  const { rows } = await db.execute<{ outcome: Outcome }>(sql`
    select ledger_transfer(${operation}, ${kind}, ${currency}, ${gross}::bigint, ${settles}::bigint,
      ${uids}::bigint[], ${amounts}::bigint[], ${subject.type}, ${subject.id}) as outcome`);
  const [row] = rows;
  if (row === undefined) throw new Error('The ledger did not answer');
  return row.outcome;
}

/** Credits money from outside the ledger, for example a welcome grant or a purchase. */
export const grant = (
  db: Queries,
  operation: string,
  uid: number,
  currency: Currency,
  gross: number,
  subject: Subject,
): Promise<Outcome> =>
  move(db, {
    operation,
    kind: 'move',
    currency,
    gross,
    subject,
    legs: [
      [OURS.mint, -gross],
      [uid, gross],
    ],
  });

/** Moves money from a wallet to the held wallet, to be settled by `post` or `release`. */
export const hold = (
  db: Queries,
  operation: string,
  uid: number,
  currency: Currency,
  gross: number,
  subject: Subject,
): Promise<Outcome> =>
  move(db, {
    operation,
    kind: 'hold',
    currency,
    gross,
    subject,
    legs: [
      [uid, -gross],
      [OURS.held, gross],
    ],
  });

/** A hold: its operation and the account that it was taken from. */
export type Held = { readonly operation: string; readonly uid: number };

/** Settles a hold: the anchor gets their share, the house the rest. */
export async function post(db: Queries, held: Held, anchorUid: number, sharePercent: number): Promise<Outcome> {
  const { id, currency, gross, subject } = await findHold(db, held.operation);
  const { anchor, house } = shareOf(gross, sharePercent);
  return move(db, {
    operation: `${held.operation}:post`,
    kind: 'post',
    currency,
    gross,
    subject,
    settles: id,
    legs: [
      [OURS.held, -gross],
      [anchorUid, anchor],
      [OURS.house, house],
    ],
  });
}

/** Settles a hold by returning it to the wallet that it was taken from. */
export async function release(db: Queries, held: Held): Promise<Outcome> {
  const { id, currency, gross, subject } = await findHold(db, held.operation);
  return move(db, {
    operation: `${held.operation}:void`,
    kind: 'void',
    currency,
    gross,
    subject,
    settles: id,
    legs: [
      [OURS.held, -gross],
      [held.uid, gross],
    ],
  });
}

async function findHold(db: Queries, operation: string) {
  const { id, currency, gross, subjectType, subjectId } = transfer;
  const [found] = await db
    .select({ id, currency, gross, subject: { type: subjectType, id: subjectId } })
    .from(transfer)
    .where(and(eq(transfer.operation, operation), eq(transfer.kind, 'hold')));
  if (found === undefined) throw new Error('Nothing is held under this name');
  return found;
}

/** Creates empty wallets for both currencies. */
export async function openWallets(db: Queries, uids: readonly number[]): Promise<void> {
  const rows = uids.flatMap((uid) => [
    { uid, currency: 'gems' as const },
    { uid, currency: 'silver' as const },
  ]);
  if (rows.length > 0) await db.insert(wallet).values(rows).onConflictDoNothing();
}
