import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { readOperatorLog } from '../../server/domains/account/site/operator-log.ts';
import { storeReference } from '../../server/domains/payments/order-sync.ts';
import {
  type Compared,
  compare,
  type Difference,
  noteDifference,
  RECONCILE_DAYS,
} from '../../server/domains/payments/reconcile.ts';
import {
  disputeLock,
  lockOrder,
  readBalance,
  updateHasPaid,
} from '../../server/domains/payments/reversal/reversal-moves.ts';
import { beginRefund, lockedRefundable } from '../../server/domains/payments/reversal/reversals.ts';
import {
  paymentDifference,
  paymentOrder,
  reversal,
  skuPrice,
  sku as skuTable,
} from '../../server/domains/payments/tables.ts';
import { auditLedger } from '../../server/domains/wallet/audit.ts';
import { grant, move, OURS } from '../../server/domains/wallet/ledger.ts';
import { CURRENCIES } from '../../server/domains/wallet/tables.ts';
import type { Database, Queries } from '../../server/platform/database/connect.ts';
import { Stop } from '../stop.ts';
import type { ReadMoneyChange } from './operator-change.ts';
import { creditLost } from './operator-lost-order.ts';
import { price, sku } from './operator-prices.ts';

const UID = /^[1-9]\d{0,14}$/;
const ID = /^[\w-]{21}$/;
const LISTED = 50;

/** Makes an order due for the server's order sync, which queries the gateway within seconds. */
const look: ReadMoneyChange = ([id = '', ...more]) =>
  more.length > 0 || !ID.test(id)
    ? undefined
    : {
        what: { id },
        async run(tx) {
          const due = tx.update(paymentOrder).set({ askAt: new Date() }).where(eq(paymentOrder.id, id));
          const [order] = await due.returning({ state: paymentOrder.state });
          if (!order) throw new Stop(`there is no order ${id}`);
          return `${id} (${order.state}) is looked at next`;
        },
      };

const refund: ReadMoneyChange = ([id = '', ...more]) =>
  more.length > 0 || !ID.test(id)
    ? undefined
    : {
        what: { id },
        async run(tx, by) {
          const order = await lockOrder(tx, id);
          const refundable = order && (await lockedRefundable(tx, order, Date.now()));
          if (!order || !refundable) throw new Stop(`nothing of ${id} can go back`);
          const begun = await beginRefund(tx, order, refundable, { operation: by, by, now: Date.now() });
          if (!begun.ok) throw new Stop(`nothing of ${id} can go back`);
          return `${refundable.gems} gems left ${order.uid}; ${refundable.price.amountMinor} ${order.currency} (minor units) go back`;
        },
      };

/** Credits an order in review whose payment has arrived, by the payment id of the gateway's dashboard. */
const credit: ReadMoneyChange = ([id = '', paymentRef = '', ...more]) =>
  more.length > 0 || !ID.test(id) || paymentRef === ''
    ? undefined
    : {
        what: { id, paymentRef },
        async run(tx) {
          const order = await lockOrder(tx, id);
          if (order?.state !== 'review') throw new Stop(`${id} is not in review`);
          const { uid, gems, bonus } = order;
          const outcome = await grant(tx, `order:${id}`, uid, 'gems', gems + bonus, { type: 'order', id });
          if (outcome !== 'done') throw new Stop(`not credited: ${outcome}`);
          await tx.execute(sql`select set_config('gemcall.operator', 'on', true)`);
          await tx
            .update(paymentOrder)
            .set({ state: 'paid', paidAt: new Date(), paymentRef })
            .where(eq(paymentOrder.id, id));
          await updateHasPaid(tx, uid);
          return `${uid} has ${gems} + ${bonus} gems of ${id}`;
        },
      };

/** Changes a balance; only `adjust` (`allowsLess`) accepts negative amounts. */
const change =
  (allowsLess: boolean): ReadMoneyChange =>
  ([uid = '', name = '', count = '', ...more]) => {
    const currency = CURRENCIES.find((candidate) => candidate === name);
    const amount = Number(count);
    const isCount = allowsLess ? /^-?[1-9]\d{0,8}$/.test(count) : /^[1-9]\d{0,8}$/.test(count);
    if (more.length > 0 || !UID.test(uid) || !currency || !isCount) return undefined;
    return {
      what: { uid, currency, amount },
      async run(tx, by) {
        const outcome = await move(tx, {
          operation: by,
          kind: 'move',
          currency,
          gross: Math.abs(amount),
          subject: { type: 'adjust', id: by },
          legs: [
            [OURS.mint, -amount],
            [Number(uid), amount],
          ],
        });
        if (outcome !== 'done') throw new Stop(`not moved: ${outcome}`);
        return `${uid}: ${amount} ${currency}, now ${await readBalance(tx, Number(uid), currency)}`;
      },
    };
  };

/** Forgives the debt of lost disputes. */
const forgive: ReadMoneyChange = ([uid = '', ...more]) =>
  more.length > 0 || !UID.test(uid)
    ? undefined
    : {
        what: { uid },
        async run(tx) {
          const orders = tx
            .select({ id: paymentOrder.id })
            .from(paymentOrder)
            .where(eq(paymentOrder.uid, Number(uid)));
          const lost = and(eq(reversal.kind, 'dispute'), eq(reversal.state, 'lost'), inArray(reversal.orderId, orders));
          const done = await tx.update(reversal).set({ state: 'done' }).where(lost).returning();
          if (done.length === 0) throw new Stop(`${uid} owes nothing`);
          const locks = done.map(({ id }) => disputeLock(id));
          await tx.execute(sql`delete from money_lock where uid = ${Number(uid)} and why = any(${sql.param(locks)})`);
          return `${uid} is forgiven ${done.reduce((sum, { owed }) => sum + owed, 0)} gems`;
        },
      };

