import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { NextStep } from '../../../../contract/payments/orders.ts';
import { ORDER_LATE_POLL_MINUTES, ORDER_POLL_S } from '../../../../contract/payments/rules.ts';
import { serverClock } from '../../../platform/clock.ts';
import { account } from '../../../platform/database/account.ts';
import type { Database, Transaction } from '../../../platform/database/connect.ts';
import { addNotices } from '../../notices/telling/add.ts';
import { enqueuePushes } from '../../push/queue/enqueue.ts';
import { grant, move, OURS, openWallets } from '../../wallet/ledger.ts';
import type { GatewaySnapshot } from '../gateway.ts';
import { paymentCall, paymentDifference, paymentOrder, reversal, sku } from '../tables.ts';
import { claimsOf, fingerprintHash, giveClaimsBack, takeCardClaim, takeClaims } from './claims.ts';
import { type GatewayAnswers, isLive, type OrderTransition, type Payment, step } from './step.ts';

/** A row of `payment_order`: a purchase in any state. */
export type Order = typeof paymentOrder.$inferSelect;
/** A row of `payment_call`: a gateway call with an effect, which opens a session or charges a card. */
export type PaymentCall = typeof paymentCall.$inferSelect;

/**
 * PostgreSQL notification channel: an order was credited. The payload is the buyer's uid. A video call that waits for a top-up resumes, and
 * the buyer's devices are notified.
 */
export const RECHARGED = 'recharged';
const ID_LENGTH = 21;

/**
 * Answers of the gateway about an order, collected by the order sync for `apply`: snapshots, whether they are complete, and the call
 * that was answered.
 */
export type Answered = {
  /** Snapshots of the order's sessions and charges. */
  readonly seens: readonly GatewaySnapshot[];
  /** Whether the gateway answered about every session and charge of the order. */
  readonly whole: boolean;
  readonly closing?: GatewayAnswers['closing'];
  /** Number of gateway calls (`payment_call`) of the order when the gateway was asked. */
  readonly calls: number;
  /** The gateway call that this answers, with the reference that the gateway gave it. */
  readonly heard?: { readonly kind: PaymentCall['kind']; readonly attempt: number; readonly ref: string };
};

/**
 * Applies answers of the gateway to an order in one transaction, after each request about it: its state, the gems, its claims and
 * surplus payments. Repeated or concurrent answers have one effect. Locks are taken in the same order everywhere: the order, then
 * wallets.
 */
export async function apply(
  db: Database,
  orderId: string,
  answered: Answered,
  now: number,
): Promise<Order | undefined> {
  return db.transaction(async (tx) => {
    const [order] = await tx.select().from(paymentOrder).where(eq(paymentOrder.id, orderId)).for('update');
    if (order === undefined) return undefined;
    if (answered.heard) await hear(tx, orderId, answered.heard);
    const calls = await tx.select().from(paymentCall).where(eq(paymentCall.orderId, orderId));
    const charges = calls.filter(({ kind }) => kind === 'charge');
    const { seens, whole, closing } = answered;
    const stepped = step(
      { ...order, next: order.next as NextStep | null },
      {
        seens,
        whole,
        fresh: calls.length === answered.calls,
        charges: charges.length,
        unheard: charges.some(({ ref }) => ref === null),
        sentBack: await paymentsSentBack(tx, orderId),
        ...(closing === undefined ? {} : { closing }),
      },
    );
    const done = await refuseClaimedCard(tx, order, stepped);
    if (done.credited) await credit(tx, order, done.credited);
    for (const payment of done.surplus) await recordSurplus(tx, order, payment);
    for (const { ref, what } of done.odd) await note(tx, order, ref, what);
    if (done.declines > order.declines) await countDeclines(tx, charges, done.declines);
    if (!isLive(done.state) && done.state !== order.state && (done.state === 'failed' || done.state === 'expired')) {
      await giveClaimsBack(tx, orderId);
    }
    return save(tx, order, done, calls.length, now);
  });
}

