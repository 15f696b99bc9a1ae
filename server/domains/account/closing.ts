import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import { RESTORE_DAYS, UNDERAGE_DEVICE_DAYS } from '../../../contract/account/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { canBePaidOut } from '../../../contract/hosting/payouts.ts';
import type { Config } from '../../config.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { booking, call } from '../calls/tables.ts';
import { hasEarnedSince, payoutTerms, unpaidEarnings } from '../hosting/payouts/payouts.ts';
import { payout } from '../hosting/tables.ts';
import { ORDER_STATES, paymentOrder, reversal } from '../payments/tables.ts';
import { announceProfile } from '../people/notify.ts';
import { loadSiteSettings } from './site/settings.ts';
import { accountMove, refusedDevice } from './tables.ts';
import { endSessions, lockAccountRow } from './tokens.ts';

const ENDED_ORDERS: readonly string[] = ['paid', 'failed', 'expired'];
const OPEN_ORDERS = ORDER_STATES.filter((state) => !ENDED_ORDERS.includes(state));

type WaitsFor = 'call' | 'booking' | 'order' | 'owed';

/**
 * Reason why an account can be neither closed nor purged yet: a running call (`call`), an open booked call (`booking`), an open order or
 * refund (`order`), or an open payout or earnings that can be paid out (`owed`); null if nothing. The owner gives up other earnings by
 * deleting the account: after that only earnings are owed that came later, for example with a payout that was sent back. `payouts`: the
 * mode of payouts, which decides with the settings what can be paid out (`canBePaidOut`).
 */
export async function waitsFor(db: Queries, uid: number, payouts: Config['payouts']): Promise<WaitsFor | null> {
  const [running] = await db
    .select({ sid: call.sid })
    .from(call)
    .where(and(ne(call.state, 'ended'), or(eq(call.caller, uid), eq(call.callee, uid))))
    .limit(1);
  if (running) return 'call';
  const [booked] = await db
    .select({ id: booking.id })
    .from(booking)
    .where(and(inArray(booking.state, ['proposed', 'accepted']), or(eq(booking.viewer, uid), eq(booking.host, uid))))
    .limit(1);
  if (booked) return 'booking';
  const [open] = await db
    .select({ id: paymentOrder.id })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.uid, uid), inArray(paymentOrder.state, OPEN_ORDERS)))
    .limit(1);
  const [back] = await db
    .select({ id: reversal.id })
    .from(reversal)
    .innerJoin(paymentOrder, eq(paymentOrder.id, reversal.orderId))
    .where(and(eq(paymentOrder.uid, uid), eq(reversal.state, 'asked')))
    .limit(1);
  if (open || back) return 'order';
  const [waiting] = await db
    .select({ id: payout.id })
    .from(payout)
    .where(and(eq(payout.uid, uid), inArray(payout.state, ['requested', 'approved'])));
  if (waiting) return 'owed';
  const terms = payoutTerms(await loadSiteSettings(db), payouts);
  if (!canBePaidOut(await unpaidEarnings(db, uid), terms)) return null;
  const [own] = await db
    .select({ closedAt: account.closedAt, why: account.closedWhy })
    .from(account)
    .where(eq(account.uid, uid));
  const isGivenUp = own?.closedAt && own.why === 'asked' && !(await hasEarnedSince(db, uid, own.closedAt));
  return isGivenUp ? null : 'owed';
}

/**
 * End of the `RESTORE_DAYS` in which a login can restore an account that was closed at this time, in ms since the epoch. The purge
 * follows.
 */
export const restorableUntil = (closedAt: Date): number => closedAt.getTime() + RESTORE_DAYS * DAY_MS;

/**
 * Closes an account: ends its sessions and streams and an open move to another device, and hides it from other users. Its data is deleted
 * later (purge.ts). The row must be locked by `lockAccountRow`.
 */
async function closeAccount(tx: Transaction, uid: number, why: 'asked' | 'age'): Promise<Date> {
  const [closed] = await tx
    .update(account)
    .set({ closedAt: sql`now()`, closedWhy: why })
    .where(eq(account.uid, uid))
    .returning({ at: account.closedAt });
  if (!closed?.at) throw new Error('An account was not closed');
  await tx.delete(accountMove).where(eq(accountMove.uid, uid));
  await endSessions(tx, uid);
  await announceProfile(tx, uid, 'friends');
  return closed.at;
}

/**
 * Closes an account at the request of its owner or of an operator and returns the time; or leaves it open and returns the reason why it
 * cannot be closed yet (`waitsFor`).
 */
export async function closeIfFree(
  tx: Transaction,
  uid: number,
  payouts: Config['payouts'],
): Promise<{ readonly closed: Date } | { readonly waitsFor: WaitsFor }> {
  await lockAccountRow(tx, uid);
  const reason = await waitsFor(tx, uid, payouts);
  return reason === null ? { closed: await closeAccount(tx, uid, 'asked') } : { waitsFor: reason };
}

/** Reopens a closed account that is not purged yet, when its owner signs in and asks for it. The row must be locked. */
export async function restoreAccount(tx: Transaction, uid: number): Promise<void> {
  await tx.update(account).set({ closedAt: null, closedWhy: null }).where(eq(account.uid, uid));
  await announceProfile(tx, uid, 'friends');
}

/**
 * Closes the account of a user who gave an age below the minimum, and refuses logins and moves on that device for `UNDERAGE_DEVICE_DAYS`
 * (`isRefusedDevice`).
 */
export async function refuseUnderage(tx: Transaction, uid: number, device: string): Promise<void> {
  await lockAccountRow(tx, uid);
  const until = sql`now() + make_interval(days => ${UNDERAGE_DEVICE_DAYS})`;
  await tx
    .insert(refusedDevice)
    .values({ hash: hashDevice(device), until })
    .onConflictDoUpdate({ target: refusedDevice.hash, set: { until } });
  await closeAccount(tx, uid, 'age');
}

/**
 * Whether logins and moves are refused on this device, because a user gave an age below the minimum on it in the last
 * `UNDERAGE_DEVICE_DAYS`.
 */
export async function isRefusedDevice(db: Queries, device: string): Promise<boolean> {
  const [found] = await db
    .select({ hash: refusedDevice.hash })
    .from(refusedDevice)
    .where(and(eq(refusedDevice.hash, hashDevice(device)), gt(refusedDevice.until, sql`now()`)));
  return found !== undefined;
}

const hashDevice = (device: string) => createHash('sha256').update(`device:${device}`).digest('hex');
