import { asc, eq, sql } from 'drizzle-orm';
import { decimalOf } from '../../contract/payments/money.ts';
import type { Gateway, GatewaySnapshot } from '../../server/domains/payments/gateway.ts';
import { inTime } from '../../server/domains/payments/in-time.ts';
import type { Order } from '../../server/domains/payments/order/apply.ts';
import { callsOf, storedReferences } from '../../server/domains/payments/order-sync.ts';
import { reversalsOf } from '../../server/domains/payments/reversal/reversal-moves.ts';
import { paymentDifference, paymentOrder, skuClaim } from '../../server/domains/payments/tables.ts';
import { readLimits } from '../../server/domains/wallet/limits.ts';
import type { Database } from '../../server/platform/database/connect.ts';
import { Stop } from '../stop.ts';
import type { MoneyDeps } from './operator-change.ts';

/** A parsed read-only operator command about money; it needs no reason and is not logged. Returns the rows to print. */
export type MoneyView = (at: MoneyDeps) => Promise<readonly string[]>;
type ReadMoneyView = (args: readonly string[]) => MoneyView | undefined;

const UID = /^[1-9]\d{0,14}$/;
const ID = /^[\w-]{21}$/;

const timeOf = (at: Date | null) => at?.toISOString() ?? 'never';

/** Everything about one order: its terms, the calls to the gateway, ledger entries, and the gateway's current state. */
const order: ReadMoneyView = ([id = '', ...more]) =>
  more.length > 0 || !ID.test(id)
    ? undefined
    : async ({ db, gateway }) => {
        const [found] = await db.select().from(paymentOrder).where(eq(paymentOrder.id, id));
        if (!found) throw new Stop(`there is no order ${id}`);
        return [...agreed(found), ...(await written(db, found)), ...(await seenBy(db, gateway, found))];
      };

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

async function written(db: Database, { id, currency }: Order): Promise<string[]> {
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

async function seenBy(db: Database, gateway: Gateway | undefined, { id, gateway: name }: Order): Promise<string[]> {
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

/** The gateway's state as it reports it, in minor units, because it may differ from the order. */
function shownSeen({ state, reason, payment, reversed }: GatewaySnapshot): string {
  const said = [reason === undefined ? state : `${state} (${reason})`];
  if (payment) said.push(`paid ${payment.amountMinor} ${payment.currency} (minor units) as ${payment.ref}`);
  for (const { ref, kind, amountMinor, state: of } of reversed) said.push(`${kind} ${ref} of ${amountMinor}: ${of}`);
  return said.join(', ');
}

const limits: ReadMoneyView = ([uid = '', ...more]) =>
  more.length > 0 || !UID.test(uid)
    ? undefined
    : async ({ db }) =>
        (await readLimits(db, Number(uid), Date.now())).map(({ scope, window, gems, used, next, nextAt }) => {
          const later = nextAt === null ? '' : `, ${next ?? 'no limit'} from ${new Date(nextAt).toISOString()}`;
          return `${scope} ${window}: ${used} of ${gems ?? 'no limit'}${later}`;
        });

/** Read-only operator commands with arguments: everything about one order, and the spending limits of one account. */
export const MONEY_VIEWS = { order, limits } as const;
