import { CALL_AWAY_AFTER_MS, CALL_MEDIA_GIVE_UP_MS, CALL_MEDIA_LOSS_MS } from '../../../../contract/calls/rules.ts';
import type { Call, SideName } from '../call.ts';
import type { DisputedInterval } from '../tables.ts';
import { cut, earnedAt, isRunning, minutesOf, pausedMs, run, wholeMinutesOf } from './meter.ts';

const DISPUTED_INTERVALS_MAX = 200;
const UNUSABLE_MAX = 200;

/**
 * Derives billing from both sides' reports about media. The server sees no media, so no side's report counts in its own favour:
 *
 * - The callee's reports decide what the caller pays: the meter starts with the callee's first picture, pauses only for a loss that
 *   the callee reports (from the heartbeat before it to the last heartbeat that reports it), and ends with the callee's silence.
 * - The caller's reports decide what the callee earns: never for time in which the caller may have received nothing, from
 *   the last proven moment of media to the next, and never for time that the caller reports as unusable (unusable.ts). Minutes that are
 *   paid but not earned go to the house.
 *
 * So a caller who denies media, is silent or withholds SessionSuccess still pays, and a callee who falsely confirms media
 * earns nothing. A loss on either side ends the call after CALL_MEDIA_GIVE_UP_MS. Two sides that agree on a false loss only forgo
 * the callee's own earnings. Once a call was paused for CALL_MEDIA_GIVE_UP_MS in all, no loss pauses it again.
 */

/**
 * Records a heartbeat of the callee in a connected call. A loss (`flowing` is false) of up to `CALL_MEDIA_LOSS_MS` is still metered; a
 * longer one pauses the meter from its start, unless it was paused for CALL_MEDIA_GIVE_UP_MS before.
 */
export function recordCalleeBeat(call: Call, flowing: boolean, now: number): void {
  const { callee } = call;
  if (flowing) {
    // Media may have returned just after the previous heartbeat.
    call.meteredIntervals = run(call.meteredIntervals, callee.beat);
    callee.loss = 0;
  } else {
    if (callee.loss === 0) callee.loss = callee.beat;
    const mayPause = isRunning(call.meteredIntervals) && pausedMs(call.meteredIntervals) < CALL_MEDIA_GIVE_UP_MS;
    if (mayPause && now - callee.loss > CALL_MEDIA_LOSS_MS)
      call.meteredIntervals = cut(call.meteredIntervals, callee.loss);
  }
  callee.beat = now;
}

/**
 * Records a heartbeat of the caller in a connected call, or their first picture (`flowing` is true). A loss of media becomes a disputed
 * interval, which does not earn; the meter continues.
 */
export function recordCallerBeat(call: Call, flowing: boolean, now: number): void {
  const { caller } = call;
  if (!flowing) {
    if (caller.loss === 0) caller.loss = caller.beat;
  } else {
    if (caller.loss > 0) call.disputedIntervals = withDisputed(call.disputedIntervals, [disputedSince(call), now]);
    call.callerProof = caller.loss > 0 && !caller.seen ? now : caller.beat;
    caller.loss = 0;
    caller.seen = true;
  }
  caller.beat = now;
}

/**
 * Records that a side reports unusable media since its previous heartbeat (the one in the row), at most for the last CALL_AWAY_AFTER_MS
 * before `now`: a report does not cover a longer silence. Called before the heartbeat itself is recorded. A report that
 * would add an interval beyond UNUSABLE_MAX is dropped.
 */
export function recordUnusable(call: Call, side: SideName, now: number): void {
  const own = call[side];
  const from = Math.max(own.beat, now - CALL_AWAY_AFTER_MS);
  if (from >= now) return;
  const last = own.unusable.at(-1);
  if (last && last[1] >= from) own.unusable = [...own.unusable.slice(0, -1), [last[0], now]];
  else if (own.unusable.length < UNUSABLE_MAX) own.unusable = [...own.unusable, [from, now]];
}

