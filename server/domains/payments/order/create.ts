import { and, eq, inArray, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import type { Input } from '../../../../contract/api/endpoint.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { Endpoints } from '../../../../contract/endpoints.ts';
import { isSameMoney } from '../../../../contract/payments/money.ts';
import { resultPath } from '../../../../contract/payments/paths.ts';
import { CARD_ORDER_MINUTES, LIVE_ORDERS_MAX, UPI_ORDER_MINUTES } from '../../../../contract/payments/rules.ts';
import { type AppError, fail, ok, type Result } from '../../../../contract/result.ts';
import type { Queries, Transaction } from '../../../platform/database/connect.ts';
import type { UserCaller } from '../../../platform/http/callers.ts';
import { OPERATION_REUSED } from '../../../platform/http/failures.ts';
import { lockOpenAccounts } from '../../people/lock-open-accounts.ts';
import { buyAllowed } from '../../wallet/limits.ts';
import { cardOf, cardsOf } from '../cards.ts';
import { findOffer, type Offer } from '../catalogue.ts';
import { isCardClosed } from '../declines.ts';
import type { Gateway, OrderFacts } from '../gateway.ts';
import type { OrderSync } from '../order-sync.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { paymentCall, paymentOrder } from '../tables.ts';
import type { Order } from './apply.ts';
import { chargeOrder } from './charge.ts';
import { claimsOf, hasPaid, isCardClaimed, takeClaims } from './claims.ts';

const ID_LENGTH = 21;

/** Input of the endpoint `createOrder`. */
export type CreateOrderInput = Input<Endpoints['createOrder']>;

/** Thrown to roll back the transaction of a refused order. */
class Refused extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.code);
    this.error = error;
  }
}

/**
 * Creates the function that creates orders for `createOrder`, once per idempotency key; a repeated request continues the order. The
 * order and the call that opens its session are committed before the first request to the gateway, so that after a crash at any point
 * any process can continue it.
 */
export function createOrders(deps: PaymentDeps, syncOrder: OrderSync) {
  const { db, clock, gateway, log } = deps;

  return async function create(caller: UserCaller, input: CreateOrderInput): Promise<Result<Order>> {
    if (!caller.once) return fail({ code: 'bad-request', detail: 'Idempotency-Key: is missing' });
    const { operation, bodyHash } = caller.once;
    const known = await orderOf(db, caller.uid, operation);
    if (known) return known.bodyHash === bodyHash ? openOrder(known) : fail(OPERATION_REUSED);
    if (gateway === undefined) return fail({ code: 'not-sold' });
    let made: Result<Order>;
    try {
      made = ok(await db.transaction((tx) => make(tx, gateway, caller, operation, bodyHash, input)));
    } catch (error) {
      // A concurrent request with the same idempotency key may have created the order.
      const other = await orderOf(db, caller.uid, operation);
      if (other) return other.bodyHash === bodyHash ? openOrder(other) : fail(OPERATION_REUSED);
      if (!(error instanceof Refused)) throw error;
      made = fail(error.error);
    }
    if (!made.ok) return made;
    const opened = await openOrder(made.value);
    if (!opened.ok || input.cardId === undefined || opened.value.state !== 'open') return opened;
    return chargeOrder(deps, syncOrder, caller, {
      orderId: opened.value.id,
      price: input.shown.price,
      cardId: input.cardId,
    });
  };

  async function openOrder(order: Order): Promise<Result<Order>> {
    if (order.state !== 'created') return ok(order);
    try {
      const opened = await syncOrder(order.id);
      return opened && opened.state !== 'created' ? ok(opened) : fail({ code: 'gateway-down' });
    } catch (error) {
      log.warn({ order: order.id, err: error }, 'failed to open an order');
      // The order remains: a repeated request, a sync or the sweeper opens it.
      return fail({ code: 'gateway-down' });
    }
  }

  async function make(
    tx: Transaction,
    gateway: Gateway,
    caller: UserCaller,
    operation: string,
    bodyHash: string,
    input: CreateOrderInput,
  ): Promise<Order> {
    const { uid, origin } = caller;
    const device = caller.device.androidId;
    const now = clock.now();
    if (!(await lockOpenAccounts(tx, [uid]))) refuse({ code: 'unauthorized' });
    const offer = unwrap(await findOffer(tx, input.priceId, input.gems, now));
    if (!isAsShown(offer, input.shown)) refuse({ code: 'price-changed' });
    await checkChannel(tx, gateway, uid, input);
    if (input.channel === 'card' && (await isCardClosed(tx, uid, device, now))) refuse({ code: 'channel-closed' });
    // Locks the wallets until the commit: of two concurrent orders the second counts the first.
    unwrap(await buyAllowed(tx, uid, offer.gems, now));
    if ((await liveOrders(tx, uid)) >= LIVE_ORDERS_MAX) refuse({ code: 'too-many-orders' });
    const minutes = input.channel === 'upi' ? UPI_ORDER_MINUTES : CARD_ORDER_MINUTES;
    const expiresAt = new Date(now + minutes * MINUTE_MS);
    const { amountMinor, currency } = offer.price;
    const [order] = await tx
      .insert(paymentOrder)
      .values({
        id: nanoid(ID_LENGTH),
        uid,
        operation,
        bodyHash,
        device,
        priceId: offer.priceId,
        sku: offer.sku,
        gems: offer.gems,
        bonus: offer.bonus,
        amountMinor,
        currency,
        country: offer.country,
        channel: input.channel,
        gateway: gateway.name,
        livemode: gateway.livemode,
        scene: input.scene,
        sid: input.scene.sid,
        createdAt: new Date(now),
        expiresAt,
        askAt: new Date(now + 10_000),
      })
      .returning();
    if (order === undefined) throw new Error('An order was not made');
    const cards = await cardsOf(tx, uid, gateway.name);
    if (offer.kind === 'first') {
      await claimFirst(tx, uid, device, offer, order.id);
      const fingerprint = cards.find(({ id }) => id === input.cardId)?.fingerprint ?? '';
      if (await isCardClaimed(tx, offer.sku, fingerprint, order.id)) refuse({ code: 'claimed' });
    }
    const [card] = cards;
    const ticket = deps.tickets.write(order.id, now);
    const facts: OrderFacts = {
      orderId: order.id,
      uid,
      channel: input.channel,
      price: offer.price,
      title: `${offer.gems + offer.bonus} gems`,
      customerRef: card?.customerRef ?? '',
      remember: false,
      expiresAt: expiresAt.getTime(),
      parentOrigin: origin,
      returnUrl: `${origin}${resultPath(order.id)}&ticket=${ticket}`,
    };
    await tx
      .insert(paymentCall)
      .values({ orderId: order.id, kind: 'open', attempt: 1, operation, params: facts, createdAt: new Date(now) });
    return order;
  }
}

