import {
  CALL_AWAY_AFTER_MS,
  CALL_HEARTBEAT_INTERVAL_MS,
  CALL_MEDIA_GIVE_UP_MS,
  CALL_MISSED_BEATS,
  CALL_PICTURE_TIMEOUT_MS,
  CALL_RESTART_GRACE_MS,
  CALL_SETUP_TIMEOUT_MS,
  CALL_SUCCESS_GRACE_MS,
  TOP_UP_SILENCE_MS,
} from '../../../../contract/calls/rules.ts';
import type { Outcome } from '../../wallet/ledger.ts';
import { type Call, isLive, otherOf } from '../call.ts';
import type { CallContext, ServerReason } from '../call-context.ts';
import { queueForDevice } from '../outbound.ts';
import { endCall } from './end.ts';
import { billedUntil } from './media-reports.ts';
import { minuteStart } from './meter.ts';
import { chargeMinute, isMetered } from './money.ts';
import { beginWait, isToppingUp, tryToGoOn } from './top-up.ts';

/** Silence in ms that counts as CALL_MISSED_BEATS missed heartbeats: the last of them is one whole interval late. */
const SILENCE_MS = (CALL_MISSED_BEATS + 1) * CALL_HEARTBEAT_INTERVAL_MS;
const SIDES = ['caller', 'callee'] as const;

/**
 * Applies the effects of elapsed time to a call in the order in which they were due: new minutes, end of free time or gems, missed
 * heartbeats, missing media, no answer. Every action on a call runs this before and after it in its transaction (`step` in `calls.ts`), so
 * results do not depend on when the sweeper runs. Writing heartbeats that change nothing but times does not need it.
 */
export async function advance(context: CallContext): Promise<void> {
  const { call, now } = context;
  if (!isLive(call)) return;
  let deadlines: Deadlines = ORDINARY;
  if (call.state === 'connected') deadlines = await advanceConnected(context);
  else if (now >= setupDue(call)) {
    const at = setupDue(call);
    await endCall(context, { at, reason: 'timeOut', rejectType: 'on_call_timeout', event: 'SessionFail' });
  }
  if (isLive(call)) call.dueAt = nextDue(context, deadlines);
}

/**
 * Deadline (ms since the epoch) for the answer and, once the call is answered, also for the callee's first picture; after it `advance`
 * ends the call with `timeOut`.
 */
export const setupDue = ({ startTime, answerTime }: Pick<Call, 'startTime' | 'answerTime'>): number =>
  Math.min(
    startTime + CALL_SETUP_TIMEOUT_MS,
    answerTime === 0 ? Number.POSITIVE_INFINITY : answerTime + CALL_PICTURE_TIMEOUT_MS,
  );

type DueContext = Pick<CallContext, 'call' | 'settings' | 'now'>;

/** Whether the deadlines for silence and lost media are extended because the caller is buying gems. */
type Deadlines = { readonly isLong: boolean };
const ORDINARY: Deadlines = { isLong: false };

async function advanceConnected(context: CallContext): Promise<Deadlines> {
  const { call, now } = context;
  const ordinary = [
    earliestDeadline(context, silentAt, ORDINARY),
    earliestDeadline(context, lostAt, ORDINARY),
  ] as const;
  const isLong = now > Math.min(...ordinary) && (await isToppingUp(context.tx, call));
  const [silence, loss] = isLong
    ? [earliestDeadline(context, silentAt, { isLong }), earliestDeadline(context, lostAt, { isLong })]
    : ordinary;
  const deadline = Math.min(silence, loss);
  const isOver = now > deadline;
  const until = isOver ? billedUntil(call, deadline, true) : now;
  if (call.waitUntil === 0) await chargeStartedMinutes(context, until);
  if (isLive(call) && call.waitUntil > 0) await waitForGems(context, isOver ? deadline : undefined);
  if (!isLive(call)) return ORDINARY;
  if (isOver) {
    const [reason, event] =
      silence <= loss ? (['heartbeatLost', 'SessionTerminate'] as const) : (['mediaFail', 'SessionFail'] as const);
    const by = dueOf(context, 'callee', { isLong }) <= deadline ? 'callee' : 'caller';
    await endCall(context, { at: deadline, by, isByTime: true, reason, rejectType: '', event });
    return ORDINARY;
  }
  for (const side of SIDES) {
    if (call[side].away || now - call[side].beat <= CALL_AWAY_AFTER_MS) continue;
    call[side].away = true;
    queueForDevice(context, otherOf(side), { name: 'PeerAway', data: { away: true } });
  }
  return { isLong };
}

/**
 * Charges each minute that starts by `until`. Ends the call where its free or booked time ends and it is not a paid call; at a minute that
 * cannot be paid, the call waits for a purchase (once per call) or ends.
 */
