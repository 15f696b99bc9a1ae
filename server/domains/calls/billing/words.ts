import { CALL_AWAY_AFTER_MS, CALL_MEDIA_GIVE_UP_MS, CALL_MEDIA_LOSS_MS } from '../../../../contract/calls/rules.ts';
import type { Call } from '../call.ts';
import type { Doubt } from '../tables.ts';
import { cut, earnedAt, isRunning, minutesOf, pausedAt, run, wholeMinutesOf } from './meter.ts';

const DOUBTS_MAX = 200;

/**
 * Turns what both sides report about media into billing. The server sees no media, so no side's report counts in its own favour:
 *
 * - The callee's reports decide what the caller pays: the meter starts with the callee's picture, pauses only for a loss that
 *   the callee reports (from the beat before it to the last beat that reports it), and ends with the callee's silence.
 * - The caller's reports decide what the callee earns: never for time in which the caller may have received nothing, from
 *   the last proven moment of media to the next. What is paid and not earned goes to the house.
 *
 * So a caller who denies media, is silent or withholds SessionSuccess still pays, and a callee who falsely confirms media
 * earns nothing. A loss on either side ends the call after CALL_MEDIA_GIVE_UP_MS. Two sides that agree on a false loss give
 * away the callee's own time only, and a call pauses for at most CALL_MEDIA_GIVE_UP_MS in all.
 */

/** Records a beat of the callee. A loss of up to `CALL_MEDIA_LOSS_MS` is still metered. */
export function recordCalleeBeat(call: Call, flowing: boolean, now: number): void {
  const { callee } = call;
  if (flowing) {
    // Media may have arrived just after the previous beat.
    call.stretches = run(call.stretches, callee.beat);
    callee.loss = 0;
  } else {
    if (callee.loss === 0) callee.loss = callee.beat;
    const mayPause = isRunning(call.stretches) && pausedAt(call.stretches) < CALL_MEDIA_GIVE_UP_MS;
    if (mayPause && now - callee.loss > CALL_MEDIA_LOSS_MS) call.stretches = cut(call.stretches, callee.loss);
  }
  callee.beat = now;
}

/** Records a beat of the caller, or their first picture. */
export function recordCallerBeat(call: Call, flowing: boolean, now: number): void {
  const { caller } = call;
  if (!flowing) {
    if (caller.loss === 0) caller.loss = caller.beat;
  } else {
    if (caller.loss > 0) call.doubts = withDoubt(call.doubts, [doubtedSince(call), now]);
    call.callerProof = caller.loss > 0 && !caller.seen ? now : caller.beat;
    caller.loss = 0;
    caller.seen = true;
  }
  caller.beat = now;
}

/** Beyond the limit the last doubt is extended, so that the row of a call stays small. */
function withDoubt(doubts: readonly Doubt[], [from, to]: Doubt): readonly Doubt[] {
  if (doubts.length < DOUBTS_MAX) return [...doubts, [from, to]];
  return [...doubts.slice(0, -1), [doubts.at(-1)?.[0] ?? from, to]];
}

/** Media came at some moment between the proof and the beat after it: only from the proof on is the loss certain to be covered. */
const doubtedSince = ({ callerProof, doubts }: Call): number => Math.max(callerProof, doubts.at(-1)?.[1] ?? 0);

/**
 * Until when a call that ends then is billed: not past the last beat of a callee who is late, and where time ended it, not into
 * their loss. Who hangs up pays for a loss of CALL_MEDIA_LOSS_MS and less, as who goes on does.
 */
export function billedUntil({ callee, connectingTime }: Call, at: number, isByTime: boolean): number {
  if (connectingTime === 0) return at;
  if (callee.loss > 0 && isByTime) return Math.min(at, callee.loss);
  return at - callee.beat > CALL_AWAY_AFTER_MS ? callee.beat : at;
}

/**
 * Whether an outage of the server cut a connected call short at `at`: the last moment of media that the callee attests is from before
 * `aliveSince` (when this process began to receive from clients), and older than a beat that is in time. Such a call costs only the
 * minutes that the callee attests to their end. A callee who attests media after the outage makes it an ordinary call again.
 */
export function isCutShort({ callee, connectingTime }: Call, at: number, aliveSince: number): boolean {
  const attested = callee.loss || callee.beat;
  return connectingTime > 0 && attested < aliveSince && at - attested > CALL_AWAY_AFTER_MS;
}

/** How many minutes the callee has earned up to `at`, of those that were paid; a caller who is late `now` attests no more. */
export const earnedMinutes = (call: Call, at: number, now: number): number =>
  Math.min(call.minutes, minutesOf(earnedMs(call, at, now), call.freeSeconds * 1_000));

/** The metered time up to `at` for which both attest media, in ms; negative without any, so that not even a started minute is earned. */
function earnedMs(call: Call, at: number, now: number): number {
  const { caller, stretches } = call;
  if (stretches.length === 0 || caller.seen === false) return -1;
  const isSilent = now - caller.beat > CALL_AWAY_AFTER_MS;
  const open = caller.loss > 0 ? doubtedSince(call) : isSilent ? caller.beat : at;
  const doubts = open < at ? [...call.doubts, [open, at] as const] : call.doubts;
  return earnedAt(stretches, doubts, at);
}

/** The earned minutes that neither a later report nor an outage can revoke: those that both attest to their end. */
export function surelyEarned(call: Call): number {
  const at = Math.min(call.callee.loss || call.callee.beat, call.callerProof);
  return Math.min(call.minutes, wholeMinutesOf(earnedMs(call, at, at), call.freeSeconds * 1_000));
}
