import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../../contract/durations.ts';
import type { Result } from '../../../../../contract/result.ts';
import type { Queries, Transaction } from '../../../../platform/database/connect.ts';
import type { Job } from '../../../../platform/jobs/jobs.ts';
import { noteOnce } from '../../../account/site/operator-log.ts';
import { enqueueOfficialMessage } from '../../../chat/service-outbox/enqueue.ts';
import { isLocked } from '../../../wallet/lock.ts';
import { payout, payoutTransfer } from '../../tables.ts';
import { changePayout, OTHER_ACCOUNT, type PayoutRow } from '../payouts.ts';
import { type ConnectDeps, syncAccount } from './account.ts';
import type { TransferRefusal, TransferSnapshot } from './provider.ts';

/** The transfer of a payout as it is stored. */
type TransferRow = typeof payoutTransfer.$inferSelect;
type Both = { readonly row: PayoutRow; readonly transfer: TransferRow };

const SEND_EVERY_MS = 10 * SECOND_MS;
/** A transfer is tried again after `AGAIN_MS`, one with a problem after `PROBLEM_AGAIN_MS`. */
const AGAIN_MS = MINUTE_MS;
const PROBLEM_AGAIN_MS = 10 * MINUTE_MS;
/** Stripe is asked about a sent payout once a day, for `FOLLOWED_DAYS`, because the webhook of a reversal may be lost. */
const FOLLOW_EVERY_MS = DAY_MS;
const FOLLOWED_DAYS = 90;
const AT_ONCE = 20;
/** Author in the operator log of what Stripe did. */
const STRIPE = 'stripe';
const NOT_READY = 'the account at Stripe is not ready';
const LOCKED = 'the money of the account is locked';

/**
 * Brings a payout and its transfer at Stripe together: makes the transfer of an approved one, looks at that of a sent one, and reverses it
 * if operators want it back. It may be repeated, run twice at once, and end at any point: before a request the transfer is stored as
 * `asked`, then it is looked for at Stripe, and the idempotency key is the same until Stripe refused.
 */
export async function advanceTransfer(deps: ConnectDeps, id: string): Promise<void> {
  const { db, clock } = deps;
  const both = await read(db, id);
  if (!both) return;
  const { row, transfer } = both;
  const isFollowUp = row.state === 'sent' && transfer.state === 'made';
  const now = clock.now();
  // If this ends half-way, the payout is due again after a minute.
  const askedAt = new Date(isFollowUp ? now - FOLLOW_EVERY_MS + AGAIN_MS : now);
  await change(db, id, { askedAt });
  if (!(await isAskedHere(deps, both))) return;
  if (row.state === 'approved') await send(deps, both);
  if (row.state === 'sent') await follow(deps, both);
  if (!isFollowUp) return;
  // A webhook that came meanwhile leaves it due.
  const isUnchanged = and(eq(payoutTransfer.payoutId, id), eq(payoutTransfer.askedAt, askedAt));
  await db
    .update(payoutTransfer)
    .set({ askedAt: new Date(now) })
    .where(isUnchanged);
}

/**
 * Whether no answer of Stripe is open, or it was asked of the platform account of this process. Another account cannot say whether the
 * transfer was made, and would make it a second time; the problem OTHER_ACCOUNT is then stored.
 */
async function isAskedHere({ provider, db, log }: ConnectDeps, { row: { id }, transfer }: Both): Promise<boolean> {
  const { state, platformAccount, problem } = transfer;
  if (state !== 'asked' && state !== 'reversing') return true;
  const own = await provider.readPlatformAccount();
  // An older build did not store the account: it had only one, the present one.
  if (platformAccount === '') await change(db, id, { platformAccount: own });
  if (platformAccount === '' || platformAccount === own) {
    if (problem === OTHER_ACCOUNT) await noteProblem(db, id, '');
    return true;
  }
  log.error({ payout: id, platformAccount, own }, 'payout was asked of another account at Stripe');
  await noteProblem(db, id, OTHER_ACCOUNT);
  return false;
}

