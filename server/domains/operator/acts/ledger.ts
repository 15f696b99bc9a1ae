import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queries } from '../../../platform/database/connect.ts';
import { storeReference } from '../../payments/order-sync.ts';
import { compare, type Difference, noteDifference, RECONCILE_DAYS } from '../../payments/reconcile.ts';
import { disputeLock, readBalance } from '../../payments/reversal/reversal-moves.ts';
import { paymentDifference, paymentOrder, reversal } from '../../payments/tables.ts';
import { auditWithin } from '../../wallet/audit.ts';
import { move, OURS } from '../../wallet/ledger.ts';
import { CURRENCIES } from '../../wallet/tables.ts';
import { act, Refused } from '../act.ts';
import { choice, count, uid as uidField } from '../fields.ts';

const LISTED = 50;
const DAYS_MAX = 99;
/** Longest time that `audit` may load the database. */
const AUDIT_WITHIN_S = 60;
const AMOUNT = /^[1-9]\d{0,8}$/;
const SIGNED_AMOUNT = /^-?[1-9]\d{0,8}$/;

const uidLabel = { label: 'Account', hint: 'its number' } as const;
const amountOf = (pattern: RegExp, message: string) =>
  v.pipe(v.string(), v.trim(), v.regex(pattern, message), v.transform(Number));

/** Creates the action that changes a balance: `grant` adds to it, `adjust` also takes from it. */
const change = (name: 'grant' | 'adjust', title: string, about: string) =>
  act({
    name,
    title,
    about,
    kind: 'change',
    where: 'everywhere',
    entries: {
      uid: uidField,
      currency: choice(CURRENCIES),
      amount:
        name === 'grant'
          ? amountOf(AMOUNT, 'must be a whole number above 0')
          : amountOf(SIGNED_AMOUNT, 'must be a whole number other than 0'),
    },
    fields: {
      uid: uidLabel,
      currency: { label: 'Gems or silver', shape: { choices: CURRENCIES } },
      amount: { label: 'Amount', hint: name === 'grant' ? 'to add' : 'to add; with a minus to take' },
    },
    async run(tx, { uid, currency, amount }, by) {
      const outcome = await move(tx, {
        operation: by,
        kind: 'move',
        currency,
        gross: Math.abs(amount),
        subject: { type: 'adjust', id: by },
        legs: [
          [OURS.mint, -amount],
          [uid, amount],
        ],
      });
      if (outcome !== 'done') throw new Refused(`not moved: ${outcome}`);
      const lines = [`${uid}: ${amount} ${currency}, now ${await readBalance(tx, uid, currency)}`];
      return { lines, about: { uid: String(uid), to: String(uid) } };
    },
  });

const forgive = act({
  name: 'forgive',
  title: 'Forgive the debt of an account',
  about: 'What the account owes after lost disputes is forgiven, and their locks of money go.',
  kind: 'change',
  where: 'everywhere',
  entries: { uid: uidField },
  fields: { uid: uidLabel },
  async run(tx, { uid }) {
    const orders = tx.select({ id: paymentOrder.id }).from(paymentOrder).where(eq(paymentOrder.uid, uid));
    const lost = and(eq(reversal.kind, 'dispute'), eq(reversal.state, 'lost'), inArray(reversal.orderId, orders));
    const done = await tx.update(reversal).set({ state: 'done' }).where(lost).returning();
    if (done.length === 0) throw new Refused(`${uid} owes nothing`);
    const locks = done.map(({ id }) => disputeLock(id));
    await tx.execute(sql`delete from money_lock where uid = ${uid} and why = any(${sql.param(locks)})`);
    const gems = done.reduce((sum, { owed }) => sum + owed, 0);
    return { lines: [`${uid} is forgiven ${gems} gems`], about: { uid: String(uid), to: String(uid) } };
  },
});

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

