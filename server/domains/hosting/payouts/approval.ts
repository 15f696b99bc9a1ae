import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connect.ts';
import { isLocked } from '../../wallet/lock.ts';
import { payout, payoutTransfer } from '../tables.ts';
import { changePayout, OTHER_ACCOUNT, type PayoutRow } from './payouts.ts';

/** A decision of an operator about a payout. */
type Decision = {
  /** Id of the decision's entry in the operator log. */
  readonly by: string;
  /** The operator, as in `operator_log.who`. */
  readonly author: string;
  /** Whether the author signed in as a person. A user of the machine did not, and cannot be told apart from another. */
  readonly isPerson: boolean;
  /** A payout above this amount in minor units needs two persons. */
  readonly onePersonMaxMinor: number;
};

/**
 * Outcome of a decision. `done`: the payout is in its new state. `first`: it waits for another person. `unavailable`: it does not exist or
 * is in another state. `reversing`: Stripe is asked to take the money back, and the gems follow it. The payout is unchanged after
 * `same-person`, `no-person`, `locked` (the account has a money lock) and `asked` (Stripe may be sending it).
 */
type DecisionOutcome =
  | { readonly outcome: 'done' | 'first' | 'reversing'; readonly row: PayoutRow }
  | { readonly outcome: 'unavailable' | 'same-person' | 'no-person' | 'locked' | 'asked' };

const UNAVAILABLE: DecisionOutcome = { outcome: 'unavailable' };

/** Whether decisions about a payout need two persons. */
export const needsTwoPersons = ({ amountMinor }: Pick<PayoutRow, 'amountMinor'>, onePersonMaxMinor: number): boolean =>
  amountMinor > onePersonMaxMinor;

/** Approves a payout, by two different persons if its amount needs it. Concurrent decisions wait for each other. */
export async function approvePayout(tx: Transaction, id: string, decision: Decision): Promise<DecisionOutcome> {
  const found = await lockPayout(tx, id);
  if (found?.state !== 'requested') return UNAVAILABLE;
  if (await isLocked(tx, found.uid)) return { outcome: 'locked' };
  const waits = await waitsForSecond(tx, found, 'firstApprover', decision);
  return waits ?? changed(await changePayout(tx, id, { state: 'approved', by: decision.by }));
}

/**
 * Gives the gems of a payout back, because it failed or was returned. From the approval on the money may be on its way, and gems that are
 * given back for money that arrived are paid twice: this needs two different persons like the approval. Money that Stripe has sent is taken
 * back by Stripe first, unless the account of which it was asked is not the present one (`OTHER_ACCOUNT`).
 */
export async function undoPayout(
  tx: Transaction,
  id: string,
  to: { readonly state: 'failed' | 'returned'; readonly reason: string },
  decision: Decision,
): Promise<DecisionOutcome> {
  const found = await lockPayout(tx, id);
  const [transfer] = await tx.select().from(payoutTransfer).where(eq(payoutTransfer.payoutId, id));
  // The payout goes by Stripe, and the present account there is the one that can answer about it.
  const isAtStripe = transfer !== undefined && transfer.problem !== OTHER_ACCOUNT;
  if (isAtStripe && transfer.state === 'reversing') return UNAVAILABLE;
  if (isAtStripe && found?.state === 'approved' && transfer.state === 'asked' && to.state === 'failed') {
    return { outcome: 'asked' };
  }
  const mayBeOnItsWay = found?.state === (to.state === 'failed' ? 'approved' : 'sent');
  const waits = found && mayBeOnItsWay && (await waitsForSecond(tx, found, 'firstUndoer', decision));
  if (waits) return waits;
  if (isAtStripe && found?.state === 'sent' && to.state === 'returned') {
    const reversal = {
      state: 'reversing',
      reversedBy: decision.by,
      reversalReason: to.reason,
      askedAt: new Date(0),
    } as const;
    await tx.update(payoutTransfer).set(reversal).where(eq(payoutTransfer.payoutId, id));
    const [row] = await tx.update(payout).set({ firstUndoer: '' }).where(eq(payout.id, id)).returning();
    return row ? { outcome: 'reversing', row } : UNAVAILABLE;
  }
  return changed(await changePayout(tx, id, { state: to.state, reason: to.reason, by: decision.by }));
}

async function lockPayout(tx: Transaction, id: string): Promise<PayoutRow | undefined> {
  const [found] = await tx.select().from(payout).where(eq(payout.id, id)).for('update');
  return found;
}

const changed = (row: PayoutRow | undefined): DecisionOutcome => (row ? { outcome: 'done', row } : UNAVAILABLE);

/** Stores the first of two persons in the column, or refuses; undefined if the decision takes effect now. */
async function waitsForSecond(
  tx: Transaction,
  found: PayoutRow,
  column: 'firstApprover' | 'firstUndoer',
  { author, isPerson, onePersonMaxMinor }: Decision,
): Promise<DecisionOutcome | undefined> {
  if (!needsTwoPersons(found, onePersonMaxMinor)) return undefined;
  if (!isPerson) return { outcome: 'no-person' };
  if (found[column] === author) return { outcome: 'same-person' };
  if (found[column] !== '') return undefined;
  const set = { [column]: author };
  const [row] = await tx.update(payout).set(set).where(eq(payout.id, found.id)).returning();
  return row ? { outcome: 'first', row } : UNAVAILABLE;
}
