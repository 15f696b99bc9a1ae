import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import {
  type ConnectedState,
  canBePaidOut,
  moneyForGems,
  PAYOUTS_LISTED,
  type PayoutAccount,
  type PayoutState,
  type Payouts,
} from '../../../../contract/hosting/payouts.ts';
import { isSameMoney } from '../../../../contract/payments/money.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { Config } from '../../../config.ts';
import type { Queries, Transaction } from '../../../platform/database/connect.ts';
import type { SiteSettings } from '../../account/site/settings.ts';
import { lockOpenAccounts } from '../../people/lock-open-accounts.ts';
import { announceProfile } from '../../people/notify.ts';
import { isClawback, isEarning } from '../../wallet/earned.ts';
import { hold, move, OURS, post, release } from '../../wallet/ledger.ts';
import { isLocked, lockWallets } from '../../wallet/lock.ts';
import { connectedAccount, payout, payoutAccount, payoutTransfer } from '../tables.ts';
import { last4Of, openAccount, sealAccount } from './account.ts';
import { readTaxDetails, yearsOf } from './yearly.ts';

/** Terms of payouts: whether there are any, the rate, the minimum, and how long earnings are held. */
export type PayoutTerms = Pick<Payouts, 'isOff' | 'rate' | 'minGems' | 'holdDays'>;
/** A stored payout. */
export type PayoutRow = typeof payout.$inferSelect;

/** A payout as Stripe has it. `account`, `needs`: state of the host's account and what Stripe needs; null if it is gone. */
export type StripeSide = {
  readonly destination: string;
  readonly platformAccount: string;
  readonly transfer: (typeof payoutTransfer.$inferSelect)['state'];
  readonly problem: string;
  readonly account: ConnectedState | null;
  readonly needs: string | null;
};

/**
 * Problem of a transfer that was asked of another platform account at Stripe than the present one, where it may have been made: it is not
 * asked for here. Operators decide about its payout like about one by the bank, unless the key of that account comes back.
 */
export const OTHER_ACCOUNT = 'asked of another account at Stripe: restore its key, or look there before you decide';

/** The fewest gems of a payout in a demo, where a newcomer earns little. */
const DEMO_MIN_GEMS = 10;
const OPEN: readonly PayoutState[] = ['requested', 'approved'];

/** The operator's terms of payouts. A demo holds nothing back, so that a newcomer can see a whole payout. */
export const payoutTerms = (site: SiteSettings, mode: Config['payouts']): PayoutTerms => ({
  isOff: mode === 'off',
  rate: { amountMinor: site.payoutCents, currency: 'USD' },
  minGems: mode === 'demo' ? DEMO_MIN_GEMS : site.payoutMinGems,
  holdDays: mode === 'demo' ? 0 : site.payoutHoldDays,
});

const heldOf = ({ id, uid }: Pick<PayoutRow, 'id' | 'uid'>) => ({ operation: `payout:${id}`, uid });
const subjectOf = (id: string) => ({ type: 'payout', id }) as const;

/**
 * Gems that a host can be paid out now, and earned gems that are held. Only earned gems are paid out, not bought or given ones: the sum
 * of earnings older than `holdDays`, less clawbacks and payouts that are not undone, at most the balance.
 */
async function balancesOf(db: Queries, uid: number, holdDays: number) {
  const { rows } = await db.execute<Record<'earned' | 'mature' | 'paid' | 'balance', string>>(sql`
    select
      (select coalesce(sum(posting.amount), 0) from posting join transfer on transfer.id = posting.transfer_id
        where posting.uid = ${uid} and posting.currency = 'gems' and (${isEarning} or ${isClawback})) as earned,
      (select coalesce(sum(posting.amount), 0) from posting join transfer on transfer.id = posting.transfer_id
        where posting.uid = ${uid} and posting.currency = 'gems' and (${isClawback}
          or ${isEarning} and transfer.created_at <= ledger_now() - make_interval(days => ${holdDays}))) as mature,
      (select coalesce(sum(gems), 0) from payout where uid = ${uid} and state not in ('failed', 'returned')) as paid,
      (select coalesce(sum(amount), 0) from wallet where uid = ${uid} and currency = 'gems') as balance`);
  const [sums] = rows;
  const [earned, mature, paid, balance] = [sums?.earned, sums?.mature, sums?.paid, sums?.balance].map(Number);
  const withdrawable = (of = 0) => Math.max(0, Math.min(balance ?? 0, of - (paid ?? 0)));
  const available = withdrawable(mature);
  return { available, held: withdrawable(earned) - available };
}

/** Gems that an account earned as a host and that were not paid out, whether they are available or held; 0 for viewers. */
export async function unpaidEarnings(db: Queries, uid: number): Promise<number> {
  const { available, held } = await balancesOf(db, uid, 0);
  return available + held;
}

