import { and, asc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { DAY_MS } from '../../../../contract/durations.ts';
import type { Money } from '../../../../contract/payments/money.ts';
import { REFUND_WITHIN_DAYS, REFUNDS_PER_DAY } from '../../../../contract/payments/rules.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/connect.ts';
import { OPERATION_REUSED } from '../../../platform/http/failures.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { addNotices } from '../../notices/telling/add.ts';
import { OURS } from '../../wallet/ledger.ts';
import { isLocked } from '../../wallet/lock.ts';
import type { Gateway } from '../gateway.ts';
import { inTime } from '../in-time.ts';
import type { Order } from '../order/apply.ts';
import { noteDifference } from '../reconcile.ts';
import { paymentOrder, reversal } from '../tables.ts';
import {
  giveGemsBack,
  isOurs,
  lockedBalance,
  lockOrder,
  moveForReversal,
  partOf,
  type Reversal,
  readBalance,
  reversalsOf,
  takeMoreForDispute,
  updateHasPaid,
} from './reversal-moves.ts';
import { moneyOf, unusedOf } from './reversal-sums.ts';

/** The unspent gems of an order that can be refunded now, and the money that is sent back for them. */
export type Refundable = { readonly gems: number; readonly price: Money };
/** Dependencies of the functions that request reversals from the gateway: database, gateway, clock and log. */
export type ReversalsAround = {
  readonly db: Database;
  readonly gateway: Gateway | undefined;
  readonly clock: Clock;
  readonly log: Logger;
};
/** A payer's request to refund an order, for `refundOrder`: the order, the gems that the payer was shown, and the idempotency key. */
export type RefundWish = {
  readonly uid: number;
  readonly orderId: string;
  /** Gems that the payer was shown. */
  readonly gems: number;
  /** Idempotency key of the request. */
  readonly operation: string;
};

const ID_LENGTH = 21;
/**
 * Minutes until the next request while the gateway does not answer: the first of these that exceeds the reversal's age. A pending refund is
 * checked each hour.
 */
const AGAIN_MINUTES = [1, 2, 5, 15, 60] as const;
const UNDER_WAY_MINUTES = 60;
const ROUND = 20;

/**
 * The unspent gems of an order that its payer may refund now, and their price; null if none, after REFUND_WITHIN_DAYS, during a money
 * lock, or with a dispute that was not won.
 */
export async function refundableOf(db: Queries, order: Order, now: number): Promise<Refundable | null> {
  if (!isRefundable(order, now) || (await isLocked(db, order.uid))) return null;
  return sumOf(db, order, await reversalsOf(db, order.id), await readBalance(db, order.uid));
}

const isRefundable = ({ state, paidAt, paymentRef }: Order, now: number): boolean =>
  state === 'paid' && paymentRef !== null && paidAt !== null && paidAt.getTime() > now - REFUND_WITHIN_DAYS * DAY_MS;

async function sumOf(
  db: Queries,
  order: Order,
  rows: readonly Reversal[],
  balance: number,
): Promise<Refundable | null> {
  if (rows.some(({ kind, state }) => kind === 'dispute' && state !== 'won')) return null;
  const part = partOf(order, rows);
  const gems = unusedOf(part, balance, await creditsAfter(db, order));
  const price = moneyOf(part, gems);
  return gems > 0 && price.amountMinor > 0 ? { gems, price } : null;
}

/**
 * Gems credited after those of the order. Reversals of later orders are subtracted. Released holds and gems returned by reversals of
 * this or earlier orders do not count, because they were first credited before.
 */
async function creditsAfter(db: Queries, { id, uid }: Order): Promise<number> {
  const { rows } = await db.execute<{ gems: string }>(sql`
    with own as (
      select posting.id from transfer join posting on posting.transfer_id = transfer.id
      where transfer.operation = ${`order:${id}`} and posting.uid = ${uid} and posting.amount > 0)
    select coalesce(sum(posting.amount), 0) as gems
    from posting join transfer on transfer.id = posting.transfer_id
    where posting.uid = ${uid} and posting.currency = 'gems' and posting.id > (select id from own)
      and case
        when transfer.subject_type <> 'reversal' then posting.amount > 0 and transfer.kind <> 'void'
        else exists (
          select from reversal
          join transfer credit on credit.operation = 'order:' || reversal.order_id
          join posting came on came.transfer_id = credit.id and came.uid = posting.uid
          where reversal.id = transfer.subject_id and came.id > (select id from own))
          and transfer.operation like 'reversal:%'
      end`);
  return Number(rows[0]?.gems ?? 0);
}

/**
 * Creates a refund and takes its gems, in the transaction of the payer's request or of the operator's command. They are taken before
 * the gateway is asked, so that refunded gems cannot be spent.
 */
export async function beginRefund(
  tx: Transaction,
  order: Order,
  { gems, price }: Refundable,
  how: { readonly operation: string | null; readonly by: string; readonly now: number },
): Promise<Result<Reversal>> {
  const { operation, by, now } = how;
  const [made] = await tx
    .insert(reversal)
    .values({
      id: nanoid(ID_LENGTH),
      orderId: order.id,
      kind: 'refund',
      state: 'asked',
      gems,
      taken: gems,
      operation,
      by,
      amountMinor: price.amountMinor,
      paymentRef: order.paymentRef ?? '',
      createdAt: new Date(now),
      askAt: new Date(now),
    })
    .returning();
  if (!made) throw new Error('The reversal was not made');
  const legs = [
    [order.uid, -gems],
    [OURS.mint, gems],
  ] as const;
  const outcome = await moveForReversal(tx, made.id, 'take', legs);
  // Thrown to roll back the transaction.
  if (outcome !== 'done') throw new TooFew(outcome);
  await updateHasPaid(tx, order.uid);
  return ok(made);
}
class TooFew extends Error {}

/**
 * Like `refundableOf`, before `beginRefund`: locks the payer's wallets until the end of the transaction, which must have locked the order.
 * A money lock is not checked.
 */
export async function lockedRefundable(tx: Transaction, order: Order, now: number): Promise<Refundable | null> {
  const balance = await lockedBalance(tx, order.uid);
  if (!isRefundable(order, now)) return null;
  return sumOf(tx, order, await reversalsOf(tx, order.id), balance);
}

/**
 * Handles `refundOrder`: refunds the unspent gems of an order if their number is what the payer was shown; once per idempotency key and
 * at most REFUNDS_PER_DAY per payer. Returns when the gems are taken and the gateway was asked once; the job asks it until it answers.
 */
export async function refundOrder(around: ReversalsAround, wish: RefundWish): Promise<Result<{ readonly id: string }>> {
  const { db, clock } = around;
  const now = clock.now();
  const begun = await db
    .transaction(async (tx): Promise<Result<Reversal>> => {
      const order = await lockOrder(tx, wish.orderId);
      if (order?.uid !== wish.uid) return fail({ code: 'not-found' });
      const rows = await reversalsOf(tx, order.id);
      const known = rows.find(({ operation }) => operation === wish.operation);
      if (known) return known.gems === wish.gems ? ok(known) : fail(OPERATION_REUSED);
      // An order of another gateway is refused: its gems would be taken, and no gateway could send the money.
      if (order.gateway !== around.gateway?.name) return fail({ code: around.gateway ? 'gateway-down' : 'not-sold' });
      if (await isLocked(tx, wish.uid)) return fail({ code: 'locked' });
      const refundable = await lockedRefundable(tx, order, now);
      if (refundable?.gems !== wish.gems) return fail({ code: 'not-refundable' });
      if ((await refundsSince(tx, wish.uid, now - DAY_MS)) >= REFUNDS_PER_DAY) {
        return fail({ code: 'rate-limited', retryAfterMs: DAY_MS });
      }
      return beginRefund(tx, order, refundable, { operation: wish.operation, by: 'payer', now });
    })
    .catch((error: unknown) => {
      if (error instanceof TooFew) return fail({ code: 'not-refundable' } as const);
      throw error;
    });
  if (!begun.ok) return begun;
  await askForReversal(around, begun.value.id);
  return ok({ id: begun.value.id });
}

/** Number of refunds that the payer requested since a time. The payer's wallets are locked, so that concurrent requests are serialized. */
async function refundsSince(tx: Transaction, uid: number, since: number): Promise<number> {
  const [row] = await tx
    .select({ count: sql<string>`count(*)`.mapWith(Number) })
    .from(reversal)
    .innerJoin(paymentOrder, eq(paymentOrder.id, reversal.orderId))
    .where(and(eq(paymentOrder.uid, uid), eq(reversal.by, 'payer'), gte(reversal.createdAt, new Date(since))));
  return row?.count ?? 0;
}

/**
 * Asks the gateway to send the money of a reversal back, always with the reversal's id as idempotency key. A refusal returns the gems. If
 * the gateway does not answer or has not sent the money yet, `sweepReversals` asks again later.
 */
export async function askForReversal(around: ReversalsAround, id: string): Promise<void> {
  const { db, gateway, clock, log } = around;
  const [found] = await db
    .select({ row: reversal, order: paymentOrder })
    .from(reversal)
    .innerJoin(paymentOrder, eq(paymentOrder.id, reversal.orderId))
    .where(and(eq(reversal.id, id), eq(reversal.state, 'asked'), isOurs));
  if (!found) return;
  const { row, order } = found;
  if (gateway?.name !== order.gateway) return later(around, row, AGAIN_MINUTES[AGAIN_MINUTES.length - 1] ?? 0);
  const price = { amountMinor: row.amountMinor, currency: order.currency };
  try {
    const facts = { reversalId: id, orderId: order.id, paymentRef: row.paymentRef, price };
    const result = await inTime(gateway.refund(facts, id));
    if (result.state === 'sent') return await later(around, row, UNDER_WAY_MINUTES);
    await db.transaction(async (tx) => {
      await settleReversal(tx, id, result.state === 'done' ? 'done' : 'refused');
      // A refused refund returns its gems. A refused surplus payment has no gems to return, so it is recorded for the operator.
      if (result.state === 'failed' && row.kind === 'surplus') {
        const what = 'the gateway refused to send back a payment that was not credited';
        await noteDifference(tx, order.gateway, { ref: row.paymentRef, orderId: order.id, what });
      }
    });
    if (result.state === 'failed') {
      const { refusal: err, reason } = result;
      log.warn({ reversal: id, order: order.id, kind: row.kind, reason, err }, 'gateway refused a refund');
    }
  } catch (error) {
    log.warn({ reversal: id, order: order.id, err: error }, 'failed to request a refund');
    const minutes = (clock.now() - row.createdAt.getTime()) / 60_000;
    await later(around, row, AGAIN_MINUTES.find((again) => minutes < again) ?? UNDER_WAY_MINUTES);
  }
}

async function later({ db, clock }: ReversalsAround, { id }: Reversal, minutes: number): Promise<void> {
  await db
    .update(reversal)
    .set({ askAt: new Date(clock.now() + minutes * 60_000) })
    .where(and(eq(reversal.id, id), eq(reversal.state, 'asked')));
}

/**
 * Settles a refund or surplus payment as done, which notifies the payer of a refund, or as refused, which returns its gems. A bank may
 * still refuse one that was done before.
 */
export async function settleReversal(tx: Transaction, id: string, to: 'done' | 'refused'): Promise<void> {
  const [named] = await tx.select({ orderId: reversal.orderId }).from(reversal).where(eq(reversal.id, id));
  const order = named && (await lockOrder(tx, named.orderId));
  const [row] = await tx.select().from(reversal).where(eq(reversal.id, id)).for('update');
  if (!order || !row || row.state === to || row.state === 'refused') return;
  await tx.update(reversal).set({ state: to, askAt: null }).where(eq(reversal.id, id));
  if (to === 'done') {
    if (row.kind !== 'refund') return;
    const content = { template: 'refunded', values: { amount: String(row.gems) } } as const;
    await addNotices(tx, [{ uid: order.uid, key: `refund:${id}`, about: null, content }]);
    return;
  }
  await lockedBalance(tx, order.uid);
  await giveGemsBack(tx, order.uid, row);
  await takeMoreForDispute(tx, order, id);
  await updateHasPaid(tx, order.uid);
}

/**
 * Asks the gateway for the reversals that are due, up to 20 per round, including those left by a process that died; returns their
 * number. Run by the job `askForReversals`.
 */
export async function sweepReversals(around: ReversalsAround, signal?: AbortSignal): Promise<number> {
  const due = await around.db
    .select({ id: reversal.id })
    .from(reversal)
    .where(
      and(
        eq(reversal.state, 'asked'),
        isNotNull(reversal.askAt),
        isOurs,
        lte(reversal.askAt, new Date(around.clock.now())),
      ),
    )
    .orderBy(asc(reversal.askAt))
    .limit(ROUND);
  for (const { id } of due) {
    if (signal?.aborted) break;
    await askForReversal(around, id);
  }
  return due.length;
}
