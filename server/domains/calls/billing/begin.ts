import { sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { ROLE_ANCHOR } from '../../../../contract/account/rules.ts';
import type { HubRefusal, PriceChanged } from '../../../../contract/calls/hub.ts';
import type { CallTerms } from '../../../../contract/calls/hub-shapes.ts';
import { MATCH_FREE_SECONDS, USER_CALL_PRICE } from '../../../../contract/calls/rules.ts';
import { fail, ok } from '../../../../contract/result.ts';
import { ANCHOR_SHARE_PERCENT } from '../../../../contract/wallet/rules.ts';
import { account } from '../../../platform/database/account.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { SiteSettings } from '../../account/site/settings.ts';
import { anchor, friendship, profile } from '../../people/tables.ts';
import { hasBlocked } from '../../people/target.ts';
import type { Outcome } from '../../wallet/ledger.ts';
import { paymentRefusal } from '../../wallet/limits.ts';
import { offeredFor, releaseAllowance, reserveAllowance } from '../allowances.ts';
import { type BookingRow, isCallable, recordArrival } from '../bookings/settle.ts';
import { type Call, rowOfCall, type Side } from '../call.ts';
import type { Answered } from '../call-context.ts';
import { type Person, type ProfileTexts, shownPerson } from '../people.ts';
import { pushRing } from '../ring-push.ts';
import { lockUsers } from '../store.ts';
import { booking, call as callTable } from '../tables.ts';
import { setupDue } from './advance.ts';
import { GEMS_REFUSALS, holdSilver } from './money.ts';

/**
 * Parameters of `beginCall`: the kind of call, the two uids, the caller's device, the callee's if it agreed in advance, the terms that
 * the caller was shown, and the time.
 */
export type CallRequest = {
  readonly kind: 'paid' | 'silver' | 'match' | 'callback';
  readonly caller: number;
  readonly callee: number;
  readonly callerJid: string;
  /** Set when the callee agreed in advance: the call starts as answered. */
  readonly calleeJid?: string;
  /** Gems per started minute, if agreed in advance, as for a match; otherwise `beginCall` uses that of the booking or of the anchor. */
  readonly price?: number;
  /** The terms that the caller was shown; absent for a match, which is free until its caller converts it to a paid call. */
  readonly shown?: CallTerms;
  readonly site: SiteSettings;
  readonly now: number;
};
/** The result of `beginCall`: the created call, and its caller as the Ring event shows them to the callee. */
export type StartedCall = { readonly call: Call; readonly caller: Person };
/** Returned by `beginCall` when a user is in a call already: the sids of those calls, and the refusal if they are really live. */
export type InCall = { readonly live: readonly string[]; readonly refusal: 'one-call' | 'busy' };

/**
 * Creates a call, or returns why it is refused. Users call anchors at the anchor's price, friend or not; otherwise friends call friends
 * for USER_CALL_PRICE, whatever their roles. A caller who was blocked gets `offline`.
 *
 * The call uses an allowance if one is left; otherwise its caller must have, and be allowed to spend, the gems of the first minute. A
 * silver call places a wallet hold for its silver and costs no gems per minute. At the time of a booking of the two, the call is the booked
 * one, at its price and paid from its holds. A call is created only at the price that the caller was shown, with at least the shown free
 * seconds and at most the shown silver; otherwise the refusal has the current terms.
 *
 * Both users are locked for the transaction, so that of concurrent requests one sees the call of the other, and both accounts are
 * locked against deletion. A call that rings is also pushed.
 */
export async function beginCall(tx: Transaction, request: CallRequest): Promise<Answered<StartedCall> | InCall> {
  const { caller, callee, shown } = request;
  if (caller === callee) return fail('self');
  await lockUsers(tx, [caller, callee]);
  const pair = await readPair(tx, request);
  if (pair === undefined) return fail('not-anchor');
  const refusal = admissionRefusal(pair, request);
  if (refusal !== undefined) {
    if (refusal === 'offline' && pair.booked) await recordArrival(tx, pair.booked.id, 'viewer', request.now);
    return fail(refusal);
  }
  const booked = request.kind === 'paid' || request.kind === 'callback' ? pair.booked : null;
  const price = request.price ?? booked?.price ?? pair.hostPrice ?? USER_CALL_PRICE;
  if (request.kind !== 'silver' && shown !== undefined && shown.price !== price) {
    return fail({ reason: 'price-changed', price });
  }
  if (pair.live.length > 0) {
    if (booked && !pair.isCallerInCall) await recordArrival(tx, booked.id, 'viewer', request.now);
    return { live: pair.live, refusal: pair.isCallerInCall ? 'one-call' : 'busy' };
  }
  const call = newCall(request, price, booked);
  const refused = await applyTerms(tx, call, request);
  if (refused !== undefined) {
    await releaseAllowance(tx, call.sid);
    return fail(refused);
  }
  await tx.insert(callTable).values(rowOfCall(call));
  if (call.state === 'ringing') await pushRing(tx, call);
  return ok({ call, caller: shownPerson(caller, pair) });
}

/** Data of caller and callee that `beginCall` checks, read in one query. */
type Pair = ProfileTexts & {
  /** Whether the caller's birth date is stored; only those of adults are. */
  readonly isAdult: boolean;
  /** Gems per minute of a callee who is an anchor; null when the caller is an anchor too, or the callee is none. */
  readonly hostPrice: number | null;
  /** Whether the callee is a member of the silver club; null when the callee is not an anchor. */
  readonly isSilver: boolean | null;
  readonly isFriend: boolean;
  /** Whether the callee takes calls now: `takes_calls` (a database function) for an anchor, true for any other user. */
  readonly takesCalls: boolean;
  /** Whether the callee can be called: `is_here` (a database function). */
  readonly isHere: boolean;
  /** Whether both accounts exist and are not closed. */
  readonly areOpen: boolean;
  /** Whether the caller blocked the callee or, as a host, is closed to the callee's country. */
  readonly hasBlocked: boolean;
  /** Whether the callee blocked the caller or, as a host, is closed to the caller's country. */
  readonly isBlocked: boolean;
  /** Sids of the calls of either user that have not ended by their rows; a deadline of them may have passed since. */
  readonly live: readonly string[];
  readonly isCallerInCall: boolean;
  /** The booking of the two whose call can begin now, in which the caller is the viewer. */
  readonly booked: Booked | null;
};
type Booked = Readonly<Pick<BookingRow, 'id' | 'price' | 'minutes'>> & { readonly share: number };

/** Reads both users and locks their accounts against deletion; undefined if there is no such caller. */
async function readPair(tx: Transaction, { caller, callee, now }: CallRequest): Promise<Pair | undefined> {
  const { rows } = await tx.execute<Pair>(sql`
    with open as materialized (
      select uid from ${account} where uid in (${caller}, ${callee}) and closed_at is null order by uid for key share
    ), calls as materialized (
      select sid, ${caller} in (caller, callee) as is_callers from ${callTable}
      where state <> 'ended' and (caller in (${caller}, ${callee}) or callee in (${caller}, ${callee}))
    )
    select one.nick_name as "nickName", card.avatar_url as "avatarUrl", card.country, card.lang,
      one.birth_date is not null as "isAdult", host.is_silver as "isSilver",
      case when one.role <> ${ROLE_ANCHOR}::int then host.price end as "hostPrice",
      exists (select from ${friendship} where uid = one.uid and target_uid = ${callee}) as "isFriend",
      coalesce(takes_calls(host), true) as "takesCalls", is_here(${callee}) as "isHere", (select count(*) from open) = 2 as "areOpen",
      ${hasBlocked(caller, callee)} as "hasBlocked", ${hasBlocked(callee, caller)} as "isBlocked",
      array(select sid from calls) as live, exists (select from calls where is_callers) as "isCallerInCall",
      (select jsonb_build_object('id', id, 'price', price, 'minutes', minutes, 'share', share_percent) from ${booking}
        where viewer = ${caller} and ${booking.host} = ${callee} and ${isCallable(now)} limit 1) as booked
    from ${account} one
      left join ${profile} card on card.uid = one.uid
      left join ${anchor} host on host.uid = ${callee}
    where one.uid = ${caller}`);
  return rows[0];
}

/** Why the caller may not call the callee at all, regardless of terms and money. */
function admissionRefusal(pair: Pair, { kind, site }: CallRequest): HubRefusal | undefined {
  const isHost = pair.hostPrice !== null;
  if (!pair.isAdult) return 'age';
  if (!isHost && !pair.isFriend) return 'not-anchor';
  if (pair.hasBlocked) return 'blocked';
  if (pair.isBlocked || !pair.isHere || !pair.areOpen) return 'offline';
  // A callback, a match and a booked call are the host's wish too.
  const isOwnWish = kind === 'silver' || (kind === 'paid' && !pair.booked);
  if (isHost && !pair.takesCalls && isOwnWish) return 'not-taking';
  if (kind === 'silver' && !(isHost && pair.isSilver && site.enableSilverClub)) return 'no-allowance';
  return undefined;
}

/**
 * Sets the terms of a new call: reserves an allowance and its silver, or checks the caller's gems for the first minute. Returns why the
 * call is refused, with the current terms if the shown ones are outdated. A match, a booked call and a call between friends keep theirs.
 */
async function applyTerms(
  tx: Transaction,
  call: Call,
  { kind, caller, site, now, shown }: CallRequest,
): Promise<HubRefusal | PriceChanged | undefined> {
  const { price } = call;
  if (call.kind === 'booked' || kind === 'match' || (kind !== 'silver' && price === 0)) return undefined;
  const allowance = await reserveAllowance(tx, offeredFor(kind, site, now), caller, call.sid);
  if (allowance === undefined && kind === 'silver') return 'no-allowance';
  if (allowance !== undefined) {
    const { callKind, silver, seconds, paid } = allowance;
    Object.assign(call, { kind: callKind, silver, freeSeconds: seconds, paid });
  }
  const { freeSeconds, silver } = call;
  if (shown !== undefined && (freeSeconds < shown.freeSeconds || silver > shown.silver)) {
    return { reason: 'price-changed', price, freeSeconds, silver };
  }
  if (allowance === undefined) {
    const unpaid = await paymentRefusal(tx, caller, price);
    if (unpaid !== undefined) return GEMS_REFUSALS[unpaid];
    call.paid = true;
  }
  return silver > 0 ? silverRefusal(await holdSilver(tx, call)) : undefined;
}

function silverRefusal(held: Outcome): HubRefusal | undefined {
  if (held === 'done') return undefined;
  if (held === 'insufficient') return 'silver-insufficient';
  return held === 'locked' ? 'locked' : 'no-allowance';
}

/** A new call with its price and booking, before `applyTerms` sets its allowance; only a match has its free seconds already. */
function newCall(
  { kind, caller, callee, callerJid, calleeJid = '', now }: CallRequest,
  price: number,
  booked: Booked | null,
): Call {
  const side = (uid: number, jid: string): Side => ({
    uid,
    jid,
    seen: false,
    beat: 0,
    loss: 0,
    away: false,
    unusable: [],
  });
  const times = { startTime: now, answerTime: calleeJid === '' ? 0 : now };
  return {
    sid: nanoid(),
    kind: booked ? 'booked' : kind,
    price,
    booking: booked?.id ?? '',
    bookedMinutes: booked?.minutes ?? 0,
    sharePercent: booked?.share ?? ANCHOR_SHARE_PERCENT,
    paid: false,
    silver: 0,
    freeSeconds: kind === 'match' ? MATCH_FREE_SECONDS : 0,
    state: calleeJid === '' ? 'ringing' : 'answered',
    caller: side(caller, callerJid),
    callee: side(callee, calleeJid),
    ...times,
    connectingTime: 0,
    endTime: 0,
    settledAt: 0,
    dueAt: setupDue(times),
    generation: 0,
    rejoiningSide: '',
    meteredIntervals: [],
    disputedIntervals: [],
    callerProof: 0,
    minutes: 0,
    posted: 0,
    seconds: 0,
    fairStart: '',
    refundedMinutes: 0,
    recent: false,
    waitUntil: 0,
    waits: 0,
    reason: 'unknown reason',
    rejectType: '',
  };
}
