import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connect.ts';
import { payout } from '../tables.ts';
import { changePayout, type PayoutRow } from './payouts.ts';

/** An approval of a payout by an operator. */
type Approval = {
  /** Entry in the operator log. */
  readonly by: string;
  /** The operator, as in `operator_log.who`. */
  readonly author: string;
  /** Whether the author signed in as a person. A user of the machine did not, and cannot be told apart from another. */
  readonly isPerson: boolean;
  /** A payout above this amount in minor units needs two persons. */
  readonly onePersonMaxMinor: number;
};

/**
 * Outcome of an approval. `first`: the payout waits for another person. `unavailable`: it does not exist or does not wait for an approval.
 * The payout is unchanged after `same-person` and `no-person`.
 */
type ApprovalOutcome =
  | { readonly outcome: 'approved' | 'first'; readonly row: PayoutRow }
  | { readonly outcome: 'unavailable' | 'same-person' | 'no-person' };

/** Whether a payout needs the approval of two persons. */
export const needsTwoPersons = ({ amountMinor }: Pick<PayoutRow, 'amountMinor'>, onePersonMaxMinor: number): boolean =>
  amountMinor > onePersonMaxMinor;

/** Approves a payout, by two different persons if its amount needs it. Concurrent approvals wait for each other. */
export async function approvePayout(tx: Transaction, id: string, approval: Approval): Promise<ApprovalOutcome> {
  const { by, author, isPerson, onePersonMaxMinor } = approval;
  const [found] = await tx.select().from(payout).where(eq(payout.id, id)).for('update');
  if (found?.state !== 'requested') return { outcome: 'unavailable' };
  if (needsTwoPersons(found, onePersonMaxMinor)) {
    if (!isPerson) return { outcome: 'no-person' };
    if (found.firstApprover === author) return { outcome: 'same-person' };
    if (found.firstApprover === '') {
      const [row] = await tx.update(payout).set({ firstApprover: author }).where(eq(payout.id, id)).returning();
      return row ? { outcome: 'first', row } : { outcome: 'unavailable' };
    }
  }
  const row = await changePayout(tx, id, { state: 'approved', by });
  return row ? { outcome: 'approved', row } : { outcome: 'unavailable' };
}