/**
 * Records a heartbeat with flowing media of a side that reports no loss: only times change. `proof`: time of the heartbeat before it, if
 * that one is not in the row; media arrived after it.
 */
export function recordOnTimeBeat(call: Call, side: SideName, at: number, proof = call[side].beat): void {
  if (side === 'caller') call.callerProof = Math.max(call.callerProof, proof);
  call[side].beat = Math.max(call[side].beat, at);
}

/**
 * Adds a disputed interval, in which by the caller's own reports no media may have arrived. Beyond DISPUTED_INTERVALS_MAX the last one
 * is extended, so that the row of a call stays small.
 */
function withDisputed(
  disputedIntervals: readonly DisputedInterval[],
  [from, to]: DisputedInterval,
): readonly DisputedInterval[] {
  if (disputedIntervals.length < DISPUTED_INTERVALS_MAX) return [...disputedIntervals, [from, to]];
  return [...disputedIntervals.slice(0, -1), [disputedIntervals.at(-1)?.[0] ?? from, to]];
}

/** Start of the current disputed interval. Media ended at an unknown moment after `callerProof`, so the interval starts there. */
const disputedSince = ({ callerProof, disputedIntervals }: Call): number =>
  Math.max(callerProof, disputedIntervals.at(-1)?.[1] ?? 0);

/**
 * The time up to which a call that ends at `at` is billed: at most the last heartbeat of a callee who is late by more than
 * CALL_AWAY_AFTER_MS, and, if a deadline ended the call (`isByTime`), at most the start of the callee's loss. When a user hangs up, a
 * loss is billed as in a running call.
 */
export function billedUntil({ callee, connectingTime }: Call, at: number, isByTime: boolean): number {
  if (connectingTime === 0) return at;
  if (callee.loss > 0 && isByTime) return Math.min(at, callee.loss);
  return at - callee.beat > CALL_AWAY_AFTER_MS ? callee.beat : at;
}

/**
 * Whether an outage of the server cut a connected call short at `at`: the last moment of media that the callee confirmed is before
 * `aliveSince` (when this process began to receive from clients) and older than CALL_AWAY_AFTER_MS. Such a call costs only the
 * minutes that the callee confirmed to their end. A callee who confirms media after the outage makes it an ordinary call again.
 */
export function isCutShort({ callee, connectingTime }: Call, at: number, aliveSince: number): boolean {
  const attested = callee.loss || callee.beat;
  return connectingTime > 0 && attested < aliveSince && at - attested > CALL_AWAY_AFTER_MS;
}

/**
 * How many of the paid minutes the callee has earned up to `at`, for receipts and the settlement of a call. A caller who is late at
 * `now` confirms only up to their last heartbeat.
 */
export const earnedMinutes = (call: Call, at: number, now: number): number =>
  Math.min(call.minutes, minutesOf(earnedMs(call, at, now), call.freeSeconds * 1_000));

/**
 * Metered time in ms up to `at` for which both sides confirm media, without the time that is unusable for the caller; -1 if the meter never
 * ran or the caller never saw the callee, so that not even a started minute is earned.
 */
export function earnedMs(call: Call, at: number, now: number): number {
  const { caller, meteredIntervals } = call;
  if (meteredIntervals.length === 0 || caller.seen === false) return -1;
  const isSilent = now - caller.beat > CALL_AWAY_AFTER_MS;
  const open = caller.loss > 0 ? disputedSince(call) : isSilent ? caller.beat : at;
  const disputed = open < at ? [...call.disputedIntervals, [open, at] as const] : call.disputedIntervals;
  return earnedAt(meteredIntervals, [...disputed, ...caller.unusable], at);
}

/**
 * The earned minutes that neither a later report nor an outage can revoke, because both sides confirmed media to their end;
 * `chargeMinute` credits them while the call runs.
 */
export function surelyEarned(call: Call): number {
  const at = Math.min(call.callee.loss || call.callee.beat, call.callerProof);
  return Math.min(call.minutes, wholeMinutesOf(earnedMs(call, at, at), call.freeSeconds * 1_000));
}
