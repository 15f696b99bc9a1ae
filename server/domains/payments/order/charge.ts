import { and, eq } from 'drizzle-orm';
import type { Input } from '../../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../../contract/endpoints.ts';
import { isSameMoney } from '../../../../contract/payments/money.ts';
import { type AppError, fail, ok, type Result } from '../../../../contract/result.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { UserCaller } from '../../../platform/http/callers.ts';
import { OPERATION_REUSED } from '../../../platform/http/failures.ts';
import { isLocked } from '../../wallet/lock.ts';
import { cardOf, type SavedCardRow } from '../cards.ts';
import { isCardClosed } from '../declines.ts';
import type { Gateway } from '../gateway.ts';
import { type ChargeParams, callsOf, type OrderSync, performCall } from '../order-sync.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { paymentCall, paymentOrder } from '../tables.ts';
import { isOfFirst, type Order, type PaymentCall } from './apply.ts';
import { isCardClaimed } from './claims.ts';
import { priceOf } from './shown.ts';
import { isLive } from './step.ts';

type ChargeInput = Input<Endpoints['authenticationPayment']>;
/** `call`: committed and to be performed. Absent: a charge is in progress or the order is over, so the order is synced instead. */
type Planned = Result<{ readonly call?: PaymentCall }>;

/**
 * Charges a card for an order of channel `card`, once per idempotency key. While a charge has no answer, or the bank has not decided,
 * no other charge is made and the order is synced instead, so that a second request does not charge twice.
 */
export async function chargeOrder(
  deps: PaymentDeps,
  syncOrder: OrderSync,
  caller: UserCaller,
  input: ChargeInput,
): Promise<Result<Order>> {
  const { gateway } = deps;
  if (!caller.once) return fail({ code: 'bad-request', detail: 'Idempotency-Key: is missing' });
  const order = await ownOrder(deps, caller.uid, input.orderId);
  if (order === undefined) return fail({ code: 'not-found' });
  if (gateway === undefined) return fail({ code: 'not-sold' });
  if (gateway.name !== order.gateway) return fail({ code: 'gateway-down' });
  try {
    if (order.state === 'created') await syncOrder(order.id);
    const planned = await plan(deps, gateway, caller, input);
    if (!planned.ok) return planned;
    const { call } = planned.value;
    const after = call ? await performCall(deps, gateway, call) : await syncOrder(order.id);
    return after ? ok(after) : fail({ code: 'not-found' });
  } catch (error) {
    deps.log.warn({ order: order.id, err: error }, 'failed to charge an order');
    // The charge may have been made: then the order is `confirming`.
    const after = await ownOrder(deps, caller.uid, order.id);
    return after && after.state !== 'created' ? ok(after) : fail({ code: 'gateway-down' });
  }
}

/** Reads an order by id if it belongs to the user, for each request of its payer; undefined otherwise. */
export async function ownOrder({ db }: Pick<PaymentDeps, 'db'>, uid: number, id: string): Promise<Order | undefined> {
  const [order] = await db
    .select()
    .from(paymentOrder)
    .where(and(eq(paymentOrder.id, id), eq(paymentOrder.uid, uid)));
  return order;
}

async function plan(deps: PaymentDeps, gateway: Gateway, caller: UserCaller, input: ChargeInput): Promise<Planned> {
  const { uid, once } = caller;
  if (!once) return fail({ code: 'bad-request', detail: 'Idempotency-Key: is missing' });
  const { operation, bodyHash } = once;
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const [order] = await tx
      .select()
      .from(paymentOrder)
      .where(and(eq(paymentOrder.id, input.orderId), eq(paymentOrder.uid, uid)))
      .for('update');
    if (order === undefined) return fail({ code: 'not-found' });
    const calls = await callsOf(tx, order.id);
    const charges = calls.filter(({ kind }) => kind === 'charge');
    const same = charges.find((call) => call.operation === operation);
    if (same) return same.bodyHash === bodyHash ? ok({}) : fail(OPERATION_REUSED);
    if (!isSameMoney(input.price, priceOf(order))) return fail({ code: 'price-changed' });
    if (order.channel !== 'card') return refused('data.orderId: is not paid by card');
    if ('token' in input && gateway.frameOrigin === '') return refused('data.token: there are no card fields');
    const isWaiting = order.state === 'confirming' || charges.some(({ ref }) => ref === null);
    if (!isLive(order.state) || isWaiting) return ok({});
    if (await isLocked(tx, uid)) return fail({ code: 'locked' });
    if (await isCardClosed(tx, uid, caller.device.androidId, now)) return fail({ code: 'channel-closed' });
    const ref = calls.findLast((call) => call.kind === 'open' && call.ref !== null)?.ref;
    if (!ref || now >= order.expiresAt.getTime()) return ok({});
    const savedCard = 'cardId' in input ? await cardOf(tx, uid, gateway.name, input.cardId) : undefined;
    const card = 'token' in input ? { token: input.token, remember: input.remember } : savedCard && paramsOf(savedCard);
    if (card === undefined) return fail({ code: 'not-found' });
    if (savedCard && (await isFirstPackClaimed(tx, order, savedCard.fingerprint))) return fail({ code: 'claimed' });
    const params: ChargeParams = { ref, ...card };
    const attempt = charges.length + 1;
    const [call] = await tx
      .insert(paymentCall)
      .values({ orderId: order.id, kind: 'charge', attempt, operation, bodyHash, params, createdAt: new Date(now) })
      .returning();
    await tx
      .update(paymentOrder)
      .set({ state: 'confirming', reason: null, next: { kind: 'wait' }, askAt: new Date(now + 2_000) })
      .where(eq(paymentOrder.id, order.id));
    return ok(call ? { call } : {});
  });
}

const paramsOf = ({ cardRef, customerRef }: SavedCardRow) => ({ cardRef, customerRef });

/** Whether the order is of the first-purchase pack and another order has claimed it with this card; checked before a charge. */
async function isFirstPackClaimed(tx: Transaction, order: Order, fingerprint: string): Promise<boolean> {
  return (await isOfFirst(tx, order.sku)) && (await isCardClaimed(tx, order.sku, fingerprint, order.id));
}

const refused = (detail: string) => fail({ code: 'bad-request', detail } satisfies AppError);
