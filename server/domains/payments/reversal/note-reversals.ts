import { and, eq } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { GatewaySnapshot } from '../gateway.ts';
import type { Order } from '../order/apply.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { reversal } from '../tables.ts';
import {
  giveGemsBack,
  lockedBalance,
  lockForDispute,
  lockOrder,
  partOf,
  type Reversal,
  reversalsOf,
  takeGems,
  unlockAfterDispute,
  updateHasPaid,
} from './reversal-moves.ts';
import { gemsOf } from './reversal-sums.ts';
import { settleReversal } from './reversals.ts';

type Reversed = GatewaySnapshot['reversed'][number];
const ID_LENGTH = 21;

/**
 * Records refunds and disputes that a snapshot of the gateway reports for an order, after each order sync, and logs refunds that the bank
 * has refused since. Idempotent.
 */
export async function noteReversals(
  { db, log }: Pick<PaymentDeps, 'db' | 'log'>,
  orderId: string,
  reversed: GatewaySnapshot['reversed'],
  /** The gateway's id of the reversed payment; if undefined, that of the payment that was credited. */
  paymentRef?: string,
): Promise<void> {
  if (reversed.length === 0) return;
  const refused: Reversed[] = [];
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return;
    for (const seen of reversed) {
      const outcome = await applyReversed(tx, order, seen, paymentRef ?? order.paymentRef ?? '');
      if (outcome === 'refused') refused.push(seen);
    }
  });
  for (const { ref, reason } of refused)
    log.warn({ reversal: ref, order: orderId, reason }, 'gateway refused a refund');
}

/**
 * Applies one refund or dispute that the gateway reports: adds it, settles it, or returns its gems when the house wins. The transaction
 * must have locked the order. Returns `refused` for a refund that was not recorded as refused before.
 */
export async function applyReversed(
  tx: Transaction,
  order: Order,
  seen: Reversed,
  paymentRef: string,
): Promise<'refused' | undefined> {
  const rows = await reversalsOf(tx, order.id);
  const known = rows.find(({ id, ref }) => id === seen.ref || ref === seen.ref);
  if (!known) {
    // A refused refund, or a dispute that was won before it was first reported, has moved nothing.
    if (seen.state !== 'refused' && seen.state !== 'won') await add(tx, order, rows, seen, paymentRef);
    return undefined;
  }
  if (known.kind !== 'dispute') {
    if (seen.state === 'done' || seen.state === 'refused') await settleReversal(tx, known.id, seen.state);
    return seen.state === 'refused' && known.state !== 'refused' ? 'refused' : undefined;
  }
  if (seen.state === 'won') await win(tx, order, known);
  if (seen.state === 'lost' && known.state === 'asked') {
    await tx.update(reversal).set({ state: 'lost' }).where(eq(reversal.id, known.id));
  }
  return undefined;
}

/** Records a refund made in the gateway's dashboard, or a dispute opened by a bank: takes its gems, and locks money for a dispute. */
async function add(
  tx: Transaction,
  order: Order,
  rows: readonly Reversal[],
  seen: Reversed,
  paymentRef: string,
): Promise<void> {
  const isCredited = order.state === 'paid' && paymentRef === order.paymentRef;
  const gems = isCredited ? gemsOf(partOf(order, rows), seen.amountMinor) : 0;
  const id = nanoid(ID_LENGTH);
  const { taken, owed } = await takeGems(tx, order.uid, id, gems);
  const { kind, state, amountMinor, ref } = seen;
  await tx.insert(reversal).values({
    id,
    orderId: order.id,
    kind,
    state,
    gems,
    taken,
    owed,
    amountMinor,
    ref,
    paymentRef,
    by: 'gateway',
  });
  if (kind === 'dispute') await lockForDispute(tx, order.uid, id);
  if (isCredited) await updateHasPaid(tx, order.uid);
}

/**
 * Settles a dispute that the house won, even if it was recorded as lost before (appeal): returns the gems that it took, and removes its
 * money lock or transfers it to another open dispute. Does nothing if it is already won.
 */
async function win(tx: Transaction, order: Order, row: Reversal): Promise<void> {
  if (row.state === 'won') return;
  await tx
    .update(reversal)
    .set({ state: 'won' })
    .where(and(eq(reversal.id, row.id)));
  await lockedBalance(tx, order.uid);
  await giveGemsBack(tx, order.uid, row);
  await unlockAfterDispute(tx, order.uid, row.id);
  await updateHasPaid(tx, order.uid);
}