/** Whether a host has more earnings to be paid out than at this time: new ones, or of a payout that failed or was sent back since. */
export async function hasEarnedSince(db: Queries, uid: number, since: Date): Promise<boolean> {
  const from = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ more: boolean }>(sql`
    select (select coalesce(sum(posting.amount), 0) from posting join transfer on transfer.id = posting.transfer_id
        where posting.uid = ${uid} and posting.currency = 'gems' and (${isEarning} or ${isClawback}) and transfer.created_at > ${from})
      + (select coalesce(sum(gems), 0) from payout where uid = ${uid} and state in ('failed', 'returned')
        and requested_at <= ${from} and state_at > ${from}) > 0 as more`);
  return rows[0]?.more === true;
}

/**
 * Reads what a host's page shows about payouts. `key` decrypts the tax details (`loadPersonalKey`). `connected`: the account at Stripe;
 * null if payouts go by the bank.
 */
export async function readPayouts(
  db: Queries,
  uid: number,
  terms: PayoutTerms,
  key: Buffer,
  connected: Payouts['connected'] = null,
): Promise<Payouts> {
  const [own] = await db.select().from(payoutAccount).where(eq(payoutAccount.uid, uid));
  const account = own && (await openAccount(db, uid, own.sealed));
  const details = await readTaxDetails(db, uid, key);
  const rows = await db
    .select()
    .from(payout)
    .where(eq(payout.uid, uid))
    .orderBy(desc(payout.requestedAt))
    .limit(PAYOUTS_LISTED);
  return {
    ...terms,
    ...(await balancesOf(db, uid, terms.holdDays)),
    account: account ? { holder: account.holder, last4: last4Of(account) } : null,
    connected,
    tax: details && { name: details.name, taxIdEnd: details.taxId.slice(-3) },
    years: await yearsOf(db, uid),
    payouts: rows.map(({ id, gems, amountMinor, currency, last4, state, requestedAt, reason }) => ({
      id,
      gems,
      money: { amountMinor, currency },
      last4,
      state,
      at: requestedAt.getTime(),
      reason,
    })),
  };
}

/** Stores or replaces the bank account of a host, to which later payouts by the bank go; open payouts keep theirs. */
export async function saveAccount(db: Queries, uid: number, account: PayoutAccount): Promise<void> {
  const set = { sealed: await sealAccount(db, uid, account), changedAt: sql`now()` };
  await db
    .insert(payoutAccount)
    .values({ uid, ...set })
    .onConflictDoUpdate({ target: payoutAccount.uid, set });
}

type PayoutRequest = {
  readonly operation: string;
  readonly gems: number;
  readonly money: Payouts['rate'];
};

/**
 * Requests a payout and holds its gems. Repeating the operation changes nothing. Concurrent requests wait for the wallet, so that the
 * second finds the first. It goes to the account at Stripe, which must be ready, or to the bank account. `conflict`: another payout is
 * open, there is no such account, or the operation had other gems.
 */
export async function requestPayout(
  db: Queries,
  uid: number,
  { operation, gems, money }: PayoutRequest,
  terms: PayoutTerms,
  by: 'bank' | 'stripe' = 'bank',
): Promise<Result<undefined>> {
  return db.transaction(async (tx): Promise<Result<undefined>> => {
    // Lock the account against deletion: one that found nothing owed must not be followed by a request.
    if (!(await lockOpenAccounts(tx, [uid]))) return fail({ code: 'unauthorized' });
    await lockWallets(tx, uid);
    const [known] = await tx
      .select({ gems: payout.gems })
      .from(payout)
      .where(and(eq(payout.uid, uid), eq(payout.operation, operation)));
    if (known) return known.gems === gems ? ok(undefined) : fail({ code: 'conflict' });
    if (await isLocked(tx, uid)) return fail({ code: 'locked' });
    if (!isSameMoney(money, moneyForGems(gems, terms.rate))) return fail({ code: 'price-changed' });
    if (terms.isOff) return fail({ code: 'forbidden' });
    if (!canBePaidOut(gems, terms)) {
      return fail({ code: 'bad-request', detail: `gems: must be ${terms.minGems} or more` });
    }
    const payee = await (by === 'bank' ? readBank : readReady)(tx, uid);
    const [open] = await tx
      .select({ id: payout.id })
      .from(payout)
      .where(and(eq(payout.uid, uid), inArray(payout.state, [...OPEN])));
    if (!payee || open) return fail({ code: 'conflict' });
    const { available } = await balancesOf(tx, uid, terms.holdDays);
    if (gems > available) return fail({ code: 'gems-insufficient', need: gems - available, balance: available });
    const { sealed, last4, destination } = payee;
    const row = { id: nanoid(), uid, operation, gems, ...money, sealed, last4 };
    await tx.insert(payout).values(row);
    if (destination !== '')
      await tx.insert(payoutTransfer).values({ payoutId: row.id, destination, askedAt: new Date(0) });
    const outcome = await hold(tx, heldOf(row).operation, uid, 'gems', gems, subjectOf(row.id));
    if (outcome !== 'done') throw new Error(`The gems of a payout were not held: ${outcome}`);
    return ok(undefined);
  });
}

