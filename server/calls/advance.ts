import {
  CALL_AWAY_AFTER_MS,
  CALL_HEARTBEAT_INTERVAL_MS,
  CALL_MISSED_BEATS,
  CALL_RESTART_GRACE_MS,
  CALL_SETUP_TIMEOUT_MS,
} from '../../contract/rules.ts';
import { isLive, otherOf } from './call.ts';
import { endCall } from './end.ts';
import { minuteStart } from './meter.ts';
import { chargeMinute, isMetered } from './money.ts';
import { tellDevice } from './tell.ts';
import type { Turn } from './turn.ts';

/** Two beats are missed when the second one is a whole interval late. */
const SILENCE_MS = (CALL_MISSED_BEATS + 1) * CALL_HEARTBEAT_INTERVAL_MS;
const SIDES = ['caller', 'callee'] as const;

/**
 * What time alone does to a call, in the order in which it was due: minutes begin, free time and gems run out, beats are
 * missed, nobody answers. Everything that touches a call asks this first, so that nothing depends on how late the sweeper is.
 */
export async function advance(turn: Turn): Promise<void> {
  const { call, now } = turn;
  if (!isLive(call)) return;
  if (call.state === 'connected') await advanceConnected(turn);
  else if (now - call.startTime >= CALL_SETUP_TIMEOUT_MS) {
    const at = call.startTime + CALL_SETUP_TIMEOUT_MS;
    await endCall(turn, { at, reason: 'timeOut', rejectType: 'on_call_timeout', event: 'SessionFail' });
  }
  if (isLive(call)) call.dueAt = nextDue(turn);
}

async function advanceConnected(turn: Turn): Promise<void> {
  const { call, now } = turn;
  const isLost = SIDES.some((side) => now > deadlineOf(turn, side));
  const lastMutual = Math.min(call.caller.beat, call.callee.beat);
  const until = isLost ? lastMutual : now;
  for (let at = nextMinute(turn); at !== undefined && at <= until; at = nextMinute(turn)) {
    if (!call.paid) {
      return endCall(turn, { at, reason: 'freeTimeOver', rejectType: '', event: 'SessionTerminate' });
    }
    if ((await chargeMinute(turn)) === 'insufficient') {
      return endCall(turn, { at, reason: 'gemsOut', rejectType: '', event: 'SessionTerminate' });
    }
  }
  if (isLost) {
    return endCall(turn, { at: lastMutual, reason: 'heartbeatLost', rejectType: '', event: 'SessionTerminate' });
  }
  for (const side of SIDES) {
    if (call[side].away || now - call[side].beat <= CALL_AWAY_AFTER_MS) continue;
    call[side].away = true;
    tellDevice(turn, otherOf(side), { name: 'PeerAway', data: { away: true } });
  }
}

const nextMinute = ({ call }: Turn) =>
  isMetered(call) ? minuteStart(call.stretches, call.freeSeconds * 1_000, call.minutes) : undefined;

/** Until when a side must have spoken. While this process did not listen, nobody could; but not for ever. */
function deadlineOf({ call, settings }: Turn, side: (typeof SIDES)[number]): number {
  const { beat } = call[side];
  return Math.min(Math.max(beat, settings.aliveSince()) + SILENCE_MS, beat + CALL_RESTART_GRACE_MS);
}

function nextDue(turn: Turn): number {
  const { call } = turn;
  if (call.state !== 'connected') return call.startTime + CALL_SETUP_TIMEOUT_MS;
  const beats = SIDES.flatMap((side) => [
    deadlineOf(turn, side) + 1,
    ...(call[side].away ? [] : [call[side].beat + CALL_AWAY_AFTER_MS + 1]),
  ]);
  return Math.min(nextMinute(turn) ?? Number.MAX_SAFE_INTEGER, ...beats);
}
