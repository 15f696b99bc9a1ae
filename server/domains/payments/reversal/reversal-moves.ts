import { and, eq, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { account } from '../../../platform/database/account.ts';
import type { Queries, Transaction } from '../../../platform/database/connect.ts';
import { move, OURS, type Outcome } from '../../wallet/ledger.ts';
import { lockMoney, lockWallets, unlockMoney } from '../../wallet/lock.ts';
import { type Currency, moneyLock, wallet } from '../../wallet/tables.ts';
import type { Order } from '../order/apply.ts';
import { paymentOrder, reversal } from '../tables.ts';
import { gemsOf, type Part } from './reversal-sums.ts';

/** A row of `reversal`: a refund, a dispute, or a surplus payment to send back. */
export type Reversal = typeof reversal.$inferSelect;

/** States in which the reversal's gems are taken from the payer; `refused` and `won` returned them. */
const TAKEN = ['asked', 'done', 'lost'] as const;
/**
 * Reason of the money lock that a dispute (reversal id) sets. Locks with another reason, for example the operator's, do not end with
 * the dispute.
 */
export const disputeLock = (id: string) => `dispute:${id}`;

/**
 * Reads and locks an order until the end of the transaction, before one of its reversals changes. Locks are taken in the same order
 * everywhere: the order, then wallets.
 */
export async function lockOrder(tx: Transaction, orderId: string): Promise<Order | undefined> {
  const [order] = await tx.select().from(paymentOrder).where(eq(paymentOrder.id, orderId)).for('update');
  return order;
}

/** Reads all reversals of an order, oldest first, to compute what can still be reversed and to match reports of the gateway. */
export const reversalsOf = (tx: Queries, orderId: string): Promise<Reversal[]> =>
  tx.select().from(reversal).where(eq(reversal.orderId, orderId)).orderBy(reversal.createdAt, reversal.id);

/**
 * Sums what was reversed of an order, for the sums of the next reversal. Refused and won reversals do not count, and neither do surplus
 * payments, for which no gems were credited.
 */
export function partOf(order: Order, rows: readonly Reversal[]): Part {
  const back = rows.filter(
    ({ kind, state, paymentRef }) =>
      kind !== 'surplus' && paymentRef === order.paymentRef && TAKEN.some((taken) => taken === state),
  );
  const sum = (of: (row: Reversal) => number) => back.reduce((all, row) => all + of(row), 0);
  return {
    gems: order.gems + order.bonus,
    amountMinor: order.amountMinor,
    currency: order.currency,
    backGems: sum(({ gems }) => gems),
    backMinor: sum(({ amountMinor }) => amountMinor),
  };
}

/** Locks the wallets of a user until the end of the transaction, and reads their gems, before gems of a reversal are taken or returned. */
export async function lockedBalance(tx: Transaction, uid: number): Promise<number> {
  await lockWallets(tx, uid);
  return readBalance(tx, uid);
}

/** Reads the balance of one wallet without a lock; 0 if it was never opened. */
export async function readBalance(db: Queries, uid: number, currency: Currency = 'gems'): Promise<number> {
  const [row] = await db
    .select({ amount: wallet.amount })
    .from(wallet)
    .where(and(eq(wallet.uid, uid), eq(wallet.currency, currency)));
  return row?.amount ?? 0;
}

type Leg = readonly [uid: number, amount: number];

/** Records a transfer of gems in the ledger for a reversal; `step` makes it idempotent per reversal. Does nothing for a total of zero. */
export async function moveForReversal(tx: Queries, id: string, step: string, legs: readonly Leg[]): Promise<Outcome> {
  const real = legs.filter(([, amount]) => amount !== 0);
  const gross = real.reduce((sum, [, amount]) => sum + Math.max(0, amount), 0);
  if (gross === 0) return 'done';
  return move(tx, {
    operation: `reversal:${id}:${step}`,
    kind: 'move',
    currency: 'gems',
    gross,
    legs: real,
    subject: { type: 'reversal', id },
  });
}

/**
 * Takes the gems of a reversal back: from the payer as far as the balance goes, the rest from the house (`owed`), because hosts retain
 * their earnings. `again`: suffix of the operation when more is taken for the same reversal.
 */
export async function takeGems(tx: Transaction, uid: number, id: string, gems: number, again = '') {
  const taken = Math.min(await lockedBalance(tx, uid), gems);
  const owed = gems - taken;
  const toMint = (from: number, gross: number): readonly Leg[] => [
    [from, -gross],
    [OURS.mint, gross],
  ];
  mustBeDone(await moveForReversal(tx, id, `take${again}`, toMint(uid, taken)));
  mustBeDone(await moveForReversal(tx, id, `loss${again}`, toMint(OURS.house, owed)));
  return { taken, owed };
}

/** Returns the gems of a reversal that was refused or won to the payer and to the house, as they were taken. */
export async function giveGemsBack(tx: Transaction, uid: number, row: Reversal): Promise<void> {
  const { id, gems, taken, owed } = row;
  const legs: readonly Leg[] = [
    [OURS.mint, -gems],
    [uid, taken],
    [OURS.house, owed],
  ];
  mustBeDone(await moveForReversal(tx, id, 'back', legs));
}

/** Throws unless a transfer of a reversal was recorded, which rolls back the transaction. */
export function mustBeDone(outcome: Outcome): void {
  if (outcome !== 'done') throw new Error(`Gems of a reversal: ${outcome}`);
}

/** Sets the money lock of a new dispute, which blocks spending and buying. An existing lock retains its reason. */
export async function lockForDispute(tx: Transaction, uid: number, id: string): Promise<void> {
  const [known] = await tx.select({ uid: moneyLock.uid }).from(moneyLock).where(eq(moneyLock.uid, uid));
  if (!known) await lockMoney(tx, uid, disputeLock(id));
}

/** Removes the money lock of a dispute that was won, or transfers it to another open dispute. */
export async function unlockAfterDispute(tx: Transaction, uid: number, id: string): Promise<void> {
  const [lock] = await tx.select().from(moneyLock).where(eq(moneyLock.uid, uid));
  if (lock?.why !== disputeLock(id)) return;
  const [other] = await tx
    .select({ id: reversal.id })
    .from(reversal)
    .innerJoin(paymentOrder, eq(paymentOrder.id, reversal.orderId))
    .where(
      and(eq(paymentOrder.uid, uid), eq(reversal.kind, 'dispute'), ne(reversal.id, id), eq(reversal.state, 'asked')),
    );
  if (other) await lockMoney(tx, uid, disputeLock(other.id));
  else await unlockMoney(tx, uid);
}

/** Updates `account.paid` after a reversal or a credit: whether at least one paid order of the user is not completely reversed. */
export async function updateHasPaid(tx: Transaction, uid: number): Promise<void> {
  const back = tx
    .select({ gems: sql`coalesce(sum(${reversal.gems}), 0)` })
    .from(reversal)
    .where(
      and(
        eq(reversal.orderId, paymentOrder.id),
        ne(reversal.kind, 'surplus'),
        notInArray(reversal.state, ['refused', 'won']),
      ),
    );
  const [whole] = await tx
    .select({ id: paymentOrder.id })
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.uid, uid),
        eq(paymentOrder.state, 'paid'),
        sql`${paymentOrder.gems} + ${paymentOrder.bonus} > (${back})`,
      ),
    )
    .limit(1);
  await tx
    .update(account)
    .set({ paid: whole !== undefined })
    .where(eq(account.uid, uid));
}

/**
 * Takes gems for a dispute that could not be taken before, because another reversal (`freedBy`) had taken them and, refused, has
 * returned them.
 */
export async function takeMoreForDispute(tx: Transaction, order: Order, freedBy: string): Promise<void> {
  const rows = await reversalsOf(tx, order.id);
  const dispute = rows.find(({ kind, state }) => kind === 'dispute' && (state === 'asked' || state === 'lost'));
  if (!dispute) return;
  const others = partOf(
    order,
    rows.filter(({ id }) => id !== dispute.id),
  );
  const more = gemsOf(others, dispute.amountMinor) - dispute.gems;
  if (more <= 0) return;
  const { taken, owed } = await takeGems(tx, order.uid, dispute.id, more, `:${freedBy}`);
  await tx
    .update(reversal)
    .set({ gems: dispute.gems + more, taken: dispute.taken + taken, owed: dispute.owed + owed })
    .where(eq(reversal.id, dispute.id));
}

/** SQL condition: reversals that the server requests from the gateway, that is surplus payments and refunds without a gateway reference. */
export const isOurs = or(eq(reversal.kind, 'surplus'), and(eq(reversal.kind, 'refund'), isNull(reversal.ref)));
