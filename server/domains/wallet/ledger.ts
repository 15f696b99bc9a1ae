import { and, eq, sql } from 'drizzle-orm';
import type { SubjectType } from '../../../contract/wallet/records.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { shareOf } from './shares.ts';
import { type Currency, transfer, wallet } from './tables.ts';

/**
 * Uids of the internal wallets, which belong to no account; their balance is the sum of their postings. `house`: the operator's share;
 * `held`: amounts of open holds; `mint`: the source of all money that enters the ledger, and the sink of what leaves it.
 */
export const OURS = { house: 0, held: -1, mint: -2 } as const;

/**
 * The result of a ledger operation. `done`: the money was moved. `known`: this operation was done before, nothing was moved. `settled`:
 * the hold was posted or voided before by another operation, nothing was moved. For the others, see `Unpaid`.
 */
export type Outcome = 'done' | 'known' | 'settled' | Unpaid;
/**
 * Why the account cannot pay; nothing was moved or recorded. `insufficient`: the balance is too low. `limited`: the user's own spend
 * limit would be exceeded (wallet/limits.ts). `locked`: the account may not spend (wallet/lock.ts).
 */
export type Unpaid = 'insufficient' | 'limited' | 'locked';

/**
 * The reason of a transfer: its type and an id, for example a call and its sid, a gift and the stanza id of its message, or an order and
 * its id. Transfers with one subject in a row are one wallet entry.
 */
export type Subject = { readonly type: SubjectType; readonly id: string };

type Leg = readonly [uid: number, amount: number];
/** A transfer to record with `move`: its idempotency key, kind, currency, total amount, subject, and the change of each wallet. */
export type Movement = {
  /** Idempotency key: repeating the operation changes nothing. */
  readonly operation: string;
  readonly kind: 'move' | 'hold' | 'post' | 'void';
  readonly currency: Currency;
  readonly gross: number;
  readonly subject: Subject;
  /** The id of the hold that a `post` or `void` settles. */
  readonly settles?: number;
  /** Changes of wallets, at most one per wallet; the amounts sum to zero. */
  readonly legs: readonly Leg[];
};

/**
 * Records a transfer in the given transaction, unless its operation was recorded before or a wallet cannot pay (see `Outcome`). Throws
 * when an operation is repeated with another movement. Every change of a balance is a call of this function: `ledger_transfer` (a database
 * function) inserts the postings, whose triggers change the wallets and check that they sum to zero.
 */
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

/** Credits an account with money from outside the ledger, for example a welcome grant, a purchase or a reward. */
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

/**
 * Moves money from a wallet to the held wallet until `post` or `release` settles it, for example the gems of each minute of a call or
 * booking, the silver of a silver call, the gems for unlocked media, or a payout.
 */
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

/** Identifies a hold for `post` and `release`: its operation, and the account that it was taken from. */
export type Held = { readonly operation: string; readonly uid: number };

/** Captures a hold: the anchor gets `sharePercent` of it, rounded down, the house the rest. Throws if there is no such hold. */
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

/** Voids a hold: returns it to the wallet that it was taken from. Throws if there is no such hold. */
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

/** Creates the empty wallets of both currencies for accounts that have none, when an account is created or credited. */
export async function openWallets(db: Queries, uids: readonly number[]): Promise<void> {
  const rows = uids.flatMap((uid) => [
    { uid, currency: 'gems' as const },
    { uid, currency: 'silver' as const },
  ]);
  if (rows.length > 0) await db.insert(wallet).values(rows).onConflictDoNothing();
}
