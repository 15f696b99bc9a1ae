import {
  CALL_AWAY_AFTER_MS,
  CALL_HEARTBEAT_INTERVAL_MS,
  CALL_MEDIA_GIVE_UP_MS,
  CALL_MISSED_BEATS,
  CALL_PICTURE_TIMEOUT_MS,
  CALL_RESTART_GRACE_MS,
  CALL_SETUP_TIMEOUT_MS,
  CALL_SUCCESS_GRACE_MS,
} from '../../contract/calls/rules.ts';
import { type Call, isLive, otherOf } from './call.ts';
import { endCall } from './end.ts';
import { minuteStart } from './meter.ts';
import { chargeMinute, isMetered } from './money.ts';
import { queueForDevice } from './outbound.ts';
import type { Turn } from './turn.ts';
import { billedUntil } from './words.ts';

/** Two beats count as missed when the second is one whole interval late. */
const SILENCE_MS = (CALL_MISSED_BEATS + 1) * CALL_HEARTBEAT_INTERVAL_MS;
const SIDES = ['caller', 'callee'] as const;

/**
 * Applies the effects of elapsed time to a call in the order in which they were due: new minutes, end of free time or gems,
 * missed beats, missing media, no answer. Every step of a call runs this first, so results do not depend on when the
 * sweeper runs.
 */
export async function advance(turn: Turn): Promise<void> {
  const { call, now } = turn;
  if (!isLive(call)) return;
  if (call.state === 'connected') await advanceConnected(turn);
  else if (now >= setupDue(call)) {
    const at = setupDue(call);
    await endCall(turn, { at, reason: 'timeOut', rejectType: 'on_call_timeout', event: 'SessionFail' });
  }
  if (isLive(call)) call.dueAt = nextDue(turn);
}

/** Deadline for the answer, or after the answer for the first picture. */
export const setupDue = ({ startTime, answerTime }: Pick<Call, 'startTime' | 'answerTime'>): number =>
  Math.min(
    startTime + CALL_SETUP_TIMEOUT_MS,
    answerTime === 0 ? Number.POSITIVE_INFINITY : answerTime + CALL_PICTURE_TIMEOUT_MS,
  );

async function advanceConnected(turn: Turn): Promise<void> {
  const { call, now } = turn;
  const [silence, loss] = [patienceFor(turn, silentAt), patienceFor(turn, lostAt)];
  const patience = Math.min(silence, loss);
  const isOver = now > patience;
  const until = isOver ? billedUntil(call, patience, true) : now;
  for (let at = nextMinute(turn); at !== undefined && at <= until; at = nextMinute(turn)) {
    if (!call.paid) {
      return endCall(turn, { at, reason: 'freeTimeOver', rejectType: '', event: 'SessionTerminate' });
    }
    const charged = await chargeMinute(turn);
    if (charged === 'insufficient' || charged === 'limited' || charged === 'locked') {
      return endCall(turn, { at, reason: 'gemsOut', rejectType: '', event: 'SessionTerminate' });
    }
  }
  if (isOver) {
    const [reason, event] =
      silence <= loss ? (['heartbeatLost', 'SessionTerminate'] as const) : (['mediaFail', 'SessionFail'] as const);
    return endCall(turn, { at: patience, isByTime: true, reason, rejectType: '', event });
  }
  for (const side of SIDES) {
    if (call[side].away || now - call[side].beat <= CALL_AWAY_AFTER_MS) continue;
    call[side].away = true;
    queueForDevice(turn, otherOf(side), { name: 'PeerAway', data: { away: true } });
  }
}

const nextMinute = ({ call }: Turn) =>
  isMetered(call) ? minuteStart(call.stretches, call.freeSeconds * 1_000, call.minutes) : undefined;
const patienceFor = (turn: Turn, of: typeof silentAt) => Math.min(...SIDES.map((side) => of(turn, side)));

/** Deadline for the next beat of a side. Time in which this process was not listening does not count, up to a limit. */
function silentAt({ call, settings }: Turn, side: (typeof SIDES)[number]): number {
  const { beat } = call[side];
  return Math.min(Math.max(beat, settings.aliveSince()) + SILENCE_MS, beat + CALL_RESTART_GRACE_MS);
}

/** Deadline for a side without media to receive some again; it is shorter for a caller who never saw the callee. */
function lostAt({ call }: Turn, side: (typeof SIDES)[number]): number {
  const { loss, seen } = call[side];
  if (loss === 0) return Number.POSITIVE_INFINITY;
  return loss + (seen ? CALL_MEDIA_GIVE_UP_MS : CALL_SUCCESS_GRACE_MS);
}

function nextDue(turn: Turn): number {
  const { call } = turn;
  if (call.state !== 'connected') return setupDue(call);
  const beats = SIDES.flatMap((side) => (call[side].away ? [] : [call[side].beat + CALL_AWAY_AFTER_MS + 1]));
  const patience = Math.min(patienceFor(turn, silentAt), patienceFor(turn, lostAt)) + 1;
  return Math.min(nextMinute(turn) ?? Number.MAX_SAFE_INTEGER, patience, ...beats);
}
