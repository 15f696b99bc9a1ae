import { eq, sql } from 'drizzle-orm';
import type { HubRefusal } from '../../../../contract/calls/hub.ts';
import { CALL_MINUTE_MS } from '../../../../contract/calls/rules.ts';
import type { Queries, Transaction } from '../../../platform/database/connect.ts';
import { anchor } from '../../people/tables.ts';
import { hold, type Outcome, post, release, type Unpaid } from '../../wallet/ledger.ts';
import { spendableGems } from '../../wallet/limits.ts';
import { releaseAllowance } from '../allowances.ts';
import { heldMinuteOf } from '../bookings/settle.ts';
import type { Call } from '../call.ts';
import type { CallContext } from '../call-context.ts';
import { surelyEarned } from './media-reports.ts';
import { meteredAt } from './meter.ts';

/** The ledger key of the hold for a minute of a call, counted from 1: one of its booking, or one of its own. */
const heldMinute = (call: Call, minute: number) =>
  minute <= call.bookedMinutes
    ? heldMinuteOf({ id: call.booking, viewer: call.caller.uid }, minute)
    : { operation: `call:${call.sid}:${minute}`, uid: call.caller.uid };

/** The hub's refusal to a caller who cannot pay a minute, by the refusal of the wallet. */
export const GEMS_REFUSALS = {
  insufficient: 'gems-insufficient',
  limited: 'spend-limit',
  locked: 'locked',
} as const satisfies Record<Unpaid, HubRefusal>;

const heldSilver = ({ sid, caller }: Call) => ({ operation: `call:${sid}:silver`, uid: caller.uid });

/** Places the hold on the silver of a call when the call is created. */
export function holdSilver(tx: Transaction, call: Call): Promise<Outcome> {
  const { operation, uid } = heldSilver(call);
  return hold(tx, operation, uid, 'silver', call.silver, { type: 'call', id: call.sid });
}

/** Captures the silver hold of a connected call when it ends: all of it goes to the house, none to the host. */
export async function postSilver({ tx, call }: Pick<CallContext, 'tx' | 'call'>): Promise<void> {
  if (call.silver > 0) await post(tx, heldSilver(call), call.callee.uid, 0);
}

/** Returns the silver of a call that was not connected or was cut short by an outage, and its daily allowance. */
export async function releaseSilver({ tx, call }: Pick<CallContext, 'tx' | 'call'>): Promise<void> {
  if (call.silver === 0) return;
  await release(tx, heldSilver(call));
  await releaseAllowance(tx, call.sid);
  call.silver = 0;
}

/**
 * Places a hold on the caller's gems for the next minute, when it starts. Earlier minutes that are surely earned are first captured for
 * the callee and the house. A booked minute is held already.
 */
export async function chargeMinute({ tx, call }: CallContext): Promise<Outcome> {
  // The capture comes first because it locks both wallets; the hold then never waits.
  await postMinutes({ tx, call }, surelyEarned(call));
  if (call.minutes < call.bookedMinutes) {
    call.minutes += 1;
    return 'done';
  }
  const { operation, uid } = heldMinute(call, call.minutes + 1);
  const outcome = await hold(tx, operation, uid, 'gems', call.price, { type: 'call', id: call.sid });
  if (outcome === 'done' || outcome === 'known') call.minutes += 1;
  return outcome;
}

/**
 * Settles the minute holds when a call ends: minutes up to `earned` are shared with the callee, those up to `paid` go to the house,
 * later ones are returned to the caller. Of a booked call that was connected, those are also the booked minutes that did not start.
 */
export async function settleMinutes(
  context: Pick<CallContext, 'tx' | 'call'>,
  paid: number,
  earned: number,
): Promise<void> {
  const { tx, call } = context;
  await postMinutes(context, earned);
  for (let minute = earned + 1; minute <= paid; minute += 1) {
    await post(tx, heldMinute(call, minute), call.callee.uid, 0);
  }
  const held = call.connectingTime > 0 ? Math.max(call.minutes, call.bookedMinutes) : call.minutes;
  for (let minute = paid + 1; minute <= held; minute += 1) await release(tx, heldMinute(call, minute));
  call.minutes = paid;
  if (earned === 0) return;
  call.recent = true;
  await tx
    .update(anchor)
    .set({ paidMinutesRecent: sql`${anchor.paidMinutesRecent} + ${earned}` })
    .where(eq(anchor.uid, call.callee.uid));
}

async function postMinutes({ tx, call }: Pick<CallContext, 'tx' | 'call'>, upTo: number): Promise<void> {
  for (let minute = call.posted + 1; minute <= upTo; minute += 1) {
    await post(tx, heldMinute(call, minute), call.callee.uid, call.sharePercent);
    call.posted = minute;
  }
}

/** Whether a call is charged per minute; calls between friends are not (contract/calls/rules.ts, USER_CALL_PRICE). */
export const isMetered = ({ price }: Pick<Call, 'price'>): boolean => price > 0;

/**
 * The gems that the caller of this call can spend, read for the meter and for relay credentials; 0 when the remaining time of the call
 * does not depend on them.
 */
export const gemsFor = async (db: Queries, call: Call): Promise<number> =>
  isMetered(call) && call.paid ? spendableGems(db, call.caller.uid) : 0;

/**
 * Seconds for which the call can continue: free time, the rest of the paid or booked minutes, and what the caller's gems buy. Infinity when
 * the call is not metered. Limits the lifetime of relay credentials.
 */
export const secondsLeft = async (db: Queries, call: Call, now: number): Promise<number> =>
  secondsLeftWith(await gemsFor(db, call), call, now);

/** `secondsLeft` for a known number of the caller's spendable gems. */
export function secondsLeftWith(gems: number, call: Call, now: number): number {
  if (!isMetered(call)) return Number.POSITIVE_INFINITY;
  let total = call.freeSeconds * 1_000;
  const held = Math.max(call.paid ? call.minutes : 0, call.bookedMinutes);
  total += (held + (call.paid ? Math.floor(gems / call.price) : 0)) * CALL_MINUTE_MS;
  return Math.max(0, Math.floor((total - meteredAt(call.meteredIntervals, now)) / 1_000));
}