async function send(deps: ConnectDeps, { row, transfer }: Both): Promise<void> {
  const { provider, db } = deps;
  const { id, uid } = row;
  const { destination } = transfer;
  if (transfer.state === 'waiting') {
    const account = await syncAccount(deps, destination);
    if (account && (account.state !== 'ready' || account.uid !== uid)) return noteProblem(db, id, NOT_READY);
    if (!(await claim(deps, id))) return;
  }
  const { amountMinor, currency } = row;
  const [made] = await provider.findTransfers(id);
  const key = `payout:${id}:${transfer.refusals}`;
  const result: Result<TransferSnapshot, TransferRefusal> = made
    ? { ok: true, value: made }
    : await provider.transfer({ payoutId: id, destination, money: { amountMinor, currency } }, key);
  await db.transaction(async (tx) => {
    const both = await lock(tx, id);
    if (both?.row.state !== 'approved' || both.transfer.state !== 'asked') return;
    if (result.ok) return storeSent(deps, tx, both, result.value);
    // The refusal of an earlier request says nothing about a later one, which may be on its way.
    if (both.transfer.refusals === transfer.refusals) await storeRefusal(tx, both, result.error);
  });
}

/**
 * Stores that Stripe may have the transfer from now on, so that no operator gives the gems back meanwhile. False: it is not approved now,
 * its account has a money lock, or it was asked of another account at Stripe.
 */
async function claim({ provider, db }: ConnectDeps, id: string): Promise<boolean> {
  const platformAccount = await provider.readPlatformAccount();
  return db.transaction(async (tx) => {
    const both = await lock(tx, id);
    if (both?.row.state !== 'approved') return false;
    if (both.transfer.state !== 'waiting' && both.transfer.platformAccount !== platformAccount) return false;
    if (await isLocked(tx, both.row.uid)) {
      await noteProblem(tx, id, LOCKED);
      return false;
    }
    await change(tx, id, { state: 'asked', platformAccount });
    return true;
  });
}

async function storeSent(
  { log }: ConnectDeps,
  tx: Transaction,
  { row, transfer }: Both,
  snapshot: TransferSnapshot,
): Promise<void> {
  const { id, amountMinor, currency } = row;
  const { ref, destination } = snapshot;
  const isSame =
    snapshot.amountMinor === amountMinor && snapshot.currency === currency && destination === transfer.destination;
  if (!isSame) {
    log.error({ payout: id, transfer: ref }, 'transfer at Stripe differs from its payout');
    return change(tx, id, { problem: `the transfer ${ref} differs from the payout` });
  }
  const by = await noteStripe(tx, 'payout sent', id, `Stripe made the transfer ${ref}`);
  await changePayout(tx, id, { state: 'sent', by, reference: ref });
  await change(tx, id, { state: 'made', ref, problem: '' });
  if (isReversed(snapshot)) await storeReturned(tx, { row, transfer });
}

/** Stores that Stripe refused to send the money. A refusal because of the host's account ends the payout; any other is retried later. */
async function storeRefusal(tx: Transaction, { row, transfer }: Both, { code, cause }: TransferRefusal): Promise<void> {
  await change(tx, row.id, { state: 'waiting', refusals: transfer.refusals + 1, problem: `Stripe refused: ${code}` });
  if (cause !== 'account') return;
  const by = await noteStripe(tx, 'payout fail', row.id, `Stripe refused the transfer: ${code}`);
  await changePayout(tx, row.id, { state: 'failed', by });
}

async function follow(deps: ConnectDeps, { row: { id }, transfer }: Both): Promise<void> {
  const { provider, db } = deps;
  const { ref, state, refusals } = transfer;
  const before = await provider.readTransfer(ref);
  const isAsked = state === 'reversing' && !isReversed(before);
  const reversal = isAsked ? await provider.reverse(ref, `payout-return:${id}:${refusals}`) : undefined;
  const snapshot = isAsked ? await provider.readTransfer(ref) : before;
  await db.transaction(async (tx) => {
    const both = await lock(tx, id);
    if (both?.row.state !== 'sent') return;
    if (isReversed(snapshot)) return storeReturned(tx, both);
    if (reversal?.ok === false && both.transfer.refusals === refusals) {
      // The payout stays sent; the operators have to decide again.
      const problem = `Stripe refused to take it back: ${reversal.error.code}`;
      return change(tx, id, { state: 'made', refusals: refusals + 1, problem, reversedBy: '', reversalReason: '' });
    }
    if (snapshot.reversedMinor > 0)
      await change(tx, id, { problem: `Stripe took back ${snapshot.reversedMinor} of ${snapshot.amountMinor}` });
  });
}