async function chargeStartedMinutes(context: CallContext, until: number): Promise<void> {
  const { call } = context;
  for (let at = nextMinute(context); at !== undefined && at <= until; at = nextMinute(context)) {
    if (!call.paid && call.minutes >= call.bookedMinutes) {
      const reason: ServerReason = call.bookedMinutes > 0 ? 'bookedTimeOver' : 'freeTimeOver';
      return endCall(context, { at, reason, rejectType: '', event: 'SessionTerminate' });
    }
    const outcome = await chargeMinute(context);
    if (outcome === 'done' || outcome === 'known') continue;
    if (outcome === 'insufficient' && call.waits === 0 && (await isToppingUp(context.tx, call)))
      return beginWait(context, at);
    return endCall(context, { at, reason: reasonOf(outcome), rejectType: '', event: 'SessionTerminate' });
  }
}

/**
 * Resumes a call that waits for gems as soon as the minute can be paid. Ends it when the wait expires, or when a limit or a lock
 * refuses the charge. `lost`: the deadline of silence or lost media, if it has passed.
 */
async function waitForGems(context: CallContext, lost: number | undefined): Promise<void> {
  const { call, now } = context;
  const at = call.waitUntil;
  if (lost !== undefined && lost < at) return;
  const outcome = lost === undefined ? await tryToGoOn(context) : 'insufficient';
  if (outcome === 'done') return;
  const isRefused = outcome !== 'insufficient';
  if (!isRefused && now < at) return;
  const when = Math.min(at, now);
  await endCall(context, { at: when, reason: reasonOf(outcome), rejectType: '', event: 'SessionTerminate' });
}

const reasonOf = (outcome: Outcome): ServerReason =>
  outcome === 'limited' ? 'spendLimit' : outcome === 'locked' ? 'moneyLocked' : 'gemsOut';

/**
 * When the next minute begins that is not free (ms since the epoch), at which `advance` charges it or ends the call; undefined while the
 * meter is paused or stopped, while the call waits for gems, or when it is not metered.
 */
export const nextMinute = ({ call }: Pick<CallContext, 'call'>): number | undefined =>
  isMetered(call) && call.waitUntil === 0
    ? minuteStart(call.meteredIntervals, call.freeSeconds * 1_000, call.minutes)
    : undefined;

/** The earlier deadline of the two sides. */
const earliestDeadline = (context: DueContext, of: typeof silentAt, deadlines: Deadlines) =>
  Math.min(...SIDES.map((side) => of(context, side, deadlines)));

/** Deadline after which the silence or the loss of media of a side ends the call. */
const dueOf = (context: DueContext, side: (typeof SIDES)[number], deadlines: Deadlines): number =>
  Math.min(silentAt(context, side, deadlines), lostAt(context, side, deadlines));

/** Deadline for the next heartbeat of a side. Time in which this process received nothing does not count, up to a limit. */
function silentAt({ call, settings }: DueContext, side: (typeof SIDES)[number], { isLong }: Deadlines): number {
  const { beat } = call[side];
  if (isLong && side === 'caller') return beat + TOP_UP_SILENCE_MS;
  return Math.min(Math.max(beat, settings.aliveSince()) + SILENCE_MS, beat + CALL_RESTART_GRACE_MS);
}

/**
 * Deadline for a side without media to receive some again; it is shorter for a side that has never received media. Time in which
 * this process received nothing does not count, up to a limit: no client could report media or restart the connection.
 */
function lostAt({ call, settings }: DueContext, side: (typeof SIDES)[number], { isLong }: Deadlines): number {
  const { loss, seen } = call[side];
  if (loss === 0) return Number.POSITIVE_INFINITY;
  if (isLong) return loss + TOP_UP_SILENCE_MS;
  const graceMs = seen ? CALL_MEDIA_GIVE_UP_MS : CALL_SUCCESS_GRACE_MS;
  return Math.min(Math.max(loss, settings.aliveSince()) + graceMs, loss + CALL_RESTART_GRACE_MS);
}

/** When the call has to be advanced again (ms since the epoch), written to `due_at`. */
export function nextDue(context: DueContext, deadlines: Deadlines = ORDINARY): number {
  const { call, now } = context;
  if (call.state !== 'connected') return setupDue(call);
  const beats = SIDES.flatMap((side) => (call[side].away ? [] : [call[side].beat + CALL_AWAY_AFTER_MS + 1]));
  const lost =
    Math.min(earliestDeadline(context, silentAt, deadlines), earliestDeadline(context, lostAt, deadlines)) + 1;
  const wait = call.waitUntil > 0 ? call.waitUntil : Number.MAX_SAFE_INTEGER;
  // The purchase can end at any time and with it the extended deadlines, so the call is checked again after one heartbeat interval.
  const again = deadlines.isLong ? now + CALL_HEARTBEAT_INTERVAL_MS : Number.MAX_SAFE_INTEGER;
  return Math.min(nextMinute(context) ?? Number.MAX_SAFE_INTEGER, lost, wait, again, ...beats);
}