async function paymentsSentBack(tx: Transaction, orderId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ paymentRef: reversal.paymentRef })
    .from(reversal)
    .where(and(eq(reversal.orderId, orderId), eq(reversal.kind, 'surplus')));
  return new Set(rows.map(({ paymentRef }) => paymentRef));
}

/**
 * The first-purchase pack is sold once per card. The card is known only after the payment: if it has a claim of another order, nothing is
 * credited, the whole payment is sent back, and an order in progress fails with the reason `claimed`.
 */
async function refuseClaimedCard(tx: Transaction, order: Order, done: OrderTransition): Promise<OrderTransition> {
  const { credited, ...rest } = done;
  if (credited === undefined || !(await isOfFirst(tx, order.sku))) return done;
  const hash = fingerprintHash(order.gateway, credited.fingerprint);
  if (await takeCardClaim(tx, order.sku, hash, order.id)) return done;
  const state = isLive(order.state) ? 'failed' : order.state;
  return { ...rest, state, reason: 'claimed', next: null, surplus: [credited, ...done.surplus] };
}

async function hear(tx: Transaction, orderId: string, { kind, attempt, ref }: NonNullable<Answered['heard']>) {
  const isCall = and(eq(paymentCall.orderId, orderId), eq(paymentCall.kind, kind), eq(paymentCall.attempt, attempt));
  await tx
    .update(paymentCall)
    .set({ ref })
    .where(and(isCall, sql`${paymentCall.ref} is null`));
}

/** Credits gems and bonus, settles gems that the buyer owes as far as they cover them, marks the order as paid, and notifies the buyer. */
async function credit(tx: Transaction, order: Order, payment: Payment): Promise<void> {
  const { id, uid } = order;
  await openWallets(tx, [uid]);
  const outcome = await grant(tx, `order:${id}`, uid, 'gems', order.gems + order.bonus, { type: 'order', id });
  if (outcome !== 'done') throw new Error(`The gems of an unpaid order: ${outcome}`);
  // An order that failed or expired released its claims. It takes them again, unless another order has them now.
  if (!isLive(order.state) && (await isOfFirst(tx, order.sku))) {
    await takeClaims(tx, order.sku, await claimsOf(tx, uid, order.device), id);
  }
  await payOwed(tx, order);
  await tx.update(account).set({ paid: true }).where(eq(account.uid, uid));
  await tx
    .update(paymentOrder)
    .set({ paymentRef: payment.ref, card: payment.card ?? null, state: 'paid', paidAt: new Date(payment.at) })
    .where(eq(paymentOrder.id, id));
  const amount = String(order.gems + order.bonus);
  const content = { template: 'recharged', values: { amount } } as const;
  await addNotices(tx, [{ uid, key: `order:${id}`, about: null, content }]);
  await tx.execute(sql`select pg_notify(${RECHARGED}, ${String(uid)})`);
}

/** Whether a SKU (by name) is the first-purchase pack, which is sold once per account, device and card. */
export async function isOfFirst(tx: Transaction, name: string): Promise<boolean> {
  const [found] = await tx.select({ kind: sku.kind }).from(sku).where(eq(sku.sku, name));
  return found?.kind === 'first';
}

async function payOwed(tx: Transaction, order: Order): Promise<void> {
  const debts = await tx
    .select({ id: reversal.id, owed: reversal.owed })
    .from(reversal)
    .innerJoin(paymentOrder, eq(paymentOrder.id, reversal.orderId))
    .where(and(eq(paymentOrder.uid, order.uid), eq(reversal.state, 'lost'), sql`${reversal.owed} > 0`))
    .orderBy(asc(reversal.createdAt), asc(reversal.id))
    .for('update', { of: reversal });
  let left = order.gems + order.bonus;
  for (const { id, owed } of debts) {
    const gross = Math.min(left, owed);
    if (gross === 0) return;
    const outcome = await move(tx, {
      operation: `order:${order.id}:owed:${id}`,
      kind: 'move',
      currency: 'gems',
      gross,
      subject: { type: 'reversal', id },
      legs: [
        [order.uid, -gross],
        [OURS.house, gross],
      ],
    });
    // The debt remains if the wallet cannot be charged, for example because it is locked.
    if (outcome !== 'done') return;
    await tx
      .update(reversal)
      .set({ owed: owed - gross, taken: sql`${reversal.taken} + ${gross}` })
      .where(eq(reversal.id, id));
    left -= gross;
  }
}

