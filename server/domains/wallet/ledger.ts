import { and, eq, sql } from 'drizzle-orm';
import type { SubjectType } from '../../../contract/wallet/records.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { shareOf } from './shares.ts';
import { type Currency, transfer, wallet } from './tables.ts';

/** Wallets that are no account's. What they hold is the sum of their postings. */
export const OURS = { house: 0, held: -1, mint: -2 } as const;

/**
 * - `done`: the money moved
 * - `known`: this operation was done before, nothing moved
 * - `settled`: the held transfer was posted or voided before by another operation, nothing moved
 * - `insufficient`: somebody has too little, nothing moved and nothing is remembered
 * - `limited`: it is more than somebody allows themselves (wallet/limits.ts), nothing moved and nothing is remembered
 * - `locked`: somebody may spend nothing for now (wallet/lock.ts), nothing moved and nothing is remembered
 */
export type Outcome = 'done' | 'known' | 'settled' | Unpaid;
export type Unpaid = 'insufficient' | 'limited' | 'locked';

/** What money moves for: a call by its sid, a gift by the stanza id of its message, media by their lock, an order by its id. */
export type Subject = { readonly type: SubjectType; readonly id: string };

type Leg = readonly [uid: number, amount: number];
export type Movement = {
  /** The name of the effect: the second time it changes nothing. */
  readonly operation: string;
  readonly kind: 'move' | 'hold' | 'post' | 'void';
  readonly currency: Currency;
  readonly gross: number;
  readonly subject: Subject;
  readonly settles?: number;
  /** One for each wallet. */
  readonly legs: readonly Leg[];
};

/** Part of the transaction it is given, if any. Throws when an operation comes back as another movement. */
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

/** Money that comes from outside: a welcome, a purchase. */
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

/** Takes money out of a wallet until it is known whose it is. */
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

/** What a hold became: its operation, whose it was. */
export type Held = { readonly operation: string; readonly uid: number };

/** The held money becomes an anchor's and the house's. */
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

/** The held money goes back to whom it was taken from. */
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

/** Empty ones; money comes by `grant`. */
export async function openWallets(db: Queries, uids: readonly number[]): Promise<void> {
  const rows = uids.flatMap((uid) => [
    { uid, currency: 'gems' as const },
    { uid, currency: 'silver' as const },
  ]);
  if (rows.length > 0) await db.insert(wallet).values(rows).onConflictDoNothing();
}