/** Whether an offer has the gems, bonus and price that the buyer was shown. */
const isAsShown = ({ gems, bonus, price }: Offer, shown: CreateOrderInput['shown']): boolean =>
  gems === shown.gems && bonus === shown.bonus && isSameMoney(price, shown.price);

/** Reads an order by its user and idempotency key: for a repeated `createOrder`, and for a client that lost the answer to it. */
export async function orderOf(db: Queries, uid: number, operation: string): Promise<Order | undefined> {
  const [order] = await db
    .select()
    .from(paymentOrder)
    .where(and(eq(paymentOrder.uid, uid), eq(paymentOrder.operation, operation)));
  return order;
}

/** Reads an order of any user by id, for a client that showed a valid ticket of it; undefined if there is none. */
export async function orderById(db: Queries, id: string): Promise<Order | undefined> {
  const [order] = await db.select().from(paymentOrder).where(eq(paymentOrder.id, id));
  return order;
}

/** Refuses a channel that the gateway does not offer. A saved card can be charged even without the `card` channel. */
async function checkChannel(
  tx: Queries,
  gateway: Gateway,
  uid: number,
  { channel, cardId }: CreateOrderInput,
): Promise<void> {
  if (cardId !== undefined) {
    if (channel !== 'card') refuse({ code: 'bad-request', detail: 'data.cardId: is for cards' });
    if (!(await cardOf(tx, uid, gateway.name, cardId))) refuse({ code: 'not-found' });
    return;
  }
  if (!gateway.channels.includes(channel)) refuse({ code: 'bad-request', detail: 'data.channel: is not offered' });
}

async function liveOrders(tx: Queries, uid: number): Promise<number> {
  const [found] = await tx
    .select({ count: sql<string>`count(*)`.mapWith(Number) })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.uid, uid), inArray(paymentOrder.state, ['created', 'open', 'action', 'confirming'])));
  return found?.count ?? 0;
}

async function claimFirst(tx: Queries, uid: number, device: string, { sku }: Offer, orderId: string): Promise<void> {
  const owners = await claimsOf(tx, uid, device);
  const taken = await takeClaims(tx, sku, owners, orderId);
  if (!taken || (await hasPaid(tx, uid, owners))) refuse({ code: 'claimed' });
}

function refuse(error: AppError): never {
  throw new Refused(error);
}

function unwrap<T>(result: Result<T>): T {
  return result.ok ? result.value : refuse(result.error);
}