const isReversed = ({ amountMinor, reversedMinor }: TransferSnapshot) => reversedMinor >= amountMinor;

/** Stores that the whole transfer was taken back, by operators or at Stripe, and gives the gems back to the host. */
async function storeReturned(tx: Transaction, { row, transfer }: Both): Promise<void> {
  const { reversedBy, reversalReason: reason } = transfer;
  const by = reversedBy || (await noteStripe(tx, 'payout return', row.id, 'Stripe reversed the transfer'));
  const changed = await changePayout(tx, row.id, { state: 'returned', by, ...(reason !== '' && { reason }) });
  if (!changed) return;
  await change(tx, row.id, { state: 'made', problem: '' });
  if (reason !== '') await enqueueOfficialMessage(tx, row.uid, reason);
}

async function noteStripe(tx: Transaction, command: string, id: string, reason: string): Promise<string> {
  return (await noteOnce(tx, { command, what: { id }, reason }, { who: STRIPE })) ?? '';
}

async function read(db: Queries, id: string): Promise<Both | undefined> {
  const [row] = await db.select().from(payout).where(eq(payout.id, id));
  const [transfer] = await db.select().from(payoutTransfer).where(eq(payoutTransfer.payoutId, id));
  return row && transfer && { row, transfer };
}

/** Reads a payout and its transfer, which no other transaction then changes before this one ends: each change locks the payout first. */
async function lock(tx: Transaction, id: string): Promise<Both | undefined> {
  await tx.select({ id: payout.id }).from(payout).where(eq(payout.id, id)).for('update');
  return read(tx, id);
}

async function change(db: Queries, id: string, set: Partial<TransferRow>): Promise<void> {
  await db.update(payoutTransfer).set(set).where(eq(payoutTransfer.payoutId, id));
}
const noteProblem = (db: Queries, id: string, problem: string) => change(db, id, { problem });

/** Marks a transfer as due, by its id or the payout that Stripe names, and returns its payout; undefined if there is none. */
export async function markTransferDue(
  db: Queries,
  { ref, payoutId }: { readonly ref: string; readonly payoutId: string },
): Promise<string | undefined> {
  const [found] = await db
    .update(payoutTransfer)
    .set({ askedAt: new Date(0) })
    .where(sql`${payoutTransfer.ref} = ${ref} or ${payoutTransfer.payoutId} = ${payoutId}`)
    .returning({ id: payoutTransfer.payoutId });
  return found?.id;
}

/** Job that makes the transfers of approved payouts, finds those whose answer was lost, and looks for reversals. */
export const sendTransfers = (deps: ConnectDeps): Job => ({
  name: 'payout transfers',
  everyMs: SEND_EVERY_MS,
  async run(signal) {
    const { db, clock, log } = deps;
    const now = clock.now();
    const before = (ms: number) => sql`${new Date(now - ms).toISOString()}::timestamptz`;
    const due = await db
      .select({ id: payout.id })
      .from(payoutTransfer)
      .innerJoin(payout, eq(payout.id, payoutTransfer.payoutId))
      .where(
        and(
          inArray(payout.state, ['approved', 'sent']),
          sql`(${payoutTransfer.askedAt} = 'epoch'
            or (${payout.state} = 'approved' or ${payoutTransfer.state} = 'reversing') and ${payoutTransfer.askedAt} <=
              case when ${payoutTransfer.problem} = '' then ${before(AGAIN_MS)} else ${before(PROBLEM_AGAIN_MS)} end
            or ${payout.stateAt} > ${before(FOLLOWED_DAYS * DAY_MS)} and ${payoutTransfer.askedAt} <= ${before(FOLLOW_EVERY_MS)})`,
        ),
      )
      .orderBy(asc(payoutTransfer.askedAt))
      .limit(AT_ONCE);
    for (const { id } of due) {
      if (signal.aborted) return;
      try {
        await advanceTransfer(deps, id);
      } catch (error) {
        // The outcome may be unknown; the next run looks for it.
        log.warn({ err: error, payout: id }, 'failed to advance the transfer of a payout');
      }
    }
  },
});
