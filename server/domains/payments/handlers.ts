import { eq } from 'drizzle-orm';
import type { paymentsRows } from '../../../contract/payments/endpoints.ts';
import type { OrderStatus } from '../../../contract/payments/orders.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { Handlers } from '../../platform/http/callers.ts';
import { loadBalances } from '../wallet/balances.ts';
import { readLimits, setLimit } from '../wallet/limits.ts';
import { readLines } from '../wallet/lines.ts';
import { isLocked } from '../wallet/lock.ts';
import { cardHandler, cardsOf, shownCard } from './cards.ts';
import { chooseCountry, marketOf, readMarkets, readSkus } from './catalogue.ts';
import { isCardClosed } from './declines.ts';
import type { Order } from './order/apply.ts';
import { chargeOrder, ownOrder } from './order/charge.ts';
import { claimsOf, isFirstFree } from './order/claims.ts';
import { createOrders, orderById, orderOf } from './order/create.ts';
import { detailOf, nextOf, payStatusOf, statusOf } from './order/shown.ts';
import { isLive } from './order/step.ts';
import { watchOrders } from './order/watch.ts';
import type { OrderSync } from './order-sync.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { readOrders, recordsOf } from './records.ts';
import { owedBy } from './reversal/owed.ts';
import { refundOrder } from './reversal/reversals.ts';

/** Whether an account has at least one paid order that was not completely reversed; shown to its user in `userPayInfo`. */
async function hasPaidOrder(db: Queries, uid: number): Promise<boolean> {
  const [found] = await db.select({ paid: account.paid }).from(account).where(eq(account.uid, uid));
  return found?.paid ?? false;
}

type Names = keyof typeof paymentsRows;
/**
 * Creates the API handlers of purchases: catalogue, orders, charges, saved cards, refunds, records, and spend limits. `syncOrder` syncs an
 * order with the gateway.
 */
export function paymentsHandlers(deps: PaymentDeps, syncOrder: OrderSync): Pick<Handlers, Names> {
  const { gateway, tickets, clock } = deps;
  const create = createOrders(deps, syncOrder);
  const watch = watchOrders(deps, syncOrder);
  const status = (order: Result<Order>): Result<OrderStatus> =>
    order.ok ? ok(statusOf(order.value, clock.now())) : order;

  return {
    async paymentChannels({ db, uid, device, origin }, { country }) {
      const now = clock.now();
      const markets = await readMarkets(db);
      if (country !== undefined) await chooseCountry(db, uid, country, markets);
      const own = await marketOf(db, uid, markets);
      const name = gateway?.name ?? '';
      const [owners, cards] = [await claimsOf(db, uid, device.androidId), await cardsOf(db, uid, name)];
      const skus = gateway === undefined ? [] : await readSkus(db, own, now);
      const first = skus.find(({ kind }) => kind === 'first');
      const isFirst = first !== undefined && (await isFirstFree(db, first.sku, uid, owners));
      const noCards = await isCardClosed(db, uid, device.androidId, now);
      // UPI is offered only in India's currency, the channel `card` only while card payments are not blocked (`isCardClosed`).
      const offered = [...(gateway?.channels ?? [])].filter((channel) => channel !== 'upi' || own.currency === 'INR');
      const channels = offered.filter((channel) => channel !== 'card' || !noCards);
      return ok({
        countries: markets.map((market) => ({ ...market, selected: market.country === own.country })),
        cards: noCards ? [] : cards.map(shownCard),
        gpayIsHide: !channels.includes('upi'),
        userPayInfo: {
          paid: await hasPaidOrder(db, uid),
          locked: await isLocked(db, uid),
          owed: await owedBy(db, uid),
          limits: await readLimits(db, uid, now),
        },
        extend_info: {
          skus: skus.filter(({ kind }) => kind !== 'first' || isFirst),
          channels: channels.map((channel) => ({ channel, frameOrigin: deps.frameOriginFor(origin) })),
        },
      });
    },

    async createOrder(caller, input) {
      const made = await create(caller, input);
      if (!made.ok) return made;
      const order = made.value;
      return ok({
        orderId: order.id,
        orderDetail: detailOf(order),
        gems: order.gems,
        bonus: order.bonus,
        expiresAt: order.expiresAt.getTime(),
        payStatus: payStatusOf(order),
        next: nextOf(order),
        ticket: tickets.write(order.id, clock.now()),
      });
    },

    async payOrderStatus({ db, viewer }, input) {
      if ('operationId' in input) {
        const order = viewer === undefined ? undefined : await orderOf(db, viewer, input.operationId);
        return status(order ? ok(await watch(order)) : fail({ code: 'not-found' }));
      }
      const { orderId, ticket } = input;
      const order = viewer === undefined ? undefined : await ownOrder(deps, viewer, orderId);
      if (order) return status(ok(await watch(order)));
      // A client that is not signed in as the owner of the order needs a ticket, and gets only the payment status.
      if (ticket === undefined || !tickets.isValid(orderId, ticket, clock.now())) return fail({ code: 'not-found' });
      const theirs = await orderById(db, orderId);
      if (theirs === undefined) return fail({ code: 'not-found' });
      const { payStatus, againMs } = statusOf(await watch(theirs), clock.now());
      return ok({ payStatus, againMs });
    },

    authenticationPayment: async (caller, input) => status(await chargeOrder(deps, syncOrder, caller, input)),

    saveBankCard: cardHandler(deps),

    async cancelOrder({ uid }, { orderId }) {
      const order = await ownOrder(deps, uid, orderId);
      if (order === undefined) return fail({ code: 'not-found' });
      if (!isLive(order.state)) return status(ok(order));
      try {
        return status(ok((await syncOrder(orderId, { cancel: true })) ?? order));
      } catch (error) {
        deps.log.warn({ order: orderId, err: error }, 'failed to cancel an order');
        return fail({ code: 'gateway-down' });
      }
    },

    async refundOrder({ db, uid, once }, { orderId, gems }) {
      if (!once) return fail({ code: 'bad-request', detail: 'Idempotency-Key: is missing' });
      const refunded = await refundOrder(deps, { uid, orderId, gems, operation: once.operation });
      if (!refunded.ok) return refunded;
      const order = await ownOrder(deps, uid, orderId);
      const [record] = order ? await recordsOf(db, [order], clock.now(), gateway?.name) : [];
      if (record === undefined) return fail({ code: 'not-found' });
      return ok({ record, gemsBalance: (await loadBalances(db, uid)).gems });
    },

    async payRecords({ db, uid }, { kind, cursor, limit }) {
      if (kind === 'orders') return ok(await readOrders(db, uid, cursor, limit, clock.now(), gateway?.name));
      const { lines, nextCursor, balance } = await readLines(db, uid, kind, cursor, limit);
      return ok({ orders: [], lines, nextCursor, balance });
    },

    async spendLimits({ db, uid }, { set }) {
      const now = clock.now();
      if (set) await setLimit(db, uid, set, now);
      return ok({ limits: await readLimits(db, uid, now) });
    },
  };
}