/** Records a payment that is not credited, as another one is or the card had a claim; the job `askForReversals` sends it back. */
async function recordSurplus(tx: Transaction, order: Order, payment: Payment): Promise<void> {
  await tx
    .insert(reversal)
    .values({
      id: nanoid(ID_LENGTH),
      orderId: order.id,
      kind: 'surplus',
      state: 'asked',
      by: 'gateway',
      amountMinor: payment.amountMinor,
      ref: payment.ref,
      paymentRef: payment.ref,
      askAt: new Date(serverClock.now()),
    })
    .onConflictDoNothing();
}

async function note(tx: Transaction, { id, gateway }: Order, ref: string, what: string): Promise<void> {
  const known = await tx
    .select({ id: paymentDifference.id })
    .from(paymentDifference)
    .where(and(eq(paymentDifference.gateway, gateway), eq(paymentDifference.ref, ref)));
  if (known.length === 0) await tx.insert(paymentDifference).values({ gateway, ref, orderId: id, what });
}

async function countDeclines(tx: Transaction, charges: readonly PaymentCall[], upTo: number): Promise<void> {
  const attempts = charges
    .filter(({ attempt, declined }) => !declined && attempt <= upTo)
    .map(({ attempt }) => attempt);
  const [of] = charges;
  if (of === undefined || attempts.length === 0) return;
  await tx
    .update(paymentCall)
    .set({ declined: true })
    .where(
      and(eq(paymentCall.orderId, of.orderId), eq(paymentCall.kind, 'charge'), inArray(paymentCall.attempt, attempts)),
    );
}

/** Whether the result of an order is pushed. An expired order is not: its buyer abandoned it. */
const isResult = (state: Order['state']) => !isLive(state) && state !== 'expired';

async function save(
  tx: Transaction,
  order: Order,
  done: OrderTransition,
  calls: number,
  now: number,
): Promise<Order | undefined> {
  const isNews = done.state !== order.state || done.declines !== order.declines;
  const pollCount = isNews ? 0 : Math.min(order.asked + 1, 10_000);
  const { state, reason, declines, next } = done;
  const askAt = whenNext(order, state, pollCount, calls, now);
  if (isResult(state) && state !== order.state) {
    const about = { order: order.id };
    await enqueuePushes(tx, [{ uid: order.uid, kind: 'payment', id: `${order.id}.${state}`, at: now, about }]);
  }
  const [saved] = await tx
    .update(paymentOrder)
    .set({ state, reason, declines, next, asked: pollCount, askAt })
    .where(eq(paymentOrder.id, order.id))
    .returning();
  return saved;
}

/**
 * When the gateway is asked about an order next if neither a webhook nor a client triggers it: after ORDER_POLL_S, then each minute,
 * from the 20th time each five minutes, and at the expiry. Once the order has ended: ORDER_LATE_POLL_MINUTES after its expiry, because
 * banks confirm late and a second session may be paid besides the first; not for an order under review, or one paid with a single gateway
 * call. Null: not any more.
 */
export function whenNext(
  { expiresAt }: Pick<Order, 'expiresAt'>,
  state: Order['state'],
  pollCount: number,
  calls: number,
  now: number,
): Date | null {
  const endMs = expiresAt.getTime();
  if (isLive(state)) {
    const inMs = (ORDER_POLL_S[pollCount] ?? (pollCount < 20 ? 60 : 300)) * 1_000;
    return new Date(now < endMs ? Math.min(now + inMs, endMs) : now + Math.max(inMs, MINUTE_MS));
  }
  if (state === 'review' || (state === 'paid' && calls < 2)) return null;
  const late = ORDER_LATE_POLL_MINUTES.map((minutes) => endMs + minutes * MINUTE_MS).find((at) => at > now);
  return late === undefined ? null : new Date(late);
}