/** The accounts of these orders, by order id; a lost order has none. */
async function ownersOf(
  db: Queries,
  about: readonly { readonly orderId: string | null }[],
): Promise<ReadonlyMap<string, number>> {
  const ids = about.flatMap(({ orderId }) => orderId ?? []);
  const { id, uid } = paymentOrder;
  const rows = await db.select({ id, uid }).from(paymentOrder).where(inArray(id, ids));
  return new Map(rows.map((row) => [row.id, row.uid]));
}
function nameOrder(orderId: string | null, owners: ReadonlyMap<string, number>): string {
  const uid = owners.get(orderId ?? '');
  return uid === undefined ? `${orderId}` : `${orderId} of ${uid}`;
}

/** Runs the daily reconciliation now. Orders about which the gateway knows more become due for the order sync, as with `look`. */
const reconcile: ReadMoneyChange = ([days = String(RECONCILE_DAYS), ...more]) => {
  if (more.length > 0 || !/^[1-9]\d?$/.test(days)) return undefined;
  let compared: Compared | undefined;
  let name = '';
  return {
    what: { days: Number(days) },
    async prepare({ db, gateway }) {
      if (gateway === undefined) throw new Stop('nothing is sold here: PAYMENTS is off');
      name = gateway.name;
      compared = await compare({ db, gateway }, Date.now(), Number(days));
    },
    async run(tx) {
      const { seen, news, differences } = compared ?? { seen: 0, news: [], differences: [] };
      for (const { orderId, ref } of news) {
        await storeReference(tx, name, orderId, ref);
        await tx.update(paymentOrder).set({ askAt: new Date() }).where(eq(paymentOrder.id, orderId));
      }
      const fresh: Difference[] = [];
      for (const difference of differences) if (await noteDifference(tx, name, difference)) fresh.push(difference);
      const owners = await ownersOf(tx, [...news, ...fresh]);
      const said = `${seen} sessions seen, ${news.length} orders are looked at next, ${fresh.length} new differences`;
      return [
        said,
        ...news.map(({ orderId }) => `look: ${nameOrder(orderId, owners)}`),
        ...fresh.map(({ orderId, ref, what }) => `${ref} ${nameOrder(orderId, owners)}: ${what}`),
      ].join('\n');
    },
  };
};

/** Settles a difference that an operator has resolved; the reason is in the log. */
const settle: ReadMoneyChange = ([id = '', ...more]) =>
  more.length > 0 || !UID.test(id)
    ? undefined
    : {
        what: { id },
        async run(tx) {
          const isOpen = and(eq(paymentDifference.id, Number(id)), isNull(paymentDifference.settledAt));
          const [done] = await tx.update(paymentDifference).set({ settledAt: new Date() }).where(isOpen).returning();
          if (!done) throw new Stop(`there is no open difference ${id}`);
          return `${id} is settled: ${done.ref} ${done.what}`;
        },
      };

/** Operator commands that change money, by name. They need a reason; without `--yes` they are dry runs. */
export const MONEY_CHANGES = {
  look,
  credit: (args) => credit(args) ?? creditLost(args),
  refund,
  forgive,
  reconcile,
  settle,
  price,
  sku,
  grant: change(false),
  adjust: change(true),
} as const satisfies Record<string, ReadMoneyChange>;

/**
 * Operator commands without arguments that list orders, prices, packs, differences, ledger checks and the log. One row of text per entry.
 */
export const MONEY_LISTS = {
  async orders(db: Database): Promise<readonly string[]> {
    const rows = await db.select().from(paymentOrder).orderBy(desc(paymentOrder.createdAt)).limit(LISTED);
    return rows.map(
      ({ id, uid, state, gems, bonus, amountMinor, currency, createdAt }) =>
        `${createdAt.toISOString()} ${id} ${uid} ${state} ${gems}+${bonus} ${amountMinor} ${currency}`,
    );
  },
  async price(db: Database): Promise<readonly string[]> {
    const rows = await db.select().from(skuPrice).orderBy(skuPrice.sku, skuPrice.currency, skuPrice.id);
    return rows.map(
      ({ id, sku, country, currency, amountMinor }) => `${id} ${sku} ${country} ${amountMinor} ${currency}`,
    );
  },
  async sku(db: Database): Promise<readonly string[]> {
    const rows = await db.select().from(skuTable).orderBy(skuTable.position, skuTable.sku);
    return rows.map(
      ({ sku: name, kind, gems, bonus, active }) => `${name} ${kind} ${gems}+${bonus} ${active ? 'sold' : 'not sold'}`,
    );
  },
  async differences(db: Database): Promise<readonly string[]> {
    const open = db.select().from(paymentDifference).where(isNull(paymentDifference.settledAt));
    const rows = await open.orderBy(desc(paymentDifference.id)).limit(LISTED);
    const owners = await ownersOf(db, rows);
    return rows.map(
      ({ id, at, gateway, ref, orderId, what }) =>
        `${id} ${at.toISOString()} ${gateway} ${ref} ${nameOrder(orderId, owners)}: ${what}`,
    );
  },
  async audit(db: Database): Promise<readonly string[]> {
    const broken = await auditLedger(db);
    return broken.length === 0 ? ['every law of the ledger holds'] : broken.map((law) => `BROKEN: ${law}`);
  },
  log: (db: Database) => readOperatorLog(db, LISTED),
} as const;
