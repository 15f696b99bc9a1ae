import { asc, desc, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { decimalOf } from '../../../../contract/payments/money.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import type { GatewaySnapshot } from '../../payments/gateway.ts';
import { inTime } from '../../payments/in-time.ts';
import type { Order } from '../../payments/order/apply.ts';
import { callsOf, storedReferences } from '../../payments/order-sync.ts';
import { lockOrder, reversalsOf, updateHasPaid } from '../../payments/reversal/reversal-moves.ts';
import { beginRefund, lockedRefundable } from '../../payments/reversal/reversals.ts';
import { paymentDifference, paymentOrder, skuClaim } from '../../payments/tables.ts';
import { grant } from '../../wallet/ledger.ts';
import { readLimits } from '../../wallet/limits.ts';
import { type ActDeps, act, Refused } from '../act.ts';
import { orderId, uid as uidField, words } from '../fields.ts';
import { creditLostOrder, findLostPayment } from './lost-order.ts';

const LISTED = 50;
const REF_MAX_CHARS = 255;

const idLabel = { label: 'Order', hint: 'its number' } as const;
const aboutOf = ({ id, uid }: Pick<Order, 'id' | 'uid'>) => ({ id, of: id, uid: String(uid), to: String(uid) });
const timeOf = (at: Date | null) => at?.toISOString() ?? 'never';

async function needOrder(db: Queries, id: string): Promise<Order> {
  const [found] = await db.select().from(paymentOrder).where(eq(paymentOrder.id, id));
  if (!found) throw new Refused(`there is no order ${id}`);
  return found;
}

const list = act({
  name: 'orders',
  title: 'Find orders',
  about: `The newest ${LISTED} orders of all, of one account, or the one with this number.`,
  kind: 'look',
  where: 'everywhere',
  entries: { of: v.optional(v.union([uidField, orderId])) },
  fields: { of: { label: 'Account or order', hint: 'its number; the newest orders of all if empty' } },
  async run(tx, { of }) {
    const isListed =
      of === undefined ? undefined : typeof of === 'number' ? eq(paymentOrder.uid, of) : eq(paymentOrder.id, of);
    const rows = await tx
      .select()
      .from(paymentOrder)
      .where(isListed)
      .orderBy(desc(paymentOrder.createdAt))
      .limit(LISTED);
    const lines = rows.map((row) => ({
      text: `${row.createdAt.toISOString()} ${row.id} of ${row.uid}: ${row.state}, ${row.gems} + ${row.bonus} gems for ${decimalOf(row)} ${row.currency}`,
      next: 'order',
      given: { id: row.id },
    }));
    return { lines: lines.length > 0 ? lines : ['there is no such order'] };
  },
});

/** The action `order`: shows an order's terms, calls to the gateway, reversals and ledger entries, and the gateway's current state. */
const show = act({
  name: 'order',
  title: 'Show an order',
  about: 'What was agreed, what was paid and sent back, the lines of the ledger, and what the gateway says now.',
  kind: 'look',
  where: 'everywhere',
  entries: { id: orderId },
  fields: { id: idLabel },
  prepare: async (at, { id }) => seenByGateway(at, await needOrder(at.db, id)),
  async run(tx, { id }, _by, seen) {
    const found = await needOrder(tx, id);
    return { lines: [...agreed(found), ...(await written(tx, found)), ...seen], about: aboutOf(found) };
  },
});

function agreed(order: Order): string[] {
  const { id, uid, state, reason, gems, bonus, sku, priceId, country, channel, gateway, livemode, scene, sid } = order;
  const mode = livemode ? 'live' : 'test';
  const paid = `paid: ${timeOf(order.paidAt)} ${order.paymentRef ?? ''} ${order.card ? `${order.card.brand} ${order.card.last4}` : ''}`;
  return [
    `${id} of ${uid}: ${state}${reason === null ? '' : `, ${reason}`}`,
    `agreed: ${gems} + ${bonus} gems for ${decimalOf(order)} ${order.currency} (${sku}, price ${priceId}, country '${country}')`,
    `by ${channel} of ${gateway} (${mode}), from ${scene.source === '' ? 'nowhere' : scene.source}${sid === '' ? '' : `, in call ${sid}`}`,
    `made: ${timeOf(order.createdAt)}, until ${timeOf(order.expiresAt)}, asked next: ${timeOf(order.askAt)}, declines: ${order.declines}`,
    paid.trimEnd(),
  ];
}

async function written(db: Queries, { id, currency }: Order): Promise<string[]> {
  const calls = await callsOf(db, id);
  const reversals = await reversalsOf(db, id);
  const claims = await db.select().from(skuClaim).where(eq(skuClaim.orderId, id)).orderBy(asc(skuClaim.owner));
  const differences = await db.select().from(paymentDifference).where(eq(paymentDifference.orderId, id));
  const subjects = sql.param([id, ...reversals.map((reversal) => reversal.id)]);
  const { rows } = await db.execute<{ at: Date; operation: string; uid: string; amount: string }>(sql`
    select created_at as at, operation, posting.uid, posting.amount from transfer join posting on transfer_id = transfer.id
    where subject_type in ('order', 'reversal') and subject_id = any(${subjects}::text[]) order by posting.id`);
  return [
    ...calls.map(({ kind, attempt, ref, declined, createdAt }) =>
      [`call: ${timeOf(createdAt)} ${kind} ${attempt}`, ref ?? 'not answered', declined ? 'declined' : '']
        .join(' ')
        .trimEnd(),
    ),
    ...reversals.map(
      ({ id: name, kind, state, gems, taken, owed, amountMinor, by, ref }) =>
        `reversal: ${name} ${kind} ${state}, ${gems} gems (${taken} taken, ${owed} owed), ${decimalOf({ amountMinor, currency })} ${currency}, by ${by}${ref === null ? '' : `, ${ref}`}`,
    ),
    ...claims.map(({ sku, owner }) => `claim: ${sku} of ${owner}`),
    ...differences.map(
      ({ id: number, what, settledAt }) => `difference ${number}: ${what}${settledAt ? ' (settled)' : ''}`,
    ),
    ...rows.map(
      ({ at, operation, uid, amount }) => `ledger: ${new Date(at).toISOString()} ${operation}: ${uid} ${amount}`,
    ),
  ];
}

async function seenByGateway({ db, gateway }: ActDeps, { id, gateway: name }: Order): Promise<string[]> {
  if (gateway?.name !== name) return [`gateway: not asked, ${name} is not set up here`];
  const answers = (await callsOf(db, id)).flatMap(({ ref }) => ref ?? []);
  const refs = [...new Set([...answers, ...(await storedReferences(db, name, id))])];
  const lines = [];
  for (const ref of refs) {
    const seen = await inTime(gateway.ask(ref)).catch((error: unknown) => String(error));
    lines.push(`gateway: ${ref} ${typeof seen === 'string' ? `does not answer (${seen})` : shownSeen(seen)}`);
  }
  return lines.length > 0 ? lines : ['gateway: knows no session of it'];
}

/** A gateway snapshot in one line. Amounts are in minor units of the gateway's currency, which may differ from that of the order. */
function shownSeen({ state, reason, payment, reversed }: GatewaySnapshot): string {
  const said = [reason === undefined ? state : `${state} (${reason})`];
  if (payment) said.push(`paid ${payment.amountMinor} ${payment.currency} (minor units) as ${payment.ref}`);
  for (const { ref, kind, amountMinor, state: of } of reversed) said.push(`${kind} ${ref} of ${amountMinor}: ${of}`);
  return said.join(', ');
}

/** Makes an order due for the server's order sync, which queries the gateway within seconds. */
const syncNow = act({
  name: 'look',
  title: 'Ask the gateway about an order',
  about: 'The server asks the gateway for the state of the order within seconds, and books what it answers.',
  kind: 'change',
  where: 'everywhere',
  entries: { id: orderId },
  fields: { id: idLabel },
  async run(tx, { id }) {
    const due = tx.update(paymentOrder).set({ askAt: new Date() }).where(eq(paymentOrder.id, id));
    const [order] = await due.returning();
    if (!order) throw new Refused(`there is no order ${id}`);
    return { lines: [`${id} (${order.state}) is looked at next`], about: aboutOf(order) };
  },
});

const refund = act({
  name: 'refund',
  title: 'Refund an order',
  about: 'The gems of the order that are not spent yet leave the wallet, and their money goes back to the payer.',
  kind: 'change',
  where: 'everywhere',
  entries: { id: orderId },
  fields: { id: idLabel },
  async run(tx, { id }, by) {
    const order = await lockOrder(tx, id);
    const refundable = order && (await lockedRefundable(tx, order, Date.now()));
    if (!order || !refundable) throw new Refused(`nothing of ${id} can go back`);
    const begun = await beginRefund(tx, order, refundable, { operation: by, by, now: Date.now() });
    if (!begun.ok) throw new Refused(`nothing of ${id} can go back`);
    const { gems, price } = refundable;
    const said = `${gems} gems left ${order.uid}; ${decimalOf(price)} ${order.currency} go back`;
    return { lines: [said], about: aboutOf(order) };
  },
});

const credit = act({
  name: 'credit',
  title: 'Credit a paid order',
  about:
    'An order in review whose payment arrived, by the payment of the gateway. An order that a restore has lost needs account and pack too.',
  kind: 'change',
  where: 'everywhere',
  entries: {
    id: orderId,
    payment: words(REF_MAX_CHARS),
    uid: v.optional(uidField),
    sku: v.optional(words(REF_MAX_CHARS)),
  },
  fields: {
    id: idLabel,
    payment: { label: 'Payment', hint: 'its id at the gateway' },
    uid: { label: 'Account', hint: 'of a lost order alone' },
    sku: { label: 'Pack', hint: 'of a lost order alone' },
  },
  prepare: async (at, { id, payment, uid }) => (uid === undefined ? undefined : findLostPayment(at, id, payment)),
  async run(tx, { id, payment: paymentRef, uid: payer, sku }, by, paid) {
    if (payer !== undefined && sku !== undefined) {
      const said = await creditLostOrder(tx, { id, paymentRef, uid: payer, sku }, paid, by);
      return { lines: [said], about: aboutOf({ id, uid: payer }) };
    }
    if (payer !== undefined || sku !== undefined) throw new Refused('a lost order needs account and pack');
    const order = await lockOrder(tx, id);
    if (order?.state !== 'review') throw new Refused(`${id} is not in review`);
    const { uid, gems, bonus } = order;
    const outcome = await grant(tx, `order:${id}`, uid, 'gems', gems + bonus, { type: 'order', id });
    if (outcome !== 'done') throw new Refused(`not credited: ${outcome}`);
    await tx.execute(sql`select set_config('gemcall.operator', 'on', true)`);
    await tx.update(paymentOrder).set({ state: 'paid', paidAt: new Date(), paymentRef }).where(eq(paymentOrder.id, id));
    await updateHasPaid(tx, uid);
    return { lines: [`${uid} has ${gems} + ${bonus} gems of ${id}`], about: aboutOf(order) };
  },
});

const limits = act({
  name: 'limits',
  title: 'Show spending limits',
  about: 'The limits that the owner of an account has set, and what is used of them.',
  kind: 'look',
  where: 'everywhere',
  entries: { uid: uidField },
  fields: { uid: { label: 'Account', hint: 'its number' } },
  async run(tx, { uid }) {
    const all = await readLimits(tx, uid, Date.now());
    const lines = all.map(({ scope, window, gems, used, next, nextAt }) => {
      const later = nextAt === null ? '' : `, ${next ?? 'no limit'} from ${new Date(nextAt).toISOString()}`;
      return `${scope} ${window}: ${used} of ${gems ?? 'no limit'}${later}`;
    });
    return { lines, about: { uid: String(uid), of: String(uid), to: String(uid) } };
  },
});

/** Actions on orders: find, show, ask the gateway, refund, credit by hand; and the spending limits of an account. */
export const ORDER_ACTS = [list, show, refund, syncNow, credit, limits] as const;