/** Where a payout goes, as its row has it; `destination`: the account at Stripe, '' for the bank. */
type Payee = { readonly sealed: string; readonly last4: string; readonly destination: string };

async function readBank(db: Queries, uid: number): Promise<Payee | undefined> {
  const [own] = await db.select().from(payoutAccount).where(eq(payoutAccount.uid, uid));
  if (!own) return undefined;
  return { sealed: own.sealed, last4: last4Of(await openAccount(db, uid, own.sealed)), destination: '' };
}

/** The account at Stripe if money can be sent there. */
async function readReady(db: Queries, uid: number): Promise<Payee | undefined> {
  const [own] = await db.select().from(connectedAccount).where(eq(connectedAccount.uid, uid));
  return own?.state === 'ready' ? { sealed: '', last4: own.last4, destination: own.ref } : undefined;
}

/** A change of a payout by an operator or by Stripe: its new state, and why. */
export type PayoutChange = {
  readonly state: Exclude<PayoutState, 'requested'>;
  /** Id of the entry in the operator log. */
  readonly by: string;
  /** For `sent`: reference of the bank transfer, or id of the transfer at Stripe. */
  readonly reference?: string;
  /** Words to the host, for `failed` and `returned`. */
  readonly reason?: string;
};

/** States from which a payout can be moved to each state. */
const BEFORE: Readonly<Record<PayoutChange['state'], readonly PayoutState[]>> = {
  approved: ['requested'],
  sent: ['approved'],
  failed: ['requested', 'approved'],
  returned: ['sent'],
};

/**
 * Moves a payout to its next state, with its gems: to the house when the money is sent, back to the host when it failed or came back. The
 * host's open pages fetch it. Undefined if the payout does not exist or is in another state, for example because another operator was
 * faster.
 */
export async function changePayout(tx: Transaction, id: string, change: PayoutChange): Promise<PayoutRow | undefined> {
  const { state, by, reference, reason } = change;
  const [found] = await tx.select().from(payout).where(eq(payout.id, id)).for('update');
  if (!found || !BEFORE[state].includes(found.state)) return undefined;
  if (state === 'sent') done(await post(tx, heldOf(found), found.uid, 0));
  if (state === 'failed') done(await release(tx, heldOf(found)));
  if (state === 'returned') done(await giveBack(tx, found));
  const moved = { state, changedBy: by, stateAt: sql`now()`, firstUndoer: '' };
  const set = { ...moved, ...(reference && { reference }), ...(reason && { reason }) };
  await announceProfile(tx, found.uid, 'own');
  const [changed] = await tx.update(payout).set(set).where(eq(payout.id, id)).returning();
  return changed;
}

const done = (outcome: string): void => {
  if (outcome !== 'done') throw new Error(`The gems of a payout had moved before: ${outcome}`);
};

const giveBack = (tx: Transaction, { id, uid, gems }: PayoutRow) =>
  move(tx, {
    operation: `payout:${id}:returned`,
    kind: 'move',
    currency: 'gems',
    gross: gems,
    subject: subjectOf(id),
    legs: [
      [OURS.house, -gems],
      [uid, gems],
    ],
  });

/** Payouts by the bank in these states, oldest first, for the operator. */
export async function listPayouts(db: Queries, states: readonly PayoutState[], limit: number): Promise<PayoutRow[]> {
  const isByBank = sql`not exists (select from payout_transfer where payout_id = ${payout.id})`;
  return oldest(db, sql`(${inArray(payout.state, [...states])} and ${isByBank})`, limit);
}

/**
 * Payouts that wait for an operator, oldest first: requested, approved, said not to have arrived by one of two operators, or sent and with
 * a problem at Stripe.
 */
export async function waitingPayouts(db: Queries, limit: number): Promise<PayoutRow[]> {
  const hasProblem = sql`${payout.id} in (select payout_id from payout_transfer where problem <> '') and ${payout.state} = 'sent'`;
  return oldest(db, sql`(${inArray(payout.state, [...OPEN])} or ${payout.firstUndoer} <> '' or ${hasProblem})`, limit);
}

/** What the operator page says about a payout by Stripe: the account and the transfer. Undefined: it goes by the bank. */
export async function readTransferState(db: Queries, id: string): Promise<StripeSide | undefined> {
  const [found] = await db
    .select({
      destination: payoutTransfer.destination,
      platformAccount: payoutTransfer.platformAccount,
      transfer: payoutTransfer.state,
      problem: payoutTransfer.problem,
      account: connectedAccount.state,
      needs: connectedAccount.problem,
    })
    .from(payoutTransfer)
    .leftJoin(connectedAccount, eq(connectedAccount.ref, payoutTransfer.destination))
    .where(eq(payoutTransfer.payoutId, id));
  return found;
}

const oldest = (db: Queries, isListed: SQL, limit: number): Promise<PayoutRow[]> =>
  db.select().from(payout).where(isListed).orderBy(payout.requestedAt).limit(limit);