/** Runs the daily comparison now. Orders about which the gateway knows more become due for the order sync, as with `look`. */
const reconcile = act({
  name: 'reconcile',
  title: 'Compare with the gateway',
  about: 'Compares the payments of the last days with the list of the gateway, as is done each day.',
  kind: 'change',
  where: 'everywhere',
  entries: { days: v.optional(count(DAYS_MAX)) },
  fields: { days: { label: 'Days', hint: `1 to ${DAYS_MAX}; ${RECONCILE_DAYS} if empty` } },
  async prepare({ db, gateway }, { days }) {
    if (gateway === undefined) throw new Refused('nothing is sold here: PAYMENTS is off');
    return { name: gateway.name, ...(await compare({ db, gateway }, Date.now(), days ?? RECONCILE_DAYS)) };
  },
  async run(tx, _input, _by, { name, seen, news, differences }) {
    for (const { orderId, ref } of news) {
      await storeReference(tx, name, orderId, ref);
      await tx.update(paymentOrder).set({ askAt: new Date() }).where(eq(paymentOrder.id, orderId));
    }
    const fresh: Difference[] = [];
    for (const difference of differences) if (await noteDifference(tx, name, difference)) fresh.push(difference);
    const owners = await ownersOf(tx, [...news, ...fresh]);
    return {
      lines: [
        `${seen} sessions seen, ${news.length} orders are looked at next, ${fresh.length} new differences`,
        ...news.map(({ orderId }) => `look: ${nameOrder(orderId, owners)}`),
        ...fresh.map(({ orderId, ref, what }) => `${ref} ${nameOrder(orderId, owners)}: ${what}`),
      ],
    };
  },
});

const differences = act({
  name: 'differences',
  title: 'Differences to the gateway',
  about: 'Payments about which the gateway and this server disagree, until they are settled.',
  kind: 'list',
  where: 'everywhere',
  entries: {},
  fields: {},
  async run(tx) {
    const open = tx.select().from(paymentDifference).where(isNull(paymentDifference.settledAt));
    const rows = await open.orderBy(desc(paymentDifference.id)).limit(LISTED);
    const owners = await ownersOf(tx, rows);
    const lines = rows.map(({ id, at, gateway, ref, orderId, what }) => ({
      text: `${id} ${at.toISOString()} ${gateway} ${ref} ${nameOrder(orderId, owners)}: ${what}`,
      next: 'settle',
      given: { id: String(id) },
    }));
    return { lines: lines.length > 0 ? lines : ['there is no open difference'] };
  },
});

const settle = act({
  name: 'settle',
  title: 'Settle a difference',
  about: 'You have resolved the difference; the reason says how.',
  kind: 'change',
  where: 'everywhere',
  entries: { id: amountOf(AMOUNT, 'is not the number of a difference') },
  fields: { id: { label: 'Difference', hint: 'its number' } },
  async run(tx, { id }) {
    const isOpen = and(eq(paymentDifference.id, id), isNull(paymentDifference.settledAt));
    const [done] = await tx.update(paymentDifference).set({ settledAt: new Date() }).where(isOpen).returning();
    if (!done) throw new Refused(`there is no open difference ${id}`);
    return { lines: [`${id} is settled: ${done.ref} ${done.what}`] };
  },
});

const audit = act({
  name: 'audit',
  title: 'Check the ledger',
  about: `Whether every law of the ledger holds, as far as ${AUDIT_WITHIN_S} seconds suffice; all of it is checked each hour.`,
  kind: 'list',
  where: 'everywhere',
  entries: {},
  fields: {},
  async run(tx) {
    const found = await auditWithin(tx, AUDIT_WITHIN_S * 1_000);
    if (!found) throw new Refused('the ledger is being checked already');
    const { broken, unchecked } = found;
    if (broken.length + unchecked.length === 0) return { lines: ['every law of the ledger holds'] };
    return { lines: [...broken.map((law) => `BROKEN: ${law}`), ...unchecked.map((law) => `not checked: ${law}`)] };
  },
});

/** Actions on the ledger (check, grant, adjust, forgive a debt) and on its comparison with the gateway. */
export const LEDGER_ACTS = [
  audit,
  differences,
  settle,
  reconcile,
  forgive,
  change('grant', 'Give gems or silver', 'Adds to the wallet of an account, from the house.'),
  change('adjust', 'Correct a wallet', 'Adds to the wallet of an account, or takes from it as far as it goes.'),
] as const;
