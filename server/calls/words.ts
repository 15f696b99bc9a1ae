import { CALL_AWAY_AFTER_MS, CALL_MEDIA_GIVE_UP_MS, CALL_MEDIA_LOSS_MS } from '../../contract/calls/rules.ts';
import type { Call } from './call.ts';
import { cut, earnedAt, isRunning, minutesOf, pausedAt, run } from './meter.ts';
import type { Doubt } from './tables.ts';

const DOUBTS_MAX = 200;

/**
 * What the two say of the media, and what it is worth. The server sees none of it, so nobody's word counts for their own purse:
 *
 * - What the caller pays is what the callee's words say: the meter begins with the callee's picture, stands only for a loss
 *   that the callee attests (from the beat before it to the last beat that says so), and ends with the callee's silence.
 * - What the callee earns of it is what the caller's words say: never for time in which the caller may have got nothing, from
 *   the last moment at which media is proven to the next. What is paid and not earned is the house's.
 *
 * So a caller who denies the media, is silent or withholds SessionSuccess pays all the same, and a callee who affirms it
 * works for nothing. Either one's loss ends the call after CALL_MEDIA_GIVE_UP_MS. Two who agree on a loss that is none only
 * give the callee's own time away, and for little: a call pauses no more once it has stood for CALL_MEDIA_GIVE_UP_MS.
 */

/** A beat of the callee. `CALL_MEDIA_LOSS_MS` of loss and less is metered. */
export function hearCallee(call: Call, flowing: boolean, now: number): void {
  const { callee } = call;
  if (flowing) {
    // What came may have come just after the beat before this one.
    call.stretches = run(call.stretches, callee.beat);
    callee.loss = 0;
  } else {
    if (callee.loss === 0) callee.loss = callee.beat;
    const mayPause = isRunning(call.stretches) && pausedAt(call.stretches) < CALL_MEDIA_GIVE_UP_MS;
    if (mayPause && now - callee.loss > CALL_MEDIA_LOSS_MS) call.stretches = cut(call.stretches, callee.loss);
  }
  callee.beat = now;
}

/** A beat of the caller, or their first picture. */
export function hearCaller(call: Call, flowing: boolean, now: number): void {
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

/** Who changes their mind without end is doubted all the while: the row of a call stays small. */
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

/** How many minutes the callee has earned up to `at`, of those that were paid; a caller who is late `now` attests no more. */
export function earnedMinutes(call: Call, at: number, now: number): number {
  const { caller, stretches, minutes, freeSeconds } = call;
  const isSilent = now - caller.beat > CALL_AWAY_AFTER_MS;
  const open = caller.loss > 0 ? doubtedSince(call) : isSilent ? caller.beat : at;
  const doubts = open < at ? [...call.doubts, [open, at] as const] : call.doubts;
  if (stretches.length === 0 || caller.seen === false) return 0;
  return Math.min(minutes, minutesOf(earnedAt(stretches, doubts, at), freeSeconds * 1_000));
}

/** Of those, what no later word can take back. */
export function surelyEarned(call: Call): number {
  const at = Math.min(call.callee.loss || call.callee.beat, call.callerProof);
  return earnedMinutes(call, at, at);
}
